import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import { gatewayRoutes } from '$lib/api/daemon/gateway';
import { UnreachableError } from '$lib/api/http/errors';
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

/** @param answers by path, or promises of them; other paths are not found */
function open(answers: Readonly<Record<string, unknown>> = {}, requested: string[] = []): App {
  const fetch = async (input: RequestInfo | URL) => {
    const { pathname } = new URL((input as Request).url);
    requested.push(pathname);
    const answer = answers[pathname];
    return answer === undefined ? new Response('no', { status: 404 }) : Response.json(await answer);
  };
  const texts = { dayOf: String, miningLabel: () => 'Mining' };
  return new App(SESSION, { fetch, locks: navigator.locks, nowMs: () => 2e12 }, texts);
}

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

test('a node that responds for the first time is not asked again for what was just read', async () => {
  const requested: string[] = [];
  const answers = {
    '/api/daemon/consensus': new Promise(() => undefined),
    '/api/daemon/daemon/alerts': { alerts: [] }
  };
  const app = open(answers, requested);
  const leave = $effect.root(() => app.follow());
  flushSync();
  await eventually(() => expect(app.alerts.live.value).toEqual([]));
  const { consensus } = app.nodeStatus;
  const asked = () => requested.filter((path) => path === '/api/daemon/daemon/alerts').length;
  consensus.good = { value: { synced: true } as ConsensusStatus, atMs: 2e12 };
  flushSync();
  // Until requests caused by the change would have been sent.
  await new Promise((resolve) => setTimeout(resolve));
  expect([app.nodeStatus.state, asked()]).toEqual(['synced', 1]);
  consensus.problem = new UnreachableError({ method: 'GET', path: '/consensus' });
  flushSync();
  await eventually(() => expect([app.nodeStatus.state, asked()]).toEqual(['unreachable', 2]));
  leave();
});

test('the history takes what pages read from the node', async () => {
  const status = { netaddress: 'node:9981', peers: [], online: true, maxdownloadspeed: 0, maxuploadspeed: 0 };
  const app = open({ '/api/daemon/gateway': status });
  const { recent } = await app.openHistory();
  expect(recent.get(gatewayRoutes.status)).toBeUndefined();
  await app.overview.gateway.refresh();
  expect(recent.get(gatewayRoutes.status)).toBe(app.overview.gateway.value);
});
