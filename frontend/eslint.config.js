import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  // Written by a command from the server's definitions.
  { ignores: ['src/room/protocol.ts', 'src/room/http_types.ts'] },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: true,
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-else-return': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // `let { x } = $props()` and `let x = $derived(...)` are how Svelte writes what it may reassign.
      'prefer-const': 'off',
      // ESLint does not see the types of components, so what passes between them is `any` to it. svelte-check sees them.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // Every Set, Map and URLSearchParams here is filled and read in one call, or holds what is never drawn.
      'svelte/prefer-svelte-reactivity': 'off',
      // {' '} keeps a space that would otherwise be dropped between a word and a block.
      'svelte/no-useless-mustaches': 'off',
      // A component may take a type of the server whole and show a part of it.
      'svelte/no-unused-props': 'off',
    },
  },
  // Configuration files are plain JavaScript and belong to no TypeScript project.
  { files: ['*.js'], extends: [ts.configs.disableTypeChecked], languageOptions: { globals: globals.node } },
)
