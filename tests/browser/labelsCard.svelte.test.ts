import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { LabelSet } from '$lib/wallet/formats/labels';
import Labels from '../../src/routes/(app)/wallet/[id]/settings/Labels.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

test('without any label, nothing is exported but the reason', async () => {
  const props = { walletName: 'Mine', read: async () => ({ lines: [], raw: [] }), change: undefined } as never;
  shown = mount(Labels, { target: document.body, props });
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent.includes('Export labels'))!;
  button.click();
  await eventually(() =>
    expect(document.querySelector('[role=status]')!.textContent).toBe('There are no labels or notes to export yet.')
  );
});

const buttonOf = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label)!;

test('an import can be undone, although it was applied by a double click', async () => {
  const none: LabelSet = { lines: [], raw: [] };
  let stored = none;
  const change = vi.fn(async (edit: (current: LabelSet) => LabelSet) => {
    const before = stored;
    stored = edit(before);
    // A wallet takes longer.
    await new Promise((done) => setTimeout(done, 20));
    return { before, after: stored };
  });
  const props = { walletName: 'Mine', read: async () => stored, change } as never;
  shown = mount(Labels, { target: document.body, props });
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
  const files = new DataTransfer();
  files.items.add(new File([`{"type":"tx","ref":"${'ab'.repeat(32)}","label":"rent"}`], 'labels.jsonl'));
  picker.files = files.files;
  picker.dispatchEvent(new Event('change', { bubbles: true }));
  await eventually(() => expect(buttonOf('Apply')).toBeDefined());
  buttonOf('Apply').click();
  buttonOf('Apply').click();
  flushSync();
  await eventually(() => expect(buttonOf('Undo')).toBeDefined());
  buttonOf('Undo').click();
  await eventually(() => expect(document.body.textContent).toContain('The import was undone.'));
  expect(stored).toEqual(none);
});
