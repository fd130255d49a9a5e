import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { LightClient } from '$lib/state/light/lightClient.svelte';
import CheckCard from '../../src/routes/(app)/chain/check/CheckCard.svelte';

let shown: object;
afterEach(() => unmount(shown));

function openCard() {
  let isOn = $state(true);
  const light = {
    get isOn() {
      return isOn;
    },
    status: { step: 'starting' },
    pause: vi.fn(() => (isOn = false)),
    resume: vi.fn(() => (isOn = true)),
    startOver: vi.fn()
  };
  shown = mount(CheckCard, { target: document.body, props: { light: light as unknown as LightClient } });
  flushSync();
  return light;
}

const button = (label: string) => {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label);
  if (!found) throw new Error(`no button “${label}”`);
  return found;
};

/** A click of a series: the second one of a double-click hits what the first has put in place of its button. */
function click(label: string, detail = 1): void {
  button(label).dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
  flushSync();
}

test('a double-click pauses, and does not resume at once', () => {
  const light = openCard();
  click('Pause');
  click('Start verification', 2);
  expect(light.pause).toHaveBeenCalledOnce();
  expect(light.resume).not.toHaveBeenCalled();
  click('Start verification');
  expect(light.resume).toHaveBeenCalledOnce();
});

test('the error of an invalid block does not stay after its dialog was closed', async () => {
  const light = openCard();
  click('Start from another block…');
  const [, trusted] = document.querySelectorAll<HTMLInputElement>('dialog input[type=radio]');
  trusted!.click();
  flushSync();
  document.querySelector<HTMLFormElement>('dialog form')!.requestSubmit();
  flushSync();
  const dialog = document.querySelector('dialog')!;
  expect(dialog.textContent).toContain('Enter the height');
  const closed = new Promise((done) => dialog.addEventListener('close', done));
  click('Cancel');
  await closed;
  click('Start from another block…');
  expect(dialog.textContent).not.toContain('Enter the height, two colons');
  expect(light.startOver).not.toHaveBeenCalled();
});
