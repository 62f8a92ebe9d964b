import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** Unit tests of the TypeScript modules. Components are tested in a real browser, by tests/e2e. */
export default defineConfig({
  plugins: [svelte()],
  // Modules with runes are tested as the browser runs them, not as a server would.
  resolve: { conditions: ['browser'] },
  test: {
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/sample_games.ts'],
    environment: 'node',
    css: true,
  },
})
