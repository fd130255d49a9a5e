import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, Hash256, TransactionId } from '$lib/chain/ids';
import { v2CoinOutputId } from '$lib/chain/transaction/v2TransactionIds';
import { StaleWriteError } from '$lib/services/errors';
import {
  changeLabels,
  labelChange,
  noteOf,
  readEventTexts,
  readLabelFile,
  readLabels,
  withNote
} from '$lib/services/wallet/labels';
import { nextAddress, rowsOfKeys } from '$lib/services/wallet/addresses';
import type { LabelChange } from '$lib/services/wallet/ports';
import type { AddressRow } from '$lib/services/wallet/records';
import { mergeLabels, type LabelSet } from '$lib/wallet/formats/labels';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { seedWallet } from '../../wallet/support';

const TX = 'ab'.repeat(32);
const V1_TX = 'cd'.repeat(32);
const V1_OUTPUT = 'ef'.repeat(32) as CoinOutputId;
const FOREIGN = 'a2a3773f76136bdb05a0ff79a0f4fcc2826436794f8db36db6408355c5ca32345002db43c2eb' as Address;

const { keys, address } = seedWallet(4, 2);
const derived = keys.map(({ publicKey }, index) => ({
  index,
  publicKey,
  uc: address(index, 'uc'),
  pk: address(index, 'pk')
}));

/** A wallet of two keys with a variable as its store. */
function wallet() {
  let rows = new Map(rowsOfKeys('w', derived, 0).map((row): [Address, AddressRow] => [row.address, row]));
  let frozen = new Set<CoinOutputId>();
  let text: string | undefined;
  let waiting: LabelChange['waiting'] = new Map();
  const v1Event = {
    id: V1_TX,
    outputs: [
      { id: 'f0'.repeat(32), address: FOREIGN, funds: 1n, own: false },
      { id: V1_OUTPUT, address: FOREIGN, coins: hastings(1n), own: true }
    ]
  } as unknown as WalletEvent;
  const deps = {
    walletId: 'w',
    store: {
      labelText: () => Promise.resolve(text),
      event: (_: string, id: Hash256) => Promise.resolve((id as string) === V1_TX ? v1Event : undefined),
      saveLabels: async (_: string, read: string | undefined, change: LabelChange) => {
        if (read !== text) throw new StaleWriteError();
        text = change.text;
        waiting = change.waiting;
        rows = new Map(rows);
        for (const { address, change: fields } of change.changes)
          rows.set(address, { ...rows.get(address)!, ...fields });
        frozen = new Set([...frozen, ...change.frozen].filter((id) => !change.thawed.includes(id)));
      }
    }
  };
  const own = () => ({ rows, frozen });
  const apply = async (set: LabelSet) => deps.store.saveLabels('w', text, await labelChange(deps, own(), set));
  return {
    own,
    waiting: () => waiting,
    read: () => readLabels(deps, own()),
    change: (change: (current: LabelSet) => LabelSet) => changeLabels(deps, own, change),
    import: async (file: string) => apply(mergeLabels(await readLabels(deps, own()), readLabelFile(file), 'replace')),
    apply
  };
}

const lines = (...objects: object[]) => objects.map((object) => `${JSON.stringify(object)}\n`).join('');

test('a file of a million labels is rejected before parsing', () => {
  const line = `${JSON.stringify({ type: 'tx', ref: TX, label: 'x' })}\n`;
  expect(() => readLabelFile(line.repeat(1_000_000))).toThrow(
    expect.objectContaining({ code: 'wallet/container', fault: 'large-file' })
  );
});

describe('an import', () => {
  test('labels own addresses, keeps labels for others, and freezes outputs in either notation', async () => {
    const it = wallet();
    await it.import(
      lines(
        { type: 'addr', ref: address(0, 'uc'), label: 'rent' },
        { type: 'addr', ref: FOREIGN, label: 'later' },
        { type: 'output', ref: `${TX}:3`, spendable: false },
        { type: 'output', ref: `${V1_TX}:0`, spendable: false },
        { type: 'output', ref: '01'.repeat(32), spendable: false },
        { type: 'output', ref: '02'.repeat(32), label: 'free' },
        { type: 'output', ref: '03'.repeat(32), spendable: true },
        { type: 'input', ref: `${TX}:4`, spendable: false }
      )
    );
    expect(it.own().rows.get(address(0, 'uc'))?.label).toBe('rent');
    expect(it.waiting()).toEqual(new Map([[FOREIGN, 'later']]));
    expect(it.own().frozen).toEqual(
      new Set([v2CoinOutputId(TX as TransactionId, 3), V1_OUTPUT, '01'.repeat(32) as CoinOutputId])
    );
  });

  test('counts addresses that it labels as issued: another copy of the wallet gave them to someone', async () => {
    const it = wallet();
    await it.import(lines({ type: 'addr', ref: address(0, 'uc'), label: 'rent' }));
    expect(nextAddress(it.own().rows).address).toBe(address(1, 'uc'));
  });

  test('can be undone', async () => {
    const it = wallet();
    await it.import(lines({ type: 'addr', ref: address(0, 'uc'), label: 'rent' }));
    const before = await it.read();
    await it.import(
      lines(
        { type: 'addr', ref: address(0, 'uc'), label: 'hobby' },
        { type: 'output', ref: `${TX}:3`, spendable: false }
      )
    );
    await it.apply(before);
    expect(it.own().rows.get(address(0, 'uc'))?.label).toBe('rent');
    expect(it.own().frozen).toEqual(new Set());
    expect(await it.read()).toEqual(before);
  });

  test('shows the label of an address without an origin, and keeps those of other accounts', async () => {
    const it = wallet();
    const own = { type: 'addr', ref: address(0, 'uc'), label: 'rent' } as const;
    const theirs = { ...own, label: 'mine, not theirs', origin: "wpkh([d34db33f/84'/0'/1'])" };
    await it.import(lines(own, theirs));
    expect(it.own().rows.get(own.ref)?.label).toBe('rent');
    expect((await it.read()).lines).toEqual([own, theirs]);
    // The order of the lines does not matter, and a label with an origin is better than none.
    await it.import(lines(theirs, { ...own, label: 'hobby' }));
    expect(it.own().rows.get(own.ref)?.label).toBe('hobby');
    await it.import(lines({ ...theirs, ref: address(1, 'uc') }));
    expect(it.own().rows.get(address(1, 'uc'))?.label).toBe(theirs.label);
  });

  test('of CSV with address and label', async () => {
    const it = wallet();
    await it.import(`address,label\n${address(1, 'uc')},savings`);
    expect(it.own().rows.get(address(1, 'uc'))?.label).toBe('savings');
  });
});

test('the export contains what the wallet shows, with the keys of addresses', async () => {
  const it = wallet();
  await it.import(
    lines({ type: 'output', ref: `${TX}:3`, spendable: false, height: 9 }, { type: 'tx', ref: TX, label: 'x' })
  );
  // The user labels an address and unfreezes the output on other pages.
  (it.own().rows as Map<Address, AddressRow>).set(address(1, 'pk'), {
    ...it.own().rows.get(address(1, 'pk'))!,
    label: 'own'
  });
  (it.own().frozen as Set<CoinOutputId>).clear();
  (it.own().frozen as Set<CoinOutputId>).add('09'.repeat(32) as CoinOutputId);
  expect((await it.read()).lines).toEqual([
    { type: 'output', ref: `${TX}:3`, spendable: true, more: { height: 9 } },
    { type: 'tx', ref: TX, label: 'x' },
    { type: 'addr', ref: address(1, 'pk'), label: 'own', more: { keypath: '/1' } },
    { type: 'output', ref: '09'.repeat(32), spendable: false }
  ]);
});

test('a note replaces the previous one, and that of another account is kept', async () => {
  const it = wallet();
  const id = TX as Hash256;
  await it.import(
    lines({ type: 'tx', ref: TX, label: 'theirs', origin: 'o' }, { type: 'tx', ref: TX, label: 'old', fee: 1 })
  );
  await it.apply(withNote(await it.read(), id, 'new'));
  const set = await it.read();
  expect(noteOf(set, id)).toBe('new');
  expect(set.lines).toContainEqual({ type: 'tx', ref: TX, label: 'theirs', origin: 'o' });
  expect(set.lines).toContainEqual({ type: 'tx', ref: TX, label: 'new', more: { fee: 1 } });
});

test('a transaction without a note has the label of its input, until a note is written or cleared', async () => {
  const it = wallet();
  const id = TX as Hash256;
  await it.import(
    lines(
      { type: 'input', ref: `${TX}:0`, label: 'shoes' },
      { type: 'input', ref: `${V1_TX}:0`, label: 'x', origin: 'o' }
    )
  );
  const set = await it.read();
  expect([noteOf(set, id), noteOf(set, V1_TX as Hash256)]).toEqual(['shoes', '']);
  expect(noteOf(withNote(set, id, 'boots'), id)).toBe('boots');
  expect(noteOf(withNote(set, id, ''), id)).toBe('');
});

test('events are known by labels, names in the address book and notes; a label comes first', async () => {
  const rows = wallet().own().rows;
  const labeled = new Map(rows).set(address(0, 'uc'), { ...rows.get(address(0, 'uc'))!, label: 'Mine' });
  const text = lines(
    { type: 'tx', ref: TX, label: 'rent' },
    { type: 'tx', ref: V1_TX, label: '' },
    { type: 'tx', ref: V1_TX, label: 'theirs', origin: 'o' }
  );
  const contacts = [
    { address: FOREIGN, name: 'Ada', note: '' },
    { address: address(0, 'uc'), name: 'Myself', note: '' }
  ];
  const store = { labelText: async () => text, contacts: async () => contacts };
  const { nameOf, notes } = await readEventTexts({ walletId: 'w', store }, labeled);
  expect([nameOf(address(0, 'uc')), nameOf(FOREIGN), nameOf(address(1, 'uc'))]).toEqual(['Mine', 'Ada', '']);
  expect([...notes]).toEqual([
    [TX, 'rent'],
    [V1_TX, '']
  ]);
});

test('two notes at once are both stored', async () => {
  const it = wallet();
  const [first, second] = [TX, V1_TX] as unknown as [Hash256, Hash256];
  const changed = await Promise.all([
    it.change((current) => withNote(current, first, 'rent')),
    it.change((current) => withNote(current, second, 'shop'))
  ]);
  const set = await it.read();
  expect([noteOf(set, first), noteOf(set, second)]).toEqual(['rent', 'shop']);
  expect(changed.map(({ before }) => noteOf(before, first))).toEqual(['', 'rent']);
});
