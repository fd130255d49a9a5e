import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { FormDraft } from '$lib/state/reactive/formDraft.svelte';

test('an effect that follows the node runs once per update', () => {
  const first = { price: 5n, name: 'a' };
  let status = $state.raw(first);
  const draft = new FormDraft({ ...first });
  let runs = 0;
  const seen: (bigint | undefined)[] = [];
  const stop = $effect.root(() => {
    $effect(() => {
      runs++;
      draft.follow({ ...status });
    });
    $effect(() => {
      seen.push(draft.fields.price);
    });
  });
  flushSync();
  draft.fields.price = 7n;
  flushSync();
  status = { price: 6n, name: 'b' };
  flushSync();
  draft.reset();
  flushSync();
  expect([runs, seen, draft.fields.name]).toEqual([2, [5n, 7n, 6n], 'b']);
  stop();
});

test('a poll without new values has no effect on what depends on them', () => {
  const draft = new FormDraft({ price: 5n, name: 'a' });
  draft.fields.price = 7n;
  let runs = 0;
  const stop = $effect.root(() => {
    const valid = $derived({ ...draft.preview(), ...draft.changes() });
    $effect(() => {
      void valid;
      runs++;
    });
  });
  flushSync();
  draft.follow({ price: 5n, name: 'a' });
  flushSync();
  expect(runs).toBe(1);
  draft.follow({ price: 6n, name: 'a' });
  flushSync();
  expect(runs).toBe(2);
  stop();
});
