import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

const server = 'http://127.0.0.1:8642'

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/houseway/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': server, '/socket': { target: server, ws: true } } },
})
