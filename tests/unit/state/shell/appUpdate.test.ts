import { afterEach, describe, expect, test, vi } from 'vitest';
import { AppUpdate } from '$lib/state/shell/appUpdate.svelte';

type Installing = EventTarget & { state: string };

/** A browser with a service worker, and perhaps a newer one that waits. */
function openBrowser({ hasController = true, isWaiting = false } = {}) {
  const messages: unknown[] = [];
  const waiting = isWaiting ? { postMessage: (message: unknown) => messages.push(message) } : null;
  const registration = Object.assign(new EventTarget(), { waiting, installing: null as Installing | null });
  const getRegistration = vi.fn(async () => registration);
  vi.stubGlobal('navigator', { serviceWorker: { controller: hasController ? {} : null, getRegistration } });
  return {
    messages,
    isAsked: () => vi.waitFor(() => expect(getRegistration).toHaveBeenCalled()),
    install() {
      const installing: Installing = Object.assign(new EventTarget(), { state: 'installing' });
      registration.installing = installing;
      registration.dispatchEvent(new Event('updatefound'));
      return (state: string) => {
        installing.state = state;
        installing.dispatchEvent(new Event('statechange'));
      };
    }
  };
}

async function follow(browser: ReturnType<typeof openBrowser>) {
  const update = new AppUpdate();
  const stop = update.follow();
  await browser.isAsked();
  return { update, stop };
}

afterEach(() => void vi.unstubAllGlobals());

describe('a new version', () => {
  test('is offered once it is installed', async () => {
    const browser = openBrowser();
    const { update, stop } = await follow(browser);
    const becomes = browser.install();
    expect(update.isReady).toBe(false);
    becomes('installed');
    expect(update.isReady).toBe(true);
    expect(browser.messages).toEqual([]);
    stop();
  });

  test('is not offered when its installation fails, nor when it is the first', async () => {
    const failing = openBrowser();
    const { update, stop } = await follow(failing);
    failing.install()('redundant');
    expect(update.isReady).toBe(false);
    stop();

    const first = openBrowser({ hasController: false });
    const { update: none, stop: stopFirst } = await follow(first);
    first.install()('installed');
    expect(none.isReady).toBe(false);
    stopFirst();
  });

  test('takes over, without an offer, when the next page is loaded', async () => {
    const browser = openBrowser({ isWaiting: true });
    const { update, stop } = await follow(browser);
    expect(browser.messages).toEqual(['activate']);
    expect(update.isReady).toBe(false);
    stop();
  });
});
