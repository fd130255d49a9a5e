import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { createDaemon } from '$lib/api/daemon/client';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import { readConfig, type Environment } from '$lib/server/config';
import { createContainer } from '$lib/server/container';
import { beginSession } from '$lib/server/connections/handlers';
import { openWebhook } from '$lib/server/webhook/webhook';
import { eventually } from '../../../support/eventually';
import { solveUnit } from '../../../support/solve';
import { NodeWatch } from '$lib/server/webhook/nodeWatch';
import { fetchFrom } from '$lib/server/http/fetchMessages';
import { temporaryFolder } from '../../../support/temporary';

const ENV = { QUARRY_WEBHOOK_URL: 'https://hooks.example/a', QUARRY_WEBHOOK_SECRET: '0123456789abcdef' };

test('without a URL nothing is sent, and without a list every event is', () => {
  expect(readConfig({ ...ENV, QUARRY_WEBHOOK_URL: '' }).webhook).toBeUndefined();
  const { webhook } = readConfig(ENV);
  expect(webhook?.url.href).toBe('https://hooks.example/a');
  expect([...webhook!.events]).toEqual(['block-found', 'payment-received', 'alert', 'tip-stale']);
  expect([...readConfig({ ...ENV, QUARRY_WEBHOOK_EVENTS: 'alert, tip-stale' }).webhook!.events]).toEqual([
    ...['alert', 'tip-stale']
  ]);
});

test.each<[string, Environment]>([
  ['QUARRY_WEBHOOK_URL', { QUARRY_WEBHOOK_URL: 'ftp://hooks.example' }],
  ['QUARRY_WEBHOOK_URL', { QUARRY_WEBHOOK_URL: 'hooks.example' }],
  ['QUARRY_WEBHOOK_URL', { QUARRY_WEBHOOK_URL: 'https://me:word@hooks.example' }],
  ['QUARRY_WEBHOOK_URL', { DAEMON_URL: 'http://127.0.0.1:9980' }],
  ['QUARRY_WEBHOOK_SECRET', { QUARRY_WEBHOOK_SECRET: '' }],
  ['QUARRY_WEBHOOK_SECRET', { QUARRY_WEBHOOK_SECRET: 'too short' }],
  ['QUARRY_WEBHOOK_EVENTS', { QUARRY_WEBHOOK_EVENTS: 'alert,gossip' }]
])('%s stops the start with %o', (variable, change) => {
  expect(() => readConfig({ ...ENV, ...change })).toThrow(expect.objectContaining({ code: 'server/config', variable }));
});

test.each(['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200'])('%s is rejected at startup', (host) => {
  const settings = readConfig({ ...ENV, QUARRY_WEBHOOK_URL: `http://${host}/latest` }).webhook!;
  expect(() => openWebhook(settings)).toThrow(expect.objectContaining({ variable: 'QUARRY_WEBHOOK_URL' }));
});

test('a receiver that does not respond does not delay the node, and the page learns what is sent', async () => {
  const bodies: string[] = [];
  const silent = createServer((request) => {
    request.setEncoding('utf8').on('data', (part: string) => void bodies.push(part));
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const dataDir = temporaryFolder('webhook');
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const env = { ...ENV, QUARRY_WEBHOOK_URL: url, QUARRY_WEBHOOK_EVENTS: 'block-found', QUARRY_NETWORK: 'test' };
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const look = vi.spyOn(NodeWatch.prototype, 'look');
  const quarry = await createContainer(readConfig({ ...env, QUARRY_DATA_DIR: dataDir }));
  try {
    const token = new URLSearchParams(new URL(quarry.signInLink!).hash.slice(1)).get('token')!;
    const session = beginSession(quarry, await quarry.signIn.signIn({ token }, '127.0.0.1'));
    const fetch = fetchFrom((request) => quarry.pass('daemon', request, session));
    const daemon = createDaemon({ fetch, baseUrl: 'http://127.0.0.1:4180' });
    for (let i = 0; i < 3; i++) await daemon.miner.submitHeader({ body: solveUnit(await daemon.miner.header()) });
    await eventually(() => expect(bodies).toHaveLength(1));
    expect(JSON.parse(bodies[0]!)).toMatchObject({ event: 'block-found', data: { height: 1 } });
    vi.advanceTimersByTime(60_000);
    await eventually(() => expect(look).toHaveBeenCalled());
    expect(look.mock.calls[0]![0].tip.height).toBe(3);
    expect(quarry.status(undefined).webhook).toBeUndefined();
    expect(quarry.status(session)).toMatchObject({ webhook: ['block-found'] });
  } finally {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await quarry.close();
    silent.closeAllConnections();
    silent.close();
  }
});

test('a node is checked every minute, including after a failed check', async () => {
  const received = Promise.withResolvers<unknown>();
  const receiver = createServer((request, response) => {
    received.resolve(json(request));
    request.on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const webhook = openWebhook(readConfig({ ...ENV, QUARRY_WEBHOOK_URL: url }).webhook!);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const alert = { module: 'consensus', severity: 'critical', message: 'low disk space', cause: '' } as const;
  const alerts = vi.fn(async () => [alert]).mockRejectedValueOnce(new Error('it is replaced'));
  const tip = { height: 1, id: '11'.repeat(32) as BlockId };
  try {
    webhook.watch({ tip, market: 'none', alerts });
    vi.advanceTimersByTime(60_000);
    vi.advanceTimersByTime(60_000);
    expect(await received.promise).toMatchObject({ event: 'alert', data: { message: 'low disk space' } });
    expect(alerts).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
    await webhook.close();
    receiver.close();
  }
});

test('rejected messages are reported on the terminal', async () => {
  const receiver = createServer((_, response) => void response.writeHead(400).end()).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const webhook = openWebhook(readConfig({ ...ENV, QUARRY_WEBHOOK_URL: url }).webhook!);
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    webhook.take({ type: 'mined', id: '11'.repeat(32) as BlockId, height: 1, reward: hastings(1n) });
    await eventually(() =>
      expect(written.mock.calls.map(([line]) => line)).toEqual(['Webhook delivery of block-found failed: status 400\n'])
    );
  } finally {
    written.mockRestore();
    await webhook.close();
    receiver.close();
  }
});
