import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { effectiveLimits, negativeSpeed, setSpeedLimits, speedLimits } from '$lib/server/node/daemon/speedLimits';
import { refusal } from '$lib/server/node/errors';
import { tcpStream } from '$lib/server/node/peers/tcpStream';
import { TokenBucket } from '$lib/server/node/peers/tokenBucket';
import { ChainStore } from '$lib/server/node/store/store';
import { ManualClock, settle } from '../../../../support/manualClock';

const never = new AbortController().signal;

describe('a limit', () => {
  test('of 0 means unlimited', () => {
    expect(new TokenBucket(() => 0, new ManualClock(), never).take(1e9)).toBeUndefined();
  });

  test('passes its rate per second, in order', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket(() => 1_000, clock, never);
    const passed: number[] = [];
    for (let piece = 0; piece < 6; piece++) void bucket.take(500)?.then(() => passed.push(piece));
    await settle();
    // One second's worth immediately, then 500 bytes every half second, the first of them in advance.
    expect(passed).toEqual([0, 1]);
    await clock.advance(1);
    expect(passed).toEqual([0, 1, 2]);
    await clock.advance(499);
    expect(passed).toEqual([0, 1, 2]);
    await clock.advance(2);
    expect(passed).toEqual([0, 1, 2, 3]);
    await clock.advance(1_000);
    expect(passed).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('that is lifted or raised during a wait applies within a second', async () => {
    const clock = new ManualClock();
    let perSecond = 10;
    const bucket = new TokenBucket(() => perSecond, clock, never);
    await bucket.take(100_000);
    let isThrough = false;
    void bucket.take(1)?.then(() => (isThrough = true));
    await clock.advance(60_000);
    expect(isThrough).toBe(false);
    perSecond = 0;
    await clock.advance(1_000);
    expect(isThrough).toBe(true);
  });

  test('stops waiting when the node stops', async () => {
    const stop = new AbortController();
    const bucket = new TokenBucket(() => 1, new ManualClock(), stop.signal);
    await bucket.take(1_000);
    const waiting = bucket.take(1_000);
    stop.abort();
    await waiting;
  });

  test('is not looked up once everything stops: where it is stored may be closed', async () => {
    const stop = new AbortController();
    let isClosed = false;
    const bucket = new TokenBucket(
      () => {
        if (isClosed) throw new Error('closed');
        return 1;
      },
      new ManualClock(),
      stop.signal
    );
    const turns = [bucket.take(5), bucket.take(5), bucket.take(5)];
    stop.abort();
    isClosed = true;
    await Promise.all(turns);
    expect(bucket.take(5)).toBeUndefined();
  });
});

describe('a socket with limits', () => {
  const sockets: Socket[] = [];
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

  async function connected(): Promise<[Socket, Socket]> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const ours = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [theirs] = (await once(server, 'connection')) as [Socket];
    server.close();
    sockets.push(ours, theirs);
    return [ours, theirs];
  }

  test('delivers received data at the limited rate, and loses nothing at the end', async () => {
    const [ours, theirs] = await connected();
    const clock = new ManualClock();
    const download = new TokenBucket(() => 100, clock, never);
    const traffic = { received: 0, sent: 0 };
    const stream = tcpStream(ours, { counters: [traffic], download });
    await download.take(200);
    let arrived: Uint8Array | undefined;
    const reading = stream.read().then((bytes) => (arrived = bytes));
    theirs.end('four');
    await expect.poll(() => traffic.received).toBe(4);
    expect(arrived).toBeUndefined();
    await clock.advance(2_000);
    await reading;
    expect(Buffer.from(arrived!).toString()).toBe('four');
    expect(await stream.read()).toBeUndefined();
  });

  test('gets TCP keepalive after a minute without data', async () => {
    const [ours] = await connected();
    const keepAlive = vi.spyOn(ours, 'setKeepAlive');
    tcpStream(ours, { counters: [] });
    expect(keepAlive).toHaveBeenCalledWith(true, 60_000);
  });

  test('sends at the limited rate', async () => {
    const [ours, theirs] = await connected();
    const clock = new ManualClock();
    const upload = new TokenBucket(() => 100, clock, never);
    await upload.take(200);
    const traffic = { received: 0, sent: 0 };
    const writing = tcpStream(ours, { counters: [traffic], upload }).write(Buffer.from('four'));
    await settle();
    expect(traffic.sent).toBe(0);
    const got = once(theirs, 'data');
    await clock.advance(2_000);
    await writing;
    expect(traffic.sent).toBe(4);
    expect(String((await got)[0])).toBe('four');
  });
});

test('the lower of the daemon’s and the gateway’s limits applies', () => {
  const store = new ChainStore(':memory:');
  const { settings } = store;
  const refused = refusal('gateway/speed-negative');
  expect(effectiveLimits(settings)).toEqual({ maxDownloadSpeed: 0n, maxUploadSpeed: 0n });
  setSpeedLimits(settings, 'daemon', { maxdownloadspeed: 5_000n }, refused);
  setSpeedLimits(settings, 'gateway', { maxdownloadspeed: 9_000n, maxuploadspeed: 700n }, refused);
  expect(effectiveLimits(settings)).toEqual({ maxDownloadSpeed: 5_000n, maxUploadSpeed: 700n });
  setSpeedLimits(settings, 'gateway', { maxdownloadspeed: 3_000n }, refused);
  expect(effectiveLimits(settings)).toEqual({ maxDownloadSpeed: 3_000n, maxUploadSpeed: 700n });
  setSpeedLimits(settings, 'gateway', { maxdownloadspeed: 0n }, refused);
  expect(speedLimits(settings, 'gateway')).toEqual({ maxDownloadSpeed: 0n, maxUploadSpeed: 700n });
  expect(speedLimits(settings, 'daemon')).toEqual({ maxDownloadSpeed: 5_000n, maxUploadSpeed: 0n });
  store.close();
});

test.each<[string, Parameters<typeof negativeSpeed>[0], string | undefined]>([
  ['no limits given', {}, undefined],
  ['none', { maxdownloadspeed: 0n, maxuploadspeed: 0n }, undefined],
  ['the first one', { maxdownloadspeed: -1n }, 'maxdownloadspeed'],
  ['the second one', { maxdownloadspeed: 1n, maxuploadspeed: -1n }, 'maxuploadspeed'],
  ['both', { maxdownloadspeed: -1n, maxuploadspeed: -1n }, 'maxdownloadspeed']
])('nothing is changed if %s of the limits is negative', (_, given, parameter) => {
  expect(negativeSpeed(given)).toBe(parameter);
  const store = new ChainStore(':memory:');
  const change = () => setSpeedLimits(store.settings, 'daemon', given, refusal('gateway/speed-negative'));
  if (parameter === undefined) expect(change).not.toThrow();
  else expect(change).toThrow(expect.objectContaining({ code: 'gateway/speed-negative', parameter }));
  expect(effectiveLimits(store.settings)).toEqual({ maxDownloadSpeed: 0n, maxUploadSpeed: 0n });
  store.close();
});

test('a limit stored with an exponent by an earlier release is read', () => {
  const store = new ChainStore(':memory:');
  store.settings.set('daemon.maxdownloadspeed', '9.2e+18');
  store.settings.set('daemon.maxuploadspeed', '12345678901234567890');
  expect(speedLimits(store.settings, 'daemon')).toEqual({
    maxDownloadSpeed: 9_200_000_000_000_000_000n,
    maxUploadSpeed: 12_345_678_901_234_567_890n
  });
  store.close();
});
