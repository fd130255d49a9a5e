import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { m } from '$lib/messages/shell/outage';
import Offers from '../../src/routes/(app)/_shell/Offers.svelte';

/** A page's service workers as {@link Offers} uses them; a test moves them from state to state. */
class Workers extends EventTarget {
  controller: object | null = {};
  readonly waiting = { postMessage: vi.fn() };
  readonly registration = Object.assign(new EventTarget(), {
    waiting: undefined as { postMessage: unknown } | undefined,
    installing: undefined as EventTarget | undefined,
    update: vi.fn(async () => undefined)
  });
  readonly getRegistration = async () => this.registration;

  /** A new version is found, and its installation finishes. */
  async bring(state: 'installed' | 'redundant' = 'installed'): Promise<void> {
    const installing = Object.assign(new EventTarget(), { state });
    this.registration.installing = installing;
    this.registration.dispatchEvent(new Event('updatefound'));
    this.registration.installing = undefined;
    this.registration.waiting = state === 'installed' ? this.waiting : undefined;
    installing.dispatchEvent(new Event('statechange'));
    await settled();
  }
}

const settled = async () => {
  await new Promise((resolve) => setTimeout(resolve));
  flushSync();
};

let workers: Workers;
let offers: Record<string, unknown> | undefined;

async function show() {
  const props = $state({ isDown: false });
  offers = mount(Offers, { target: document.body, props });
  await settled();
  return props;
}
async function close() {
  if (offers) await unmount(offers);
  offers = undefined;
}
const offered = () => document.querySelector('.offer p')?.textContent;
async function press(label: string) {
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label)!.click();
  await settled();
}
async function canInstall() {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => {})
  });
  dispatchEvent(event);
  await settled();
  return event;
}

beforeEach(() => {
  localStorage.clear();
  workers = new Workers();
  Object.defineProperty(navigator, 'serviceWorker', { value: workers, configurable: true });
});
afterEach(async () => {
  await close();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('a new version is offered after its installation, until the user dismisses it', async () => {
  await show();
  expect(offered()).toBeUndefined();
  await workers.bring();
  expect(offered()).toBe(m.update.text);
  await press(m.update.later);
  expect(offered()).toBeUndefined();
  expect(workers.waiting.postMessage).not.toHaveBeenCalled();
});

test('a version installed before the page loaded is activated immediately: the page already belongs to it', async () => {
  workers.registration.waiting = workers.waiting;
  await show();
  expect(offered()).toBeUndefined();
  expect(workers.waiting.postMessage.mock.calls).toEqual([['activate']]);
});

test('a version whose installation failed is not offered', async () => {
  await show();
  await workers.bring('redundant');
  expect(offered()).toBeUndefined();
});

test('the first version that a browser installs is not an update', async () => {
  workers.controller = null;
  await show();
  await workers.bring();
  expect(offered()).toBeUndefined();
});

test('checks for a new version when the server is back', async () => {
  const props = await show();
  props.isDown = true;
  await settled();
  expect(workers.registration.update).not.toHaveBeenCalled();
  props.isDown = false;
  await settled();
  expect(workers.registration.update).toHaveBeenCalledOnce();
});

test('replaces the browser’s install prompt, and opens its dialog', async () => {
  await show();
  expect(offered()).toBeUndefined();
  const event = await canInstall();
  expect(event.defaultPrevented).toBe(true);
  expect(offered()).toBe(m.install.text);
  await press(m.install.action);
  expect(event.prompt).toHaveBeenCalledOnce();
  expect(offered()).toBeUndefined();
});

test('a declined installation is not offered again, here or on later pages', async () => {
  await show();
  const event = await canInstall();
  await press(m.install.later);
  expect(event.prompt).not.toHaveBeenCalled();
  await canInstall();
  expect(offered()).toBeUndefined();
  await close();
  await show();
  await canInstall();
  expect(offered()).toBeUndefined();
});

test('stops offering the installation once the app is installed; an update is offered first', async () => {
  await show();
  await canInstall();
  await workers.bring();
  expect(offered()).toBe(m.update.text);
  await press(m.update.later);
  expect(offered()).toBe(m.install.text);
  dispatchEvent(new Event('appinstalled'));
  await settled();
  expect(offered()).toBeUndefined();
});
