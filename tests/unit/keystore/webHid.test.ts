import { describe, expect, test } from 'vitest';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { connectDevice, type Hid, type HidDevice } from '$lib/keystore/webHid';
import { HidAnswer, hidReports } from '$lib/wallet/hardware/hidFrames';
import { appVersion, deviceKey } from '$lib/wallet/hardware/signerApp';
import { loadStandard } from '../../support/standards';

const { exchanges } = loadStandard<{ exchanges: Record<string, readonly [string, string]> }>('hardware');
const [ASK_NAME] = exchanges.name!;
const answers = new Map([exchanges.name!, exchanges.version!, exchanges.address5!]);
/** The response of a device on which no app is open. */
const DASHBOARD = '0105424f4c4f5305312e302e309000';
const code = (expected: string) => expect.objectContaining({ code: expected });

/** A WebHID device that replays recorded commands, interleaved with another program's reports. */
function fakeHid({ vendorId = 0x2c97, known = true, silent = false, app = answers.get(ASK_NAME)! } = {}) {
  const reports = new Set<(event: { readonly data: DataView }) => void>();
  const leaving = new Set<(event: { readonly device: HidDevice }) => void>();
  const asked: string[] = [];
  let received: HidAnswer | undefined;
  let opened = false;
  const post = (report: Uint8Array<ArrayBuffer>) => {
    for (const listener of reports) listener({ data: new DataView(report.buffer) });
  };
  const device: HidDevice = {
    vendorId,
    get opened() {
      return opened;
    },
    open: () => Promise.resolve(void (opened = true)),
    close: () => Promise.resolve(void (opened = false)),
    sendReport: (_, report) => {
      const channel = new DataView(report.buffer).getUint16(0);
      received ??= new HidAnswer(channel);
      const command = received.add(report);
      if (!command) return Promise.resolve();
      received = undefined;
      const sent = encodeHex(command);
      asked.push(sent);
      if (silent && sent !== ASK_NAME) return Promise.resolve();
      const answer = decodeHex(sent === ASK_NAME ? app : answers.get(sent)!);
      for (const foreign of hidReports(channel ^ 1, answer)) post(foreign);
      for (const own of hidReports(channel, answer)) post(own);
      return Promise.resolve();
    },
    addEventListener: (_, listener) => void reports.add(listener),
    removeEventListener: (_, listener) => void reports.delete(listener)
  };
  let prompts = 0;
  const hid: Hid = {
    getDevices: () => Promise.resolve(known ? [device] : []),
    requestDevice: () => Promise.resolve(prompts++ === 0 ? [device] : []),
    addEventListener: (_, listener) => void leaving.add(listener),
    removeEventListener: (_, listener) => void leaving.delete(listener)
  };
  const unplug = () => {
    for (const listener of leaving) listener({ device });
  };
  return { hid, device, asked, unplug, prompts: () => prompts, listeners: () => reports.size + leaving.size };
}

describe('a device over WebHID', () => {
  test('that was granted before is opened without a prompt', async () => {
    const fake = fakeHid();
    const link = await connectDevice(fake.hid);
    expect(await appVersion(link)).toBe('2.0.0');
    expect(fake.prompts()).toBe(0);
    expect(fake.listeners()).toBe(0);
    await link.close();
    expect(fake.device.opened).toBe(false);
  });

  test('is otherwise selected in a prompt, and responds in several reports', async () => {
    const fake = fakeHid({ known: false });
    const link = await connectDevice(fake.hid);
    expect(fake.prompts()).toBe(1);
    expect((await deviceKey(link, 5)).index).toBe(5);
  });

  test('of another vendor, or none, is reported as disconnected', async () => {
    await expect(connectDevice(fakeHid({ vendorId: 1 }).hid)).rejects.toEqual(code('hardware/disconnected'));
    await expect(connectDevice(undefined)).rejects.toEqual(code('hardware/no-browser-support'));
  });

  test('without the network’s app receives no further command, and is closed', async () => {
    const fake = fakeHid({ app: DASHBOARD });
    await expect(connectDevice(fake.hid)).rejects.toEqual(code('hardware/app-closed'));
    expect(fake.asked).toEqual([ASK_NAME]);
    expect(fake.device.opened).toBe(false);
  });

  test('that is unplugged while awaiting approval ends the request', async () => {
    const fake = fakeHid({ silent: true });
    const link = await connectDevice(fake.hid);
    const asking = appVersion(link);
    await Promise.resolve();
    fake.unplug();
    await expect(asking).rejects.toEqual(code('hardware/disconnected'));
    expect(fake.listeners()).toBe(0);
  });
});
