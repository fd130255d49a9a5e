import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Address } from '$lib/chain/address';
import { concatBytes, decodeHex, encodeHex, encodeUtf8 } from '$lib/codec/bytes';
import { AppError } from '$lib/errors';
import { rowsOfKeys } from '$lib/services/wallet/addresses';
import { readBackup, restoreBackup, writeBackup } from '$lib/services/wallet/backup';
import type { OnProgress } from '$lib/services/wallet/ports';
import type { WalletRow } from '$lib/services/wallet/records';
import { watchedRow } from '$lib/services/wallet/summary';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { WalletStore } from '$lib/storage/walletStore';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { transferId, type Transfer } from '$lib/wallet/transfer/transfer';
import { seedWallet } from '../../wallet/support';

class KeystoreFault extends AppError {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Sealing flips every bit and prepends the password. */
const flip = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0xff);
const keystore = {
  sealBackup: async (content: Uint8Array, password: string, onProgress?: OnProgress) => {
    onProgress?.(1);
    return concatBytes(Uint8Array.of(password.length), flip(content));
  },
  openBackup: async (sealed: Uint8Array, password: string, onProgress?: OnProgress) => {
    onProgress?.(1);
    if (sealed[0] !== password.length) throw new KeystoreFault('keystore/wrong-password');
    return flip(sealed.subarray(1));
  }
};

const wallet = seedWallet(4, 1);
const [derived] = wallet.keys.map(({ publicKey }) => ({
  index: 0,
  publicKey,
  uc: wallet.address(0, 'uc'),
  pk: wallet.address(0, 'pk')
}));
const SEED: WalletRow = {
  id: 'feed', name: 'daily', kind: 'seed', createdAtMs: 20, checkedUpTo: 45, discover: false, firstSync: false,
  phrasePending: true, genesis: 'ab'.repeat(32) as never
}; // prettier-ignore
const WATCH: WalletRow = {
  id: 'ace', name: 'cold', kind: 'watch', createdAtMs: 10, checkedUpTo: 0, discover: true, firstSync: false,
  policy: { type: 'above', height: 5n }
}; // prettier-ignore
const SEED_ROWS = rowsOfKeys('feed', [derived!], 3).map((row, i) => ({
  ...row,
  label: i === 0 ? 'rent' : '',
  shown: i === 0,
  used: i === 0,
  isChange: i === 1
}));
const WATCHED = 'a2a3773f76136bdb05a0ff79a0f4fcc2826436794f8db36db6408355c5ca32345002db43c2eb' as Address;
const WATCH_ROWS = [watchedRow('ace', { address: WATCHED, label: 'safe' }, 5)];
const VAULT = new Uint8Array([1, 2, 3]);
const CONTACT = { address: WATCHED, name: 'Bob', note: 'pays back' };

let store: WalletStore;
const emptyStore = () => new WalletStore(openMemoryDatabase());
beforeEach(async () => {
  store = emptyStore();
  await store.addWallet(SEED, SEED_ROWS, { vault: VAULT });
  await store.addWallet(WATCH, WATCH_ROWS);
  await store.saveContacts([CONTACT]);
  await store.setFrozen('feed', ['cd'.repeat(32) as never], true);
});
const write = async () => (await writeBackup({ store, keystore }, 'secret', 99)).text;
const read = (text: string, into = emptyStore(), password = 'secret') =>
  readBackup({ store: into, keystore }, text, password);
const refusal = (code: string) => expect.objectContaining({ code }) as Error;

describe('a backup', () => {
  test('shows its contents before anything is restored', async () => {
    const into = emptyStore();
    const { content: _, ...preview } = await read(await write(), into);
    expect(preview).toEqual({
      createdAtMs: 99,
      wallets: [
        {
          id: 'ace',
          name: 'cold',
          hasKeys: false,
          policy: WATCH.policy,
          addresses: 1,
          createdAtMs: 10,
          isPresent: false,
          sharesName: false
        },
        { id: 'feed', name: 'daily', hasKeys: true, addresses: 2, createdAtMs: 20, isPresent: false, sharesName: false }
      ],
      newContacts: 1,
      omittedContacts: 0,
      sharedContactNames: 0
    });
    expect(await into.wallets()).toEqual([]);
    const here = await read(await write(), store);
    expect(here.wallets.map(({ isPresent }) => isPresent)).toEqual([true, true]);
    expect(here.newContacts).toBe(0);
  });

  test('marks a wallet of another seed that has the name of an existing one', async () => {
    const into = emptyStore();
    await into.addWallet({ ...SEED, id: 'mine', name: ' Daily\u200b' }, []);
    const { wallets } = await read(await write(), into);
    expect(wallets.filter(({ sharesName }) => sharesName).map(({ name }) => name)).toEqual(['daily']);
    // Wallets that are not restored need no warning.
    expect((await read(await write(), store)).wallets.some(({ sharesName }) => sharesName)).toBe(false);
  });

  test('says that it adds a recipient who has the name of another one', async () => {
    const into = emptyStore();
    await into.saveContacts([{ ...CONTACT, address: SEED_ROWS[0]!.address, name: 'Воb' }]);
    expect(await read(await write(), into)).toMatchObject({ newContacts: 1, sharedContactNames: 1 });
    await into.saveContacts([CONTACT]);
    expect(await read(await write(), into)).toMatchObject({ newContacts: 0, sharedContactNames: 0 });
  });

  test('the same for the name of a wallet here, except at its own addresses', async () => {
    const into = emptyStore();
    await into.addWallet({ ...SEED, id: 'mine', name: CONTACT.name }, []);
    expect(await read(await write(), into)).toMatchObject({ newContacts: 1, sharedContactNames: 1 });
    const owner = emptyStore();
    await owner.addWallet({ ...SEED, id: 'mine', name: CONTACT.name }, [
      { ...SEED_ROWS[0]!, walletId: 'mine', address: CONTACT.address }
    ]);
    expect(await read(await write(), owner)).toMatchObject({ newContacts: 1, sharedContactNames: 0 });
  });

  test('adds no more recipients than the address book holds, and none that it does not accept', async () => {
    const contacts = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        ...CONTACT,
        address: (from + i).toString(16).padStart(76, '0') as Address
      }));
    await store.saveContacts([{ ...CONTACT, name: 'x'.repeat(81) }]);
    await store.saveContacts([{ ...CONTACT, address: SEED_ROWS[0]!.address, note: 'x'.repeat(256) }]);
    await store.saveContacts(SEED_ROWS.slice(1).map(({ address }) => ({ ...CONTACT, address })));
    const into = emptyStore();
    await into.saveContacts(contacts(0, 9_999));
    const preview = await read(await write(), into);
    expect(preview).toMatchObject({ newContacts: 1, omittedContacts: 2, sharedContactNames: 1 });
    await restoreBackup({ store: into, keystore }, preview);
    expect((await into.contacts()).length).toBe(10_000);
    await into.saveContacts(contacts(9_999, 1));
    await into.removeContact(SEED_ROWS[1]!.address);
    expect(await read(await write(), into)).toMatchObject({ newContacts: 0, omittedContacts: 3 });
  });

  test('marks a wallet that was restored here from its phrase', async () => {
    const into = emptyStore();
    const copy = { ...SEED, id: 'c0de', name: 'copy', genesis: undefined };
    const rows = rowsOfKeys('c0de', [derived!], 3);
    await into.addWallet({ ...copy, id: 'dead', kind: 'watch', createdAtMs: 1 }, rows);
    await into.addWallet({ ...copy, id: 'e15e', createdAtMs: 1, genesis: 'cd'.repeat(32) as never }, rows);
    const sameIn = async (target: WalletStore) => (await read(await write(), target)).wallets.map((w) => w.sameKeysAs);
    expect(await sameIn(into)).toEqual([undefined, undefined]);
    await into.addWallet(copy, rows);
    expect(await sameIn(into)).toEqual([undefined, { id: 'c0de', name: 'copy' }]);
    await store.addWallet(copy, rows);
    expect(await sameIn(store)).toEqual([undefined, undefined, undefined]);
  });

  test('restores signed payments, without those that this version cannot read', async () => {
    const transfer = { network: 'test', generation: 'v2', basis: { height: 3, id: 'ab'.repeat(32) }, transaction: EMPTY_V2_TRANSACTION, signatures: [], preimages: [] } as unknown as Transfer;
    const id = transferId(transfer);
    await store.putSend({ walletId: 'feed', id, transfer, atMs: 50, isUnclear: true });
    await store.putMined('feed', [{ id, minedHeight: 9 }]);
    const into = emptyStore();
    const preview = await read(await write(), into);
    for (const wallet of preview.content.wallets) wallet.sends?.push({ transfer: 'ff00', atMs: 60 }, { transfer: 'zz', atMs: 60 });
    await restoreBackup({ store: into, keystore }, preview);
    expect(await into.sends('feed')).toEqual([{ walletId: 'feed', id, transfer, atMs: 50, minedHeight: 9, isReleased: true }]);
    expect(await into.sends('ace')).toEqual([]);
  }); // prettier-ignore

  test('restores wallets, keys, labels, frozen coins and the address book', async () => {
    const into = emptyStore();
    const restored = await restoreBackup({ store: into, keystore }, await read(await write(), into));
    expect(restored).toBe(2);
    expect(new Set(await into.wallets())).toEqual(
      new Set([
        // Keys after those in the file are searched: others may have been used since.
        { ...SEED, firstSync: true, discover: true, checkedUpTo: 1 },
        { ...WATCH, firstSync: true }
      ])
    );
    expect(new Set(await into.addresses('feed'))).toEqual(new Set(SEED_ROWS));
    expect(await into.addresses('ace')).toEqual(WATCH_ROWS);
    expect([await into.loadVault('feed'), await into.loadVault('ace')]).toEqual([VAULT, undefined]);
    expect((await into.open('feed')).frozenIds).toEqual(new Set(['cd'.repeat(32)]));
    expect(await into.contacts()).toEqual([CONTACT]);
  });

  test('restores a wallet completely after an interruption', async () => {
    await store.removeWallet('ace');
    const text = await write();
    const into = emptyStore();
    const interrupting = vi.spyOn(into, 'addWallet').mockRejectedValueOnce(new Error('interrupted'));
    await expect(restoreBackup({ store: into, keystore }, await read(text, into))).rejects.toThrow('interrupted');
    expect(await into.loadVault('feed')).toBeUndefined();
    interrupting.mockRestore();
    await restoreBackup({ store: into, keystore }, await read(text, into));
    const { frozenIds, addresses } = await into.open('feed');
    expect([...frozenIds]).toEqual(['cd'.repeat(32)]);
    expect(addresses.map(({ label }) => label).toSorted()).toEqual(['', 'rent']);
    expect(await into.loadVault('feed')).toEqual(VAULT);
  });

  test('leaves existing wallets and contacts unchanged', async () => {
    const preview = await read(await write(), store);
    await store.changeWallet('feed', { name: 'renamed' });
    await store.removeWallet('ace');
    await store.saveContacts([{ ...CONTACT, name: 'Robert' }]);
    await store.replaceVault('feed', VAULT, new Uint8Array([9]));
    expect(await restoreBackup({ store, keystore }, preview)).toBe(1);
    expect(await store.wallet('feed')).toMatchObject({ name: 'renamed', firstSync: false });
    expect(await store.loadVault('feed')).toEqual(new Uint8Array([9]));
    expect(await store.contacts()).toMatchObject([{ name: 'Robert' }]);
    expect(await restoreBackup({ store, keystore }, preview)).toBe(0);
  });

  test('from someone else cannot change the direction of the text beside its names', async () => {
    const reversed = 'a\u202eb\u2066';
    await store.addWallet({ ...WATCH, id: 'beef', name: reversed }, [
      watchedRow('beef', { address: WATCHED, label: reversed }, 5)
    ]);
    await store.saveContacts([{ ...CONTACT, name: reversed, note: reversed }]);
    const into = emptyStore();
    const preview = await read(await write(), into);
    expect(preview.wallets.map(({ name }) => name)).toContain('ab');
    await restoreBackup({ store: into, keystore }, preview);
    expect(await into.wallet('beef')).toMatchObject({ name: 'ab' });
    expect(await into.addresses('beef')).toMatchObject([{ label: 'ab' }]);
    expect(await into.contacts()).toEqual([{ ...CONTACT, name: 'ab', note: 'ab' }]);
  });

  test('is written without damaged records', async () => {
    await store.addWallet({ id: 'broken' } as WalletRow, []);
    expect((await read(await write())).wallets.map(({ id }) => id)).toEqual(['ace', 'feed']);
  });

  interface Written {
    createdAtMs: number;
    wallets: WrittenWallet[];
  }
  interface WrittenWallet {
    id: string;
    name: string;
    createdAtMs: number;
    checkedUpTo: number;
    sends: { transfer: string; atMs: number; minedHeight?: number }[];
    addresses: WrittenAddress[];
  }
  interface WrittenAddress {
    createdAtMs: number;
    key?: { index: number };
  }
  const seedOf = ({ wallets }: Written) => wallets.find(({ id }) => id === 'feed')!;
  test.each<[string, (content: Written) => void]>([
    ['that lists a wallet twice', ({ wallets }) => wallets.push({ ...wallets[0]!, name: 'other' })],
    ['with the name of a page as an id', (content) => (seedOf(content).id = 'setup')],
    ['with a path as an id', (content) => (seedOf(content).id = '../settings')],
    ['with an empty id', (content) => (seedOf(content).id = '')],
    ['with half a key index', (content) => (seedOf(content).addresses[0]!.key!.index = 0.5)],
    ['with a negative key index', (content) => (seedOf(content).addresses[0]!.key!.index = -1)],
    ['with a negative position', (content) => (seedOf(content).checkedUpTo = -1)],
    ['with a position beyond all keys', (content) => (seedOf(content).checkedUpTo = 1e300)],
    ['from beyond the calendar', (content) => (content.createdAtMs = 1e300)],
    ['with a wallet from beyond the calendar', (content) => (seedOf(content).createdAtMs = -1e300)],
    ['with an address from beyond the calendar', (content) => (seedOf(content).addresses[0]!.createdAtMs = 8.65e15)],
    ['with a payment from beyond the calendar', (content) => (seedOf(content).sends = [{ transfer: '', atMs: 1e300 }])],
    [
      'with a payment in half a block',
      (content) => (seedOf(content).sends = [{ transfer: '', atMs: 1, minedHeight: 0.5 }])
    ]
  ])('%s is damaged', async (_, change) => {
    await expect(read(await changed(change))).rejects.toEqual(refusal('backup/damaged'));
  });

  test.each<[string, (content: Written) => void]>([
    [
      'of a wallet with more addresses than one holds',
      (content) => (seedOf(content).addresses = Array(100_001).fill(seedOf(content).addresses[0]!))
    ],
    [
      'of thousands of wallets',
      (content) => (content.wallets = Array.from({ length: 1_001 }, (_, i) => ({ ...seedOf(content), id: String(i) })))
    ]
  ])('%s is refused', async (_, change) => {
    await expect(read(await changed(change))).rejects.toEqual(refusal('backup/too-long'));
  });

  async function changed(change: (content: Written) => void): Promise<string> {
    const written = JSON.parse(await write()) as { sealed: string };
    const plain = await keystore.openBackup(decodeHex(written.sealed), 'secret');
    const content = JSON.parse(new TextDecoder().decode(plain)) as Written;
    change(content);
    const sealed = encodeHex(await keystore.sealBackup(encodeUtf8(JSON.stringify(content)), 'secret'));
    return JSON.stringify({ format: 'quarry-wallet-backup', version: 1, sealed });
  }

  test('of an earlier version has no contacts, labels or pending words', async () => {
    const {
      labels: _,
      phrasePending: __,
      ...plain
    } = { ...(await read(await write())).content.wallets[1]!, policy: null };
    const old = { createdAtMs: 1, wallets: [{ ...plain, addresses: [], genesis: null }] };
    const into = emptyStore();
    const sealed = encodeHex(await keystore.sealBackup(encodeUtf8(JSON.stringify(old)), 'secret'));
    const text = JSON.stringify({ format: 'quarry-wallet-backup', version: 1, sealed });
    expect(await restoreBackup({ store: into, keystore }, await read(text, into))).toBe(1);
    expect(await into.wallet('feed')).toMatchObject({ name: 'daily', firstSync: true });
    expect(await into.contacts()).toEqual([]);
  });

  test('reports its progress', async () => {
    const told: number[] = [];
    const { text } = await writeBackup({ store, keystore }, 'secret', 99, (fraction) => told.push(fraction));
    await readBackup({ store, keystore }, text, 'secret', (fraction) => told.push(fraction));
    expect(told).toEqual([1, 1]);
  });
});

describe('a backup file is rejected', () => {
  const file = (changes: object) =>
    JSON.stringify({ format: 'quarry-wallet-backup', version: 1, sealed: '06ff', ...changes });

  test('with another password', async () => {
    await expect(read(await write(), emptyStore(), 'other one')).rejects.toEqual(refusal('backup/wrong-password'));
  });

  test.each([
    ['that is not JSON', 'hello', 'backup/format'],
    ['that is empty', 'null', 'backup/format'],
    ['that is a text', '"quarry-wallet-backup"', 'backup/format'],
    ['in another format', file({ format: 'other' }), 'backup/format'],
    ['without a format', '{}', 'backup/format'],
    ['of a newer version', file({ version: 2 }), 'backup/newer-version'],
    ['without its content', file({ sealed: undefined }), 'backup/damaged'],
    ['whose content is not hexadecimal', file({ sealed: 'xyz' }), 'backup/damaged'],
    ['whose content is not JSON', file({ sealed: '06ff' }), 'backup/damaged'],
    ['whose content is something else', file({ sealed: `06${encodeHex(flip(encodeUtf8('{}')))}` }), 'backup/damaged']
  ])('%s', async (_, text, code) => {
    await expect(read(` ${text}\n`)).rejects.toEqual(refusal(code));
  });

  test.each([
    ['keystore/wrong-password', 'backup/wrong-password'],
    ['keystore/damaged', 'backup/damaged'],
    ['keystore/truncated', 'backup/damaged'],
    ['keystore/newer-version', 'backup/newer-version'],
    ['keystore/out-of-memory', 'keystore/out-of-memory']
  ])('with the keystore’s error: %s', async (code, expected) => {
    const failing = { ...keystore, openBackup: () => Promise.reject(new KeystoreFault(code)) };
    const opening = readBackup({ store, keystore: failing }, await write(), 'secret');
    await expect(opening).rejects.toEqual(refusal(expected));
  });
});
