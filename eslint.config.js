import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import { defineConfig, globalIgnores } from 'eslint/config';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['.svelte-kit/', 'build/', '.cache/', 'test-results/', 'playwright-report/', '**/*.gen.*']),
  ts.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    rules: {
      // TypeScript checks globals more accurately than a list.
      'no-undef': 'off',
      eqeqeq: 'error',
      'no-useless-rename': 'error',
      // Quarry is served from the root of its own server; there is no base path to resolve against.
      'svelte/no-navigation-without-resolve': 'off',
      'no-console': ['error', { allow: ['warn', 'error'] }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }]
    }
  },
  {
    files: ['src/**/*.ts', 'gallery/**/*.ts', 'tests/**/*.ts', 'scripts/**/*.ts', 'bench/**/*.ts'],
    // The service worker has its own global scope; the page's project excludes it.
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['src/service-worker.ts'] },
        extraFileExtensions: ['.svelte']
      }
    },
    rules: {
      // An unawaited promise hides its error.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error'
    }
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
    rules: {
      // State classes replace maps and sets as a whole and never mutate one that is rendered.
      'svelte/prefer-svelte-reactivity': 'off'
    }
  },
  {
    // Worker thread programs started from their source text, where only require can load modules.
    files: ['src/lib/server/**/*.worker.js'],
    rules: { '@typescript-eslint/no-require-imports': 'off' }
  },
  {
    files: ['scripts/**', 'bench/**', 'tests/**'],
    rules: { 'no-console': 'off' }
  }
);
