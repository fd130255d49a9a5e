import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, Hash256 } from '$lib/chain/ids';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import type { WalletRow } from '$lib/services/wallet/records';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { databaseWith } from '../support/databaseWith';
import { DEV_PHRASE, openBrowser, PASSWORD, send, stubPage, until, viewOf, World } from '../support/walletWorld';

const COIN = 10n ** 24n;
const NOTED = 'ab'.repeat(32) as Hash256;
const FROZEN = 'cd'.repeat(32) as CoinOutputId;
const SECRET = 'another good password';

let world: World;
beforeAll(stubPage);
beforeEach(async () => {
  world = await World.open();
  await world.mine(VOID_ADDRESS, 3);
});
afterEach(() => world.end());

/** A browser with a wallet that has keys and a label, a watch-only one, and the file to which they were saved. */
async function savedBrowser() {
  const browser = world.browser();
  const wallet = await world.restored(DEV_PHRASE, browser);
  await wallet.setLabel(DEV_ADDRESSES.policy, 'savings');
  await wallet.setNote(NOTED, 'shoes');
  await wallet.freeze([FROZEN], true);
  await browser.wallets.watch({ name: 'watched', entries: [{ address: VOID_ADDRESS, label: 'nobody' }] });
  const file = await browser.wallets.writeBackup(SECRET);
  return { browser, wallet, file };
}

describe('a backup of all wallets', () => {
  test('is restored in another browser: keys, labels and the chain’s data', async () => {
    const { wallet, file } = await savedBrowser();
    const other = world.browser();
    const preview = await other.wallets.readBackup(file, SECRET);
    expect(preview.wallets).toMatchObject([
      { id: wallet.id, name: 'restored', hasKeys: true, isPresent: false },
      { name: 'watched', hasKeys: false, addresses: 1, isPresent: false }
    ]);
    expect(other.wallets.list).toEqual([]);
    expect(await other.wallets.restoreBackup(preview)).toBe(2);
    expect(other.wallets.list.map(({ name }) => name)).toEqual(['restored', 'watched']);
    await other.wallets.watch({ name: 'not in the file', entries: [{ address: DEV_ADDRESSES.policy, label: '' }] });
    expect(other.wallets.withoutBackup.map(({ name }) => name)).toEqual(['not in the file']);
    const again = await world.followed(other, wallet.id);
    expect(await viewOf(again)).toEqual(await viewOf(wallet));
    expect(again.labelOf(DEV_ADDRESSES.policy)).toBe('savings');
    expect(await again.noteOf(NOTED)).toBe('shoes');
    expect(again.frozen).toEqual(new Set([FROZEN]));
    // The keys are protected by the wallet's own password, as before.
    await again.keys.unlock(PASSWORD);
    await send(again, VOID_ADDRESS, COIN);
  });

  test('warns of a second payment of what was signed and handed over in the first browser', async () => {
    const browser = world.browser();
    const wallet = await world.restored(DEV_PHRASE, browser);
    const request = { recipients: [{ address: VOID_ADDRESS, unit: 'coins', coins: hastings(COIN) }] } as const;
    const handedOver = wallet.send();
    await handedOver.compose(request);
    await handedOver.sign();
    const file = await browser.wallets.writeBackup(SECRET);
    const other = world.browser();
    await other.wallets.restoreBackup(await other.wallets.readBackup(file, SECRET));
    const again = await world.followed(other, wallet.id);
    const [signed] = handedOver.status.step === 'reviewing' ? handedOver.status.summary.inputs : [];
    await again.freeze([signed!.id as string as CoinOutputId], true);
    const second = again.send();
    await second.compose(request);
    expect(second.status).toMatchObject({ step: 'reviewing', summary: { warnings: ['paid-twice'] } });
    expect(again.sends.list).toEqual([]);
  });

  test('that is older than the wallet: once unlocked, coins at later addresses are found', async () => {
    const browser = world.browser();
    const { wallet } = await world.created(browser);
    const file = await browser.wallets.writeBackup(SECRET);
    // Of thirty payers who received an address, the last one pays.
    for (let i = 1; i < 30; i++) await wallet.newAddress();
    await send(await world.restored(), (await wallet.newAddress()).address, COIN);
    await world.mine(VOID_ADDRESS);
    const other = world.browser();
    await other.wallets.restoreBackup(await other.wallets.readBackup(file, SECRET));
    const again = await world.followed(other, wallet.id);
    expect(again.balance!.total).toBe(0n);
    await again.keys.unlock(PASSWORD);
    await until('found', () => again.balance!.total === COIN);
  });

  test('does not count as containing a wallet to which addresses were added since: a policy could be lost', async () => {
    const { browser, file } = await savedBrowser();
    const { id } = browser.wallets.list.find(({ kind }) => kind === 'watch')!;
    const watched = await world.followed(browser, id);
    expect(browser.wallets.withoutBackup).toEqual([]);
    await watched.watchMore([{ address: DEV_ADDRESSES.policy }]);
    expect(browser.wallets.withoutBackup).toMatchObject([{ id }]);
    await browser.wallets.restoreBackup(await browser.wallets.readBackup(file, SECRET));
    expect(browser.wallets.withoutBackup).toMatchObject([{ id }]);
    await browser.wallets.writeBackup(SECRET);
    expect(browser.wallets.withoutBackup).toEqual([]);
  });

  test('does not count as containing a wallet that was added while it was written', async () => {
    const database = openMemoryDatabase();
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const slow = databaseWith(database, {
      // The address book is read last.
      read: async (tables, run) => {
        if (tables.includes('contacts')) await gate;
        return database.read(tables, run);
      }
    });
    const { wallets } = openBrowser(world.node.wallet, slow);
    await wallets.watch({ name: 'first', entries: [{ address: VOID_ADDRESS, label: '' }] });
    const saving = wallets.writeBackup(SECRET);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await wallets.watch({ name: 'second', entries: [{ address: VOID_ADDRESS, label: '' }] });
    openGate();
    const { wallets: saved } = await wallets.readBackup(await saving, SECRET);
    expect(saved.map(({ name }) => name)).toEqual(['first']);
    expect(wallets.withoutBackup.map(({ name }) => name)).toEqual(['second']);
  });

  test('does not count as containing a wallet to which addresses were added while it was sealed', async () => {
    const browser = world.browser();
    const { wallets } = browser;
    await wallets.watch({ name: 'first', entries: [{ address: VOID_ADDRESS, label: '' }] });
    const id = await wallets.watch({ name: 'second', entries: [{ address: VOID_ADDRESS, label: '' }] });
    const second = await wallets.open(id);
    let added: Promise<void> | undefined;
    const file = await wallets.writeBackup(SECRET, () => {
      added ??= second.watchMore([{ address: DEV_ADDRESSES.policy }]);
    });
    await added;
    const { wallets: saved } = await wallets.readBackup(file, SECRET);
    expect(saved.map(({ addresses }) => addresses)).toEqual([1, 1]);
    expect(wallets.withoutBackup.map(({ name }) => name)).toEqual(['second']);
  });

  test('adds the contacts of the address book, and keeps existing ones', async () => {
    const { browser } = await savedBrowser();
    const contacts = await browser.wallets.openContacts();
    await contacts.save({ address: VOID_ADDRESS, name: 'Nobody', note: '' });
    await contacts.save({ address: DEV_ADDRESSES.policy, name: 'Rent', note: 'every month' });
    const file = await browser.wallets.writeBackup(SECRET);
    const other = world.browser();
    const known = await other.wallets.openContacts();
    await known.save({ address: VOID_ADDRESS, name: 'The void', note: 'here' });
    await other.wallets.restoreBackup(await other.wallets.readBackup(file, SECRET));
    expect(known.list).toEqual([
      { address: DEV_ADDRESSES.policy, name: 'Rent', note: 'every month' },
      { address: VOID_ADDRESS, name: 'The void', note: 'here' }
    ]);
  });

  test('keeps the unconfirmed state of a wallet’s words', async () => {
    const { wallets } = world.browser();
    const phrase = await wallets.newPhrase();
    await wallets.create({ name: 'new', phrase, password: PASSWORD, phrasePending: true });
    const other = world.browser();
    await other.wallets.restoreBackup(await other.wallets.readBackup(await wallets.writeBackup(SECRET), SECRET));
    expect(other.wallets.list).toMatchObject([{ name: 'new', phrasePending: true }]);
  });

  test('leaves existing wallets unchanged', async () => {
    const { browser, wallet, file } = await savedBrowser();
    await wallet.rename('mine');
    const preview = await browser.wallets.readBackup(file, SECRET);
    expect(preview.wallets.every(({ isPresent }) => isPresent)).toBe(true);
    expect(await browser.wallets.restoreBackup(preview)).toBe(0);
    expect(browser.wallets.list.map(({ name }) => name)).toContain('mine');
  });

  test('reveals nothing about the wallets without its password', async () => {
    const { file } = await savedBrowser();
    for (const word of ['restored', 'savings', DEV_ADDRESSES.policy, 'abandon']) expect(file).not.toContain(word);
  });

  const rows: [string, (file: string) => string, string][] = [
    ['another file', () => 'address,amount', 'backup/format'],
    ['JSON of something else', () => '{"format":"other"}', 'backup/format'],
    ['a later version', (file) => file.replace('"version":1', '"version":2'), 'backup/newer-version'],
    ['a truncated file', (file) => `${file.slice(0, -40)}"}`, 'backup/damaged'],
    [
      'a changed byte',
      (file) => `${file.slice(0, -30)}${file.at(-30) === 'a' ? 'b' : 'a'}${file.slice(-29)}`,
      'backup/damaged'
    ],
    ['no content', (file) => file.replace(/"sealed":"[^"]*"/, '"sealed":""'), 'backup/damaged']
  ];
  test.each(rows)('%s is rejected with its reason, and nothing is restored', async (_, change, code) => {
    const { file } = await savedBrowser();
    const other = world.browser();
    await expect(other.wallets.readBackup(change(file), SECRET)).rejects.toMatchObject({ code });
    await expect(other.wallets.readBackup(file, `${SECRET}!`)).rejects.toMatchObject({ code: 'backup/wrong-password' });
    expect(other.wallets.list).toEqual([]);
  });

  test('a wallet’s key file is not a backup', async () => {
    const { browser, wallet, file } = await savedBrowser();
    const row = await browser.database.read(['vaults'], (at) => at.get('vaults', [wallet.id]));
    const hex = Buffer.from(row!.vault).toString('hex');
    const forged = file.replace(/"sealed":"[^"]*"/, `"sealed":"${hex}"`);
    await expect(browser.wallets.readBackup(forged, PASSWORD)).rejects.toMatchObject({ code: 'backup/damaged' });
  });
});

describe('unreadable records', () => {
  test('are counted and left unchanged; the other wallets are shown', async () => {
    const { browser, wallet } = await savedBrowser();
    const damaged = { id: 'x' } as unknown as WalletRow;
    await browser.database.write(['wallets'], (at) => at.put('wallets', damaged));
    await browser.wallets.refresh();
    expect(browser.wallets.damaged).toMatchObject({ code: 'storage/damaged', count: 1 });
    const saved = await browser.wallets.readBackup(await browser.wallets.writeBackup(SECRET), SECRET);
    expect(saved.wallets.map(({ id }) => id)).toContain(wallet.id);
    expect(browser.wallets.list.map(({ id }) => id)).toContain(wallet.id);
    expect(await browser.database.read(['wallets'], (at) => at.get('wallets', ['x']))).toEqual(damaged);
  });

  test('wallets that the browser cleared are reported as lost', async () => {
    const { browser, wallet } = await savedBrowser();
    await browser.wallets.refresh();
    expect(browser.wallets.lost).toBe(0);
    wallet.close();
    for (const { id } of browser.wallets.list)
      await browser.database.write(['wallets'], (at) => at.delete('wallets', [id]));
    await browser.wallets.refresh();
    expect([browser.wallets.list, browser.wallets.lost]).toEqual([[], 2]);
    browser.wallets.dismissLost();
    expect(browser.wallets.lost).toBe(0);
  });

  test('a wallet that its owner removed is not lost', async () => {
    const { browser } = await savedBrowser();
    for (const { id } of browser.wallets.list) await browser.wallets.remove(id);
    expect([browser.wallets.list, browser.wallets.lost]).toEqual([[], 0]);
  });
});
