import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

// Svelte files only; oxlint checks all others (.oxlintrc.json) with the same rules, and is several times as fast.
export default defineConfig(
  globalIgnores(['.svelte-kit/', 'build/', '.cache/', 'test-results/', 'playwright-report/', '**/*.gen.*']),
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    extends: [ts.configs.recommended, svelte.configs.recommended, prettier, svelte.configs.prettier],
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig }
    },
    rules: {
      // TypeScript checks globals more accurately than a list.
      'no-undef': 'off',
      eqeqeq: 'error',
      'no-useless-rename': 'error',
      'object-shorthand': ['error', 'properties'],
      // Quarry is served from the root of its own server; there is no base path to resolve against.
      'svelte/no-navigation-without-resolve': 'off',
      // State classes replace maps and sets as a whole and never mutate one that is rendered.
      'svelte/prefer-svelte-reactivity': 'off',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }]
    }
  },
  {
    files: ['scripts/**', 'bench/**', 'tests/**'],
    rules: { 'no-console': 'off' }
  },
  // By default, ESLint also checks all scripts.
  { ignores: ['**/*.{js,mjs,cjs}'] }
);
