import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Address } from '$lib/chain/address';
import { parseCsv } from '$lib/codec/csv';
import type { WalletSummary } from '$lib/services/wallet/views';
import type { WalletState } from '$lib/state/wallet/wallet.svelte';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { walletCommands } from '../../../src/routes/(app)/_shell/paletteCommands';
import { downloadHistory, downloadLabels } from '../../../src/routes/(app)/_shell/walletExports';
import { eventually } from '../../support/eventually';

interface Saved {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}
let saved: Saved[];
let blobs: Map<string, Blob>;

/** Captures the files saved by clicks on download links. */
beforeEach(() => {
  saved = [];
  blobs = new Map();
  vi.stubGlobal('document', {
    createElement: () => ({
      href: '',
      download: '',
      click(this: { href: string; download: string }) {
        const blob = blobs.get(this.href)!;
        void blob.text().then((text) => saved.push({ name: this.download, type: blob.type, text }));
      }
    })
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const url = `blob:${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const OWN = '0a'.repeat(38) as Address;
const event = (id: string, coins: bigint): WalletEvent =>
  ({
    id,
    type: 'v2Transaction',
    timestamp: 1_700_000_000,
    index: { height: 7, id: 'bb' },
    maturityHeight: 7,
    coins,
    funds: 0n,
    fee: 0n,
    inputs: [],
    outputs: [{ address: OWN, own: true, coins }]
  }) as unknown as WalletEvent;

async function* events() {
  yield event('newer', 2n * 10n ** 24n);
  yield event('older', 10n ** 24n);
}
const NO_BLOCK = { height: 0, id: '0'.repeat(64) };
const wallet = {
  unconfirmed: [{ ...event('waiting', 3n * 10n ** 24n), index: NO_BLOCK }],
  info: { name: 'Savings' },
  eventTexts: async () => ({ nameOf: () => 'Rent', notes: new Map([['older', 'for June']]) }),
  lists: { allEvents: events },
  readLabels: async () => ({ lines: [{ type: 'addr', ref: OWN, label: 'Rent' }], raw: [] })
} as unknown as WalletState;

test('the whole history, unconfirmed events included, becomes a CSV file named after the wallet', async () => {
  await downloadHistory(wallet);
  await eventually(() => expect(saved).toHaveLength(1));
  const [{ name, type, text }] = saved as [Saved];
  expect([name, type]).toEqual(['Savings events.csv', 'text/csv']);
  const [header, ...rows] = parseCsv(text);
  const column = (title: string) => rows.map((row) => row[header!.indexOf(title)]);
  expect([column('id'), column('status'), column('coins'), column('label'), column('note')]).toEqual([
    ['waiting', 'newer', 'older'],
    ['unconfirmed', 'confirmed', 'confirmed'],
    ['3', '2', '1'],
    ['Rent', 'Rent', 'Rent'],
    ['', '', 'for June']
  ]);
});

test('labels become JSON lines in BIP 329 format', async () => {
  await downloadLabels(wallet);
  await eventually(() => expect(saved).toHaveLength(1));
  expect(saved[0]!.name).toBe('Savings labels.jsonl');
  expect(JSON.parse(saved[0]!.text)).toEqual({ type: 'addr', ref: OWN, label: 'Rent' });
});

test('the palette offers both for every wallet, and exports the selected one', () => {
  const summary = (id: string, name: string) => ({ id, name, kind: 'watch' }) as WalletSummary;
  const done: string[] = [];
  const commands = walletCommands([summary('1', 'Savings'), summary('2', 'Rent')], {
    go: (href) => done.push(`go ${href}`),
    lockAll: () => done.push('lock'),
    copyAddress: ({ name }) => done.push(`copy ${name}`),
    exportHistory: ({ name }) => done.push(`history ${name}`),
    exportLabels: ({ name }) => done.push(`labels ${name}`)
  });
  const run = (label: RegExp) => commands.filter((command) => label.test(command.label)).forEach(({ run }) => run());
  run(/history/i);
  run(/labels/i);
  expect(done).toEqual(['history Savings', 'history Rent', 'labels Savings', 'labels Rent']);
});
