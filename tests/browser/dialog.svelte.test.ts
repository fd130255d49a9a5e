import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import Dialog from '$lib/components/ui/Dialog.svelte';

let shown: object;
afterEach(() => unmount(shown));

function openDialog(keeps = false) {
  let open = $state(true);
  const onclose = vi.fn(() => (open = false));
  const props = {
    title: 'More pages',
    get open() {
      return open;
    },
    keeps,
    children: createRawSnippet(() => ({ render: () => '<p>Host</p>' })),
    onclose
  };
  shown = mount(Dialog, { target: document.body, props });
  flushSync();
  const dialog = document.querySelector('dialog')!;
  return { dialog, onclose, reopen: () => flushSync(() => (open = true)) };
}

/** As the Escape key does. */
function cancel(dialog: HTMLDialogElement): void {
  flushSync(() => {
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
  });
}

const closeEventOf = (dialog: HTMLDialogElement) =>
  new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));

test('opened again right after Escape, a dialog stays open', async () => {
  const { dialog, onclose, reopen } = openDialog();
  const closed = closeEventOf(dialog);
  cancel(dialog);
  expect(dialog.open).toBe(false);
  reopen();
  expect(dialog.open).toBe(true);
  await closed;
  flushSync();
  expect(dialog.open).toBe(true);
  expect(dialog.textContent).toContain('Host');
  expect(onclose).toHaveBeenCalledOnce();
});

test('one that keeps what was typed ignores Escape', () => {
  const { dialog, onclose } = openDialog(true);
  cancel(dialog);
  expect(dialog.open).toBe(true);
  expect(onclose).not.toHaveBeenCalled();
});

test('closed without a cancel event, as Chromium may on a second Escape, it tells so', async () => {
  const { dialog, onclose } = openDialog(true);
  const closed = closeEventOf(dialog);
  dialog.close();
  await closed;
  flushSync();
  expect(onclose).toHaveBeenCalledOnce();
  expect(dialog.textContent).not.toContain('Host');
});
