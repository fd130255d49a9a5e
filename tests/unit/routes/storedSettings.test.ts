import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_ELECTRICITY } from '$lib/services/mining/electricity';
import { DEFAULT_PAUSES } from '$lib/services/mining/pauses';
import { DEFAULT_NOTICES } from '$lib/services/notifications/notices';
import { DEFAULT_FORMATS } from '$lib/services/settings/formats';
import { readSettings, writeSettings } from '$lib/services/settings/settingsFile';
import { storedSettings } from '../../../src/routes/(app)/_parts/storedSettings';

/** The parts of the app that hold settings, as plain fields. */
function holders() {
  const miner = {
    enginePreference: 'auto',
    power: 1,
    setEngine: vi.fn(),
    setPower: (power: number) => (miner.power = power)
  };
  const mining = {
    cores: { chosen: undefined as number | undefined, choose: (cores?: number) => (mining.cores.chosen = cores) },
    pauses: { rules: DEFAULT_PAUSES },
    electricity: { value: DEFAULT_ELECTRICITY }
  };
  return {
    language: { choice: 'browser' },
    theme: { choice: 'system' },
    formats: { value: DEFAULT_FORMATS },
    miner,
    mining,
    notifications: { settings: DEFAULT_NOTICES },
    wallets: { autoLockMinutes: 15 }
  };
}

let held: ReturnType<typeof holders>;
const settings = () => storedSettings(held as unknown as Parameters<typeof storedSettings>[0]);
const write = () =>
  writeSettings(Object.fromEntries(Object.entries(settings()).map(([name, { value }]) => [name, value])));
function load(text: string): void {
  const stored = settings();
  const parsers = Object.fromEntries(Object.entries(stored).map(([name, { parse }]) => [name, parse]));
  for (const [name, value] of readSettings(text, parsers)) stored[name]!.set(value);
}

beforeEach(() => void (held = holders()));

test('settings saved in one browser can be loaded in another', () => {
  held.mining.cores.chosen = 3;
  held.mining.electricity.value = { currency: 'EUR', watts: 120, pricePerKwh: 0.3 };
  held.mining.pauses.rules = { onBattery: false, lowBattery: true, whileBusy: true, hours: { from: 1320, to: 360 } };
  held.notifications.settings = { ...DEFAULT_NOTICES, alert: { inbox: false, browser: true } };
  held.wallets.autoLockMinutes = 60;
  const text = write();
  const saved = held;
  held = holders();
  load(text);
  expect(held.mining.cores.chosen).toBe(3);
  expect(held.mining.electricity).toEqual(saved.mining.electricity);
  expect(held.mining.pauses).toEqual(saved.mining.pauses);
  expect(held.notifications).toEqual(saved.notifications);
  expect(held.wallets).toEqual(saved.wallets);
});

test('the default number of cores is stored as unset, and restored as the default', () => {
  const text = write();
  held.mining.cores.chosen = 8;
  load(text);
  expect(held.mining.cores.chosen).toBeUndefined();
});

test.each([
  ['mining.cores', 0],
  ['mining.cores', 2.5],
  ['mining.cores', 'most'],
  ['mining.electricity', { currency: 'EUR', watts: -1 }],
  ['mining.electricity', { currency: 'EUR', watts: '120' }],
  ['mining.electricity', { currency: 'far too long a name' }],
  ['mining.pauses', { ...DEFAULT_PAUSES, hours: { from: 0, to: 1440 } }],
  ['mining.pauses', { onBattery: 'yes' }],
  ['notifications', { ...DEFAULT_NOTICES, alert: { inbox: 'yes', browser: false } }],
  ['notifications', { ...DEFAULT_NOTICES, gossip: { inbox: true, browser: false } }],
  ['wallets.autoLockMinutes', -1],
  ['wallets.autoLockMinutes', 0.001],
  ['wallets.autoLockMinutes', 1441]
])('%s with %j is reported, and nothing is changed', (name, value) => {
  const before = write();
  const text = JSON.stringify({ kind: 'quarry-settings', version: 1, settings: { theme: 'dark', [name]: value } });
  expect(() => load(text)).toThrow(expect.objectContaining({ code: 'settings/invalid', names: name }));
  expect(write()).toBe(before);
});
