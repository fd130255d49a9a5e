import { mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
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
