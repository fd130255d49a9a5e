import { describe, expect, test } from 'vitest';
import type { PublicKey } from '$lib/chain/keys/keys';
import { decodeHex, encodeHex, encodeUtf8 } from '$lib/codec/bytes';
import { HidAnswer, hidReports } from '$lib/wallet/hardware/hidFrames';
import { appVersion, deviceKey, meaningOf, requireOpenApp, signHash } from '$lib/wallet/hardware/signerApp';
import { ReplayDevice, type Exchange } from '../../../support/replayDevice';
import { loadStandard } from '../../../support/standards';

const { keys, exchanges, frames } = loadStandard<{
  keys: { index: number; publicKey: string; address: string }[];
  exchanges: Record<'name' | 'version' | 'address5' | 'refused' | 'hash5', Exchange>;
  frames: { channel: string; command: string; answer: string };
}>('hardware');
const [, key5] = keys as [unknown, (typeof keys)[number]];
const publicKey5 = `ed25519:${key5.publicKey}` as PublicKey;
const HASH = new Uint8Array(32).fill(0xaa);
const [SIGN5] = exchanges.hash5;
const code = (expected: string) => expect.objectContaining({ code: expected });
/** A clock that advances by this much with each reading. */
const clock = (stepMs: number) => {
  let nowMs = 0;
  return () => (nowMs += stepMs);
};

describe('recorded exchanges', () => {
  test('the name of the open app', async () => {
    const device = new ReplayDevice(exchanges.name);
    await requireOpenApp(device);
    expect(device.left).toBe(0);
  });

  test('the version of the app', async () => {
    const device = new ReplayDevice(exchanges.version);
    expect(await appVersion(device)).toBe('2.0.0');
    expect(device.left).toBe(0);
  });

  test('key 5 with its address', async () => {
    expect(await deviceKey(new ReplayDevice(exchanges.address5), 5)).toEqual({
      index: 5,
      publicKey: publicKey5,
      address: key5.address
    });
  });

  test('a rejection by the user', async () => {
    await expect(deviceKey(new ReplayDevice(exchanges.refused), 5)).rejects.toEqual(code('hardware/declined'));
  });

  test('the signature of a hash', async () => {
    const signature = await signHash(new ReplayDevice(exchanges.hash5), 5, HASH, clock(2000));
    expect(signature).toBe(exchanges.hash5[1].slice(0, 128));
  });
});

describe('the open app', () => {
  const [ask] = exchanges.name;
  /** The response of a device with this app open. */
  const named = (name: string) => `01${encodeHex(Uint8Array.of(name.length))}${encodeHex(encodeUtf8(name))}0131009000`;
  const open = (answer: string) => requireOpenApp(new ReplayDevice([ask, answer]));

  test.each(['BOLOS', 'Bitcoin', 'Sia2', ''])('is another one: %j', async (name) => {
    await expect(open(named(name))).rejects.toEqual(code('hardware/app-closed'));
  });

  test('cannot be asked of a locked device', async () => {
    await expect(open('5515')).rejects.toEqual(code('hardware/locked'));
  });

  test.each(['6d00', '6e00', '029000', '9000'])('is unknown if the response is %s', async (answer) => {
    await open(answer);
  });
});

describe('a signature', () => {
  const sign = (answer: string, stepMs = 2000) => signHash(new ReplayDevice([SIGN5, answer]), 5, HASH, clock(stepMs));

  test('declined immediately means that blind signing is disabled', async () => {
    await expect(sign('6985', 400)).rejects.toEqual(code('hardware/blind-signing-off'));
    await expect(sign('6985', 499)).rejects.toEqual(code('hardware/blind-signing-off'));
    await expect(sign('6985', 500)).rejects.toEqual(code('hardware/declined'));
    await expect(sign('6b00', 400)).rejects.toEqual(code('hardware/app-failed'));
  });

  test('after an interrupted command is requested again, once', async () => {
    const device = new ReplayDevice([SIGN5, '6b02'], exchanges.hash5);
    expect(await signHash(device, 5, HASH, clock(2000))).toHaveLength(128);
    const stuck = new ReplayDevice([SIGN5, '6b02'], [SIGN5, '6b02'], exchanges.hash5);
    await expect(signHash(stuck, 5, HASH, clock(2000))).rejects.toEqual(code('hardware/app-failed'));
    expect(stuck.left).toBe(1);
  });

  test.each(['9000', 'aa9000', ''])('with the response %j is rejected', async (answer) => {
    await expect(sign(answer)).rejects.toEqual(code('hardware/wrong-answer'));
  });
});

test('an address that does not belong to the key is rejected', async () => {
  const [command, answer] = exchanges.address5;
  const forged = answer.replace(/^9d/, '9c');
  await expect(deviceKey(new ReplayDevice([command, forged]), 5)).rejects.toEqual(code('hardware/wrong-answer'));
});

test('indexes from 2^31 on, which would repeat keys, are rejected', async () => {
  for (const index of [2 ** 31, -1, 0.5]) {
    await expect(deviceKey(new ReplayDevice(), index)).rejects.toThrow(RangeError);
  }
  // The largest index is sent; this device has no response to it.
  await expect(deviceKey(new ReplayDevice(), 2 ** 31 - 1)).rejects.not.toThrow(RangeError);
});

test.each([
  [0x9000, undefined],
  [0x6985, 'hardware/declined'],
  [0x6b00, 'hardware/app-failed'],
  [0x6b01, 'hardware/unsupported'],
  [0x6b02, 'hardware/app-failed'],
  [0x6d00, 'hardware/outdated-app'],
  [0x6e00, 'hardware/app-closed'],
  [0x6e01, 'hardware/app-closed'],
  [0x6511, 'hardware/app-closed'],
  [0x5515, 'hardware/locked'],
  [0x6f00, 'hardware/system'],
  [0x6faa, 'hardware/system']
])('status %i is %s', (status, meaning) => {
  expect(meaningOf(status)).toBe(meaning);
});

describe('HID reports', () => {
  const channel = parseInt(frames.channel, 16);
  const padded = (hex: string) => hex.padEnd(128, '0');

  test('of the version command and its response', () => {
    const reports = hidReports(channel, decodeHex(exchanges.version[0]));
    expect(reports.map(encodeHex)).toEqual([padded(frames.command)]);
    const answer = new HidAnswer(channel).add(decodeHex(padded(frames.answer)));
    expect(encodeHex(answer!)).toBe(exchanges.version[1]);
  });

  test('a long response in parts; other channels are ignored, a wrong sequence number is not', () => {
    const long = Uint8Array.from({ length: 110 }, (_, i) => i);
    const [first, second] = hidReports(channel, long) as [Uint8Array, Uint8Array];
    const answer = new HidAnswer(channel);
    expect(answer.add(first)).toBeUndefined();
    expect(answer.add(hidReports(0x0202, long)[1]!)).toBeUndefined();
    expect(answer.add(second)).toEqual(long);
    expect(() => new HidAnswer(channel).add(second)).toThrow(code('hardware/system'));
  });
});
