import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { SessionStatus } from '$lib/api/quarry/session';
import { App } from '$lib/state/app.svelte';
import { eventually } from '../support/eventually';

const SESSION: SessionStatus = {
  signedIn: true,
  mode: 'remote',
  services: [],
  elsewhere: [],
  ownPasswords: [],
  work: []
};

const open = () =>
  new App(
    SESSION,
    { fetch: async () => new Response('no', { status: 404 }), locks: navigator.locks, nowMs: () => 2e12 },
    { dayOf: String, miningLabel: () => 'Mining' }
  );

test('an app whose pages were left receives nothing from other tabs, which still receive what it ends', async () => {
  const [left, next] = [open(), open()];
  const received: string[] = [];
  const channelOf = (app: App, name: string) =>
    app.openChannel<string>('quarry:test', (message) => received.push(`${name}: ${message}`));
  const channels = [channelOf(left, 'left'), channelOf(next, 'next')];
  const leave = $effect.root(() => left.follow());
  flushSync();
  leave();
  const otherTab = new BroadcastChannel('quarry:test');
  otherTab.postMessage('locked');
  otherTab.close();
  channels[0]!.post('sent');
  await eventually(() => expect(received).toEqual(['next: locked', 'next: sent']));
  channels[1]!.close();
});
