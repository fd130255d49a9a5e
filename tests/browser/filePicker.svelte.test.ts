import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import FilePicker from '$lib/components/form/FilePicker.svelte';
import { eventually } from '../support/eventually';

let shown: object | undefined;
afterEach(() => shown && unmount(shown));

function showPicker() {
  const onpick = vi.fn();
  shown = mount(FilePicker, { target: document.body, props: { label: 'From a file', accept: '.txt', onpick } });
  flushSync();
  const input = document.querySelector('input')!;
  const pick = (name: string, text: () => Promise<string>) => {
    const files = new DataTransfer();
    files.items.add(new File([], name));
    input.files = files.files;
    Object.assign(input.files[0]!, { text });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return { pick, picked: () => onpick.mock.calls.map(([text, name]: unknown[]) => [text, name]) };
}
const problem = () => document.querySelector('[aria-live]')!.textContent;

test('of two files picked one after the other, only the second counts', async () => {
  const { pick, picked } = showPicker();
  const { promise, resolve } = Promise.withResolvers<string>();
  pick('large.txt', () => promise);
  pick('small.txt', async () => 'second');
  await eventually(() => expect(picked()).toEqual([['second', 'small.txt']]));
  resolve('first');
  await new Promise((done) => setTimeout(done, 50));
  expect(picked()).toEqual([['second', 'small.txt']]);
});

test('a file that cannot be read is named, until another one is picked', async () => {
  const { pick, picked } = showPicker();
  pick('gone.txt', () => Promise.reject(new DOMException('', 'NotReadableError')));
  await eventually(() => expect(problem()).toContain('cannot read gone.txt'));
  pick('here.txt', async () => 'text');
  await eventually(() => expect(picked()).toEqual([['text', 'here.txt']]));
  expect(problem()).toBe('');
});
