import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

/** What nearly every page is made of. */
const COMMON_PARTS = [
  ...['Age', 'AlertLine', 'Amount', 'Card', 'CopyButton', 'ErrorNotice', 'Figure', 'HashChip', 'Outdated'],
  ...['PageHead', 'Progress', 'Table', 'Terms']
];

/**
 * What every page of the app needs, with all it imports, makes one file: a hundred small ones, each compressed by
 * itself, are a fifth larger together, and asked for one by one.
 */
const FIRST_LOAD = new RegExp(
  [
    'kit/src/runtime/client/entry',
    'routes/(\\(app\\)/)?\\+layout\\.svelte',
    `lib/components/(${COMMON_PARTS.join('|')})\\.svelte`
  ].join('|')
);

export default defineConfig({
  plugins: [sveltekit()],
  worker: { format: 'es' },
  build: { target: 'es2023' },
  environments: {
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first-load', test: FIRST_LOAD }] } } }
      }
    }
  }
});
