import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StorageFullError } from '$lib/storage/errors';
import { HardwareSigner } from '$lib/state/wallet/hardware.svelte';
import { setDaemonTransport, setNotices, setWallet, setWallets } from '$lib/state/context';
import RestoreBackup from '../../src/routes/(app)/wallet/setup/backup/+page.svelte';
import Watch from '../../src/routes/(app)/wallet/setup/watch/+page.svelte';
import Settings from '../../src/routes/(app)/wallet/[id]/settings/+page.svelte';
import Hardware from '../../src/routes/(app)/wallet/hardware/+page.svelte';
import Restore from '../../src/routes/(app)/wallet/setup/restore/+page.svelte';
import Sweep from '../../src/routes/(app)/wallet/[id]/sweep/+page.svelte';
import Policies from '../../src/routes/(app)/wallet/policies/+page.svelte';
import Phrase from '../../src/routes/(app)/wallet/[id]/phrase/+page.svelte';
import ImportSeed from '../../src/routes/(app)/wallet/signing/ImportSeed.svelte';
import SeedKeys from '../../src/routes/(app)/wallet/signing/SeedKeys.svelte';
import { eventually } from '../support/eventually';
import { page } from '../support/kit/state.svelte';

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
});

const noAnswer = () => new Promise<Response>(() => undefined);

function show(
  part: Component<never>,
  props: object,
  { wallet = {}, wallets = {}, fetch = noAnswer }: { wallet?: object; wallets?: object; fetch?: typeof noAnswer }
): void {
  const provided = (...[anchor, given]: Parameters<typeof part>) => {
    setWallet({ sends: { hasUnfinished: async () => false }, ...wallet } as never);
    setWallets(wallets as never);
    setNotices({ say: () => undefined } as never);
    setDaemonTransport({ fetch, baseUrl: 'http://quarry.test/api/daemon' });
    return part(anchor, given);
  };
  shown = mount(provided, { target: document.body, props: props as never, context: new Map() });
  flushSync();
}

const field = () => document.querySelector('textarea')!;
function type(text: string) {
  field().value = text;
  field().dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
}
function press(label: string) {
  const named = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === label);
  named!.click();
  flushSync();
}

/** Its key is the base point of the curve: not every 32 bytes are a key. */
const KEY_POLICY = `pk(0x58${'66'.repeat(31)})`;

test('a wallet created from a policy is created once, although its form is submitted twice', async () => {
  const watch = vi.fn(() => new Promise(() => undefined));
  show(Policies as never, {}, { wallets: { watch, withAddresses: async () => undefined } });
  document.querySelector<HTMLInputElement>('input[value="inspect"]')!.click();
  flushSync();
  type(KEY_POLICY);
  press('Create a wallet from it');
  press('Create a wallet from it');
  await eventually(() => expect(watch).toHaveBeenCalled());
  await new Promise((done) => setTimeout(done, 50));
  expect(watch).toHaveBeenCalledOnce();
});

test('no wallet is created from a policy that anyone, or no one, could spend from', () => {
  show(Policies as never, {}, {});
  document.querySelector<HTMLInputElement>('input[value="inspect"]')!.click();
  flushSync();
  for (const unusable of ['above(5)', `thresh(2,[${KEY_POLICY}])`]) {
    type(KEY_POLICY);
    expect(document.querySelector('form')).not.toBeNull();
    type(unusable);
    expect(document.querySelector('form')).toBeNull();
    expect(document.querySelector('[role="status"]')).not.toBeNull();
  }
});

test('addresses that a wallet already lists are watched by a second click only', async () => {
  const watch = vi.fn(() => new Promise(() => undefined));
  const withAddresses = vi.fn(async () => ({ id: 'one', name: 'Mine' }));
  show(Watch as never, {}, { wallets: { watch, withAddresses } });
  const address = '0'.repeat(64) + '89eb0d6a8a69';
  type(address);
  press('Watch');
  await eventually(() => expect(document.querySelector('[role="alert"] a[href="/wallet/one"]')).not.toBeNull());
  expect(watch).not.toHaveBeenCalled();
  type('');
  expect(document.querySelector('[role="alert"]')).toBeNull();
  type(address);
  press('Add anyway');
  await eventually(() => expect(watch).toHaveBeenCalledOnce());
  expect(withAddresses).toHaveBeenCalledOnce();
});

test('a phrase typed while another one is sent to the signing server stays', async () => {
  const { promise, resolve } = Promise.withResolvers<{ id: string }>();
  const onimported = vi.fn();
  const service = { importPhrase: () => promise };
  show(ImportSeed as never, { service, remote: false, onimported }, {});
  type(`${'abandon '.repeat(11)}about`);
  press('Import');
  press('Send the words');
  type('zoo');
  resolve({ id: 'one' });
  await eventually(() => expect(onimported).toHaveBeenCalledOnce());
  expect(field().value).toBe('zoo');
});

/** The wallet that a sweep pays, and the close function of the sweep. */
function sweepable() {
  const close = vi.fn(async () => undefined);
  const key = { origin: 'native', path: "m/0'" };
  const found = [{ key, address: 'a'.repeat(76), coins: 5n, immature: 0n, funds: 0n }];
  const wallet = {
    info: { id: 'one', name: 'Mine' },
    sends: { list: [] as object[], row: (): object | undefined => undefined },
    addressBook: new Map(),
    sweep: async (): Promise<object> => ({ found, left: 0, isCut: false, close, request: () => ({}) }),
    sweepAddress: () => new Promise(() => undefined)
  };
  return { close, found, wallet };
}

test.each([
  [{ isOwn: true }, 1],
  [{ isCut: true }, 1],
  [{}, 0]
])('a sweep of the own keys, or of more keys than are searched, says so: %j', async (facts, notices) => {
  const { wallet } = sweepable();
  const found = await wallet.sweep();
  show(Sweep as never, {}, { wallet: { ...wallet, sweep: async () => ({ ...found, ...facts }) } });
  type('secret');
  document.querySelector('form')!.requestSubmit();
  await eventually(() => expect(document.body.textContent).toContain('Review the payment'));
  expect(document.querySelectorAll('.note')).toHaveLength(notices);
});

test('a sweep of coins that cannot be spent yet says when to return, and reviews nothing', async () => {
  const { wallet, found } = sweepable();
  const opened = await wallet.sweep();
  const sweep = async () => ({ ...opened, found: found.map((one) => ({ ...one, immature: one.coins })) });
  show(Sweep as never, {}, { wallet: { ...wallet, sweep } });
  type('secret');
  document.querySelector('form')!.requestSubmit();
  await eventually(() => expect(document.body.textContent).toContain('None of these coins can be spent yet'));
  expect(document.body.textContent).not.toContain('Review the payment');
});

test('a sweep into a locked wallet asks for its password', async () => {
  const { wallet } = sweepable();
  const keys = { locked: true, passkeys: async () => [] };
  show(Sweep as never, {}, { wallet: { ...wallet, hasSeed: true, keys } });
  type('secret');
  document.querySelector('form')!.requestSubmit();
  await eventually(() => expect(document.body.textContent).toContain('Review the payment'));
  press('Review the payment');
  await eventually(() => expect(document.querySelector('dialog[open] input[type="password"]')).not.toBeNull());
});

test('a sweep whose review is being prepared cannot be started over', async () => {
  const { close, wallet } = sweepable();
  show(Sweep as never, {}, { wallet });
  type('secret');
  document.querySelector('form')!.requestSubmit();
  await eventually(() => expect(document.body.textContent).toContain('Review the payment'));
  press('Review the payment');
  press('Look for another wallet');
  expect(close).not.toHaveBeenCalled();
});

test('a sweep whose keys were wiped with those of all wallets asks for them again', async () => {
  const { wallet } = sweepable();
  const wallets = $state({ locks: 0 });
  show(Sweep as never, {}, { wallet, wallets });
  type('secret');
  document.querySelector('form')!.requestSubmit();
  await eventually(() => expect(document.body.textContent).toContain('Review the payment'));
  wallets.locks++;
  flushSync();
  expect(field().value).toBe('');
});

test.each([
  ['restored', Restore, {}],
  ['swept', Sweep, {}],
  ['sent to a signing server', ImportSeed, { service: {}, remote: false, onimported: () => undefined }]
])('words typed to be %s do not stay on the screen when the wallets are locked', (_, part, props) => {
  const wallets = $state({ locks: 0 });
  show(part as never, props, { wallet: sweepable().wallet, wallets });
  type('abandon abandon');
  wallets.locks++;
  flushSync();
  expect(field().value).toBe('');
});

test('a search for a wallet to sweep that ends after the wallets were locked has no keys, and starts over', async () => {
  const { wallet, close } = sweepable();
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  const sweep = () => gate.then(wallet.sweep);
  const wallets = $state({ locks: 0 });
  show(Sweep as never, {}, { wallet: { ...wallet, sweep }, wallets });
  type('secret');
  document.querySelector('form')!.requestSubmit();
  wallets.locks++;
  openGate();
  await eventually(() => expect(close).toHaveBeenCalled());
  flushSync();
  expect(field().value).toBe('');
});

test.each([
  ['signing', true],
  ['broadcasting', false]
])('a sweep that is %s when all wallets are locked', async (step, isCanceled) => {
  const { wallet } = sweepable();
  const wallets = $state({ locks: 0 });
  const lists = { recipients: [], change: [], inputs: [], claims: [], warnings: [] };
  const summary = { id: 'ab', network: 'test', generation: 'v2', ...lists, fee: 1n, sent: 5n, sentFunds: 0n };
  const status = { step, summary: { ...summary, feeCheck: { level: 'normal' } }, missing: [] };
  const cancel = vi.fn();
  const flow = { status, compose: async () => undefined, cancel };
  show(Sweep as never, {}, { wallet: { ...wallet, sweepAddress: async () => 'a', sendFrom: () => flow }, wallets });
  type('secret');
  document.querySelector('form')!.requestSubmit();
  await eventually(() => expect(document.body.textContent).toContain('Review the payment'));
  press('Review the payment');
  await eventually(() => expect(document.querySelector('dl')).not.toBeNull());
  wallets.locks++;
  flushSync();
  // Only what is being sent goes on.
  expect(cancel).toHaveBeenCalledTimes(isCanceled ? 1 : 0);
  expect(document.querySelector('dl') === null).toBe(isCanceled);
  cancel.mockClear();
  await unmount(shown!);
  expect(cancel).toHaveBeenCalledTimes(isCanceled ? 0 : 1);
  show(Sweep as never, {}, { wallet });
});

test.each([
  ['smaller outputs', { left: 3, immature: 0n }],
  ['immature coins', { left: 0, immature: 2n }],
  ['nothing', { left: 0, immature: 0n }]
])('a sweep that leaves %s behind', async (what, { left, immature }) => {
  const { wallet, close, found } = sweepable();
  const all = found.map((one) => ({ ...one, immature }));
  const sweep = async () => ({ found: all, left, isCut: true, close, request: () => ({}) });
  const sent = $state({ status: { step: 'following' }, compose: async () => undefined, cancel: () => undefined });
  show(Sweep as never, {}, { wallet: { ...wallet, sweep, sweepAddress: async () => 'a', sendFrom: () => sent } });
  type('secret');
  document.querySelector('form')!.requestSubmit();
  await eventually(() => expect(document.querySelector('a[href="/wallet/setup/restore"]')).not.toBeNull());
  press('Review the payment');
  await eventually(() => expect(document.querySelector('a[href="/wallet/one"]')).not.toBeNull());
  expect(document.body.textContent.includes('Keep the words or the key')).toBe(what !== 'nothing');
});

test('a sweep that is dropped can be sent again, or begun anew with the old words', async () => {
  const { wallet } = sweepable();
  const rebroadcast = vi.fn(async () => undefined);
  const sent = $state({
    status: { step: 'following', busy: false },
    follow: { state: 'pool' },
    compose: async () => undefined,
    cancel: () => undefined,
    rebroadcast
  });
  show(Sweep as never, {}, { wallet: { ...wallet, sweepAddress: async () => 'a', sendFrom: () => sent } });
  type('secret');
  document.querySelector('form')!.requestSubmit();
  await eventually(() => expect(document.body.textContent).toContain('Review the payment'));
  press('Review the payment');
  await eventually(() => expect(document.querySelector('a[href="/wallet/one"]')).not.toBeNull());
  sent.follow = { state: 'dropped' };
  flushSync();
  expect(document.querySelector('a[href="/wallet/one"]')).toBeNull();
  press('Resend');
  expect(rebroadcast).toHaveBeenCalledOnce();
  press('Sweep again');
  expect(field().value).toBe('');
});

test('a sweep that was dropped before the page was loaded can be sent again without the old words', () => {
  const { wallet } = sweepable();
  const input = { parent: { id: 'i', output: { address: 'a'.repeat(76) } }, satisfiedPolicy: {} };
  const transfer = { generation: 'v2', transaction: { coinInputs: [input], fundInputs: [] } };
  wallet.sends = { list: [{ id: 't', follow: { state: 'dropped' } }], row: () => ({ transfer }) };
  const resend = () => document.querySelector('a[href$="/send"]');
  show(Sweep as never, {}, { wallet });
  expect(resend()).not.toBeNull();
  void unmount(shown!);
  wallet.addressBook.set('a'.repeat(76), {});
  show(Sweep as never, {}, { wallet });
  expect(resend()).toBeNull();
});

test('a risk that was accepted for one sweep is not accepted for the next', async () => {
  const { wallet } = sweepable();
  const lists = { recipients: [], change: [], inputs: [], claims: [], warnings: [] };
  const amounts = { fee: 1n, sent: 0n, sentFunds: 3n, unprotectedClaim: 10n ** 24n, feeCheck: { level: 'normal' } };
  const summary = { id: 'ab', network: 'test', generation: 'v2', ...lists, ...amounts };
  const status = { step: 'reviewing', summary, missing: [] };
  const reviewing = { status, compose: async () => undefined, cancel: () => undefined };
  show(Sweep as never, {}, { wallet: { ...wallet, sweepAddress: async () => 'a', sendFrom: () => reviewing } });
  const box = () => document.querySelector<HTMLInputElement>('input[type="checkbox"]');
  const search = async () => {
    type('secret');
    document.querySelector('form')!.requestSubmit();
    await eventually(() => expect(document.body.textContent).toContain('Review the payment'));
    press('Review the payment');
    await eventually(() => expect(box()).not.toBeNull());
  };
  await search();
  box()!.click();
  flushSync();
  expect(box()!.checked).toBe(true);
  press('Look for another wallet');
  await search();
  expect(box()!.checked).toBe(false);
});

test('words of a wallet that this browser already has are restored by a second click only', async () => {
  const withPhrase = vi.fn(async () => ({ id: 'one', name: 'My <b>savings' }));
  show(Restore as never, {}, { wallets: { withPhrase } });
  const words = `${'abandon '.repeat(11)}about`;
  type(words);
  press('Continue');
  await eventually(() => expect(document.querySelector('a[href="/wallet/one"]')?.textContent).toBe('My <b>savings'));
  expect(document.querySelector('[role="alert"]')!.textContent).toContain('second entry with the same addresses');
  expect(document.querySelector('input[type="password"]')).toBeNull();
  type(`${words} zoo`);
  expect(document.querySelector('[role="alert"]')).toBeNull();
  type(words);
  press('Restore again');
  await eventually(() => expect(document.querySelector('input[type="password"]')).not.toBeNull());
  expect(withPhrase).toHaveBeenCalledOnce();
});

test.each([
  ['restored', Restore, {}],
  ['sent to a signing server', ImportSeed, { service: {}, remote: false, onimported: () => undefined }]
])('words to be %s are counted while they are typed, not beside an error', (_, part, props) => {
  show(part as never, props, {});
  const hint = () => document.querySelector('[id$="-hint"]')!.textContent;
  const whatToEnter = hint();
  type('zoo zoo');
  expect(hint()).toContain('2');
  document.querySelector('form')!.requestSubmit();
  flushSync();
  expect(document.querySelector('[id$="-problem"]')?.textContent).not.toBe('');
  expect(hint()).toBe(whatToEnter);
});

test('words typed while others are being checked are checked, too', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  show(Restore as never, {}, { wallets: { withPhrase: () => promise } });
  type(`${'abandon '.repeat(11)}about`);
  press('Continue');
  type('zoo');
  resolve(undefined);
  await new Promise((done) => setTimeout(done, 50));
  expect(field().value).toBe('zoo');
});

test('a wallet that is restored after its page was left does not lead away from the next one', async () => {
  page.url = new URL('/wallet/setup/restore', page.url);
  const { promise, resolve } = Promise.withResolvers<string>();
  const restore = vi.fn(() => promise);
  show(Restore as never, {}, { wallets: { restore, withPhrase: async () => undefined } });
  type(`${'abandon '.repeat(11)}about`);
  press('Continue');
  await eventually(() => expect(document.querySelector('input[type="password"]')).not.toBeNull());
  for (const password of document.querySelectorAll<HTMLInputElement>('input[type="password"]')) {
    password.value = 'correct horse battery staple';
    password.dispatchEvent(new Event('input', { bubbles: true }));
  }
  await eventually(() => {
    press('Restore wallet');
    expect(restore).toHaveBeenCalledOnce();
  });
  await unmount(shown!);
  shown = undefined;
  resolve('one');
  await new Promise((done) => setTimeout(done, 50));
  expect(page.url.pathname).toBe('/wallet/setup/restore');
});

describe('what ends after its page was left does not lead away from the next one:', () => {
  let end: PromiseWithResolvers<string>;
  beforeEach(() => void (end = Promise.withResolvers()));

  async function expectToStay(path: string, act: () => void): Promise<void> {
    page.url = new URL(path, page.url);
    act();
    await unmount(shown!);
    shown = undefined;
    page.url = new URL('/chain', page.url);
    end.resolve('one');
    await new Promise((done) => setTimeout(done, 50));
    expect(page.url.pathname).toBe('/chain');
  }

  test('addresses to watch', async () => {
    const watch = vi.fn(() => end.promise);
    show(Watch as never, {}, { wallets: { watch, withAddresses: async () => undefined } });
    await expectToStay('/wallet/setup/watch', () => {
      type('0'.repeat(64) + '89eb0d6a8a69');
      press('Watch');
      document.querySelector('form')!.requestSubmit();
    });
    expect(watch).toHaveBeenCalled();
  });

  test('a policy', async () => {
    const watch = vi.fn(() => end.promise);
    show(Policies as never, {}, { wallets: { watch, withAddresses: async () => undefined } });
    await expectToStay('/wallet/policies', () => {
      document.querySelector<HTMLInputElement>('input[value="inspect"]')!.click();
      flushSync();
      type(KEY_POLICY);
      press('Create a wallet from it');
    });
    expect(watch).toHaveBeenCalledOnce();
  });

  const PUBLIC_KEY = `ed25519:${'ab'.repeat(32)}`;

  test('keys of a signing server', async () => {
    const watch = vi.fn(() => end.promise);
    const key = { publicKey: PUBLIC_KEY, address: 'a'.repeat(76), spendPolicy: { type: 'pk', publicKey: PUBLIC_KEY } };
    show(
      SeedKeys as never,
      { service: { keysOf: async () => [key] }, id: '7' },
      { wallets: { watch, withAddresses: async () => undefined } }
    );
    await eventually(() => expect(document.querySelectorAll('form')).toHaveLength(2));
    await expectToStay('/wallet/signing', () => [...document.querySelectorAll('form')].at(-1)!.requestSubmit());
    expect(watch).toHaveBeenCalledOnce();
  });

  test('keys of a hardware device', async () => {
    Object.defineProperty(navigator, 'hid', { value: {}, configurable: true });
    vi.spyOn(HardwareSigner.prototype, 'connect').mockImplementation(async function (this: HardwareSigner) {
      this.version = '1.0.0';
      this.keys = [{ index: 0, publicKey: PUBLIC_KEY, address: 'a'.repeat(76) }] as never;
    });
    const watch = vi.fn(() => end.promise);
    show(Hardware as never, {}, { wallets: { watch, withAddresses: async () => undefined } });
    press('Connect the device');
    await eventually(() => expect(document.querySelector('form')).not.toBeNull());
    await expectToStay('/wallet/hardware', () => document.querySelector('form')!.requestSubmit());
    expect(watch).toHaveBeenCalledOnce();
  });

  test('confirmed words', async () => {
    const confirmPhrase = vi.fn(() => end.promise);
    const keys = { exportPhrase: async () => 'zoo '.repeat(12).trim() };
    const wallet = { id: 'one', info: { name: 'Mine', phrasePending: true }, hasSeed: true, confirmPhrase, keys };
    show(Phrase as never, {}, { wallet, wallets: { locks: 0, refresh: async () => undefined } });
    const enter = (field: HTMLInputElement, text: string) => {
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    enter(document.querySelector('input')!, 'secret');
    document.querySelector('form')!.requestSubmit();
    await eventually(() => press('I wrote them down'));
    document.querySelectorAll('input').forEach((field) => enter(field, 'zoo'));
    flushSync();
    await expectToStay('/wallet/one/phrase', () => document.querySelector('form')!.requestSubmit());
    expect(confirmPhrase).toHaveBeenCalledOnce();
  });

  test('the removal of a wallet', async () => {
    const remove = vi.fn(() => end.promise);
    const wallet = { info: { id: 'one', name: 'Mine' }, hasSeed: false };
    show(Settings as never, {}, { wallet, wallets: { remove, withoutBackup: [] } });
    await expectToStay('/wallet/one/settings', () => {
      press('Remove this wallet…');
      const name = document.querySelector<HTMLInputElement>('dialog[open] input')!;
      name.value = 'Mine';
      name.dispatchEvent(new Event('input', { bubbles: true }));
      flushSync();
      press('Remove');
      document.querySelector<HTMLFormElement>('dialog[open] form')!.requestSubmit();
    });
    expect(remove).toHaveBeenCalled();
  });
});

describe('outputs of another server can be imported', () => {
  afterEach(() => {
    page.data = {};
  });

  /** The settings of a wallet at a wallet server whose chain begins at this block. */
  function showSettings(session: object, firstHeight?: number) {
    const state = { version: '2.0.0', startTime: '2026-01-01T00:00:00Z', indexMode: 'full', firstHeight };
    const fetch = vi.fn(async () => Response.json(state));
    page.data = { session };
    const wallet = { info: { id: 'one', name: 'Mine' }, hasSeed: false };
    show(Settings as never, {}, { wallet, wallets: { withoutBackup: [] }, fetch });
    return fetch;
  }
  const offer = () => document.body.textContent.includes('Import outputs…');
  const answered = async (fetch: ReturnType<typeof showSettings>) => {
    await eventually(() => expect(fetch).toHaveBeenCalledOnce());
    await new Promise((done) => setTimeout(done, 50));
  };

  test('at a node whose chain began with a checkpoint', async () => {
    showSettings({ mode: 'embedded', elsewhere: [] }, 20);
    await eventually(() => expect(offer()).toBe(true));
  });

  test('not at one that has the whole chain', async () => {
    await answered(showSettings({ mode: 'embedded', elsewhere: [] }));
    expect(offer()).toBe(false);
  });

  test.each([
    ['a remote node', { mode: 'remote', elsewhere: ['daemon', 'wallet'] }],
    ['a remote wallet server beside the own node', { mode: 'embedded', elsewhere: ['wallet'] }]
  ])('at %s, which is not asked first', async (_, session) => {
    const fetch = showSettings(session);
    await eventually(() => expect(offer()).toBe(true));
    expect(fetch).not.toHaveBeenCalled();
  });
});

function pick(name: string, content: string) {
  const files = new DataTransfer();
  files.items.add(new File([content], name));
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  picker.files = files.files;
  picker.dispatchEvent(new Event('change', { bubbles: true }));
}
const BACKUP = JSON.stringify({ format: 'quarry-wallet-backup', version: 1, sealed: '00' });

test('a file that is no backup is refused when it is chosen, before its password is asked for', async () => {
  show(RestoreBackup as never, {}, {});
  pick('backup.json', BACKUP);
  await eventually(() => expect(document.body.textContent).toContain('backup.json'));
  expect(document.querySelector('[role="alert"]')).toBeNull();
  pick('contacts.json', '{}');
  await eventually(() => expect(document.querySelector('[role="alert"]')).not.toBeNull());
  expect(document.body.textContent).not.toContain('backup.json');
});

/** Chooses a backup file, and opens it. */
async function openBackup(given: readonly object[], restoreBackup = () => Promise.resolve(0)) {
  const wallets = given.map((wallet, i) => {
    const content = { id: String(i), name: 'Mine', hasKeys: false, addresses: 1, createdAtMs: 1 };
    return { ...content, isPresent: false, sharesName: false, ...wallet };
  });
  const preview = { createdAtMs: 1, wallets, newContacts: 0, omittedContacts: 0, sharedContactNames: 0 };
  show(RestoreBackup as never, {}, { wallets: { readBackup: async () => preview, restoreBackup } });
  pick('backup.json', BACKUP);
  await eventually(() => expect(document.body.textContent).toContain('backup.json'));
  const password = document.querySelector<HTMLInputElement>('input[type="password"]')!;
  password.value = 'secret';
  password.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  document.querySelector('form')!.requestSubmit();
}

test('the contents of a backup say which wallets are shared', async () => {
  const policy = { type: 'thresh', n: 2, of: [{}, {}, {}] };
  await openBackup([{ hasKeys: true }, { policy }, { policy: { type: 'after' } }, {}]);
  const kinds = () => [...document.querySelectorAll('li .muted')].map(({ textContent }) => textContent.trim());
  await eventually(() =>
    expect(kinds()).toEqual([
      'With keys · 1 address',
      'Shared, 2 of 3 · 1 address',
      'With a policy, without keys · 1 address',
      'Watch-only · 1 address'
    ])
  );
});

test('a backup that cannot be restored says why', async () => {
  await openBackup([{ hasKeys: true }], () => Promise.reject(new StorageFullError()));
  await eventually(() => press('Restore 1 wallet'));
  await eventually(() => expect(document.querySelector('[role="alert"]')).not.toBeNull());
});

test('a key index typed while the device is asked for another one stays', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  // Headless browsers have no WebHID.
  Object.defineProperty(navigator, 'hid', { value: {}, configurable: true });
  vi.spyOn(HardwareSigner.prototype, 'connect').mockImplementation(async function (this: HardwareSigner) {
    this.version = '1.0.0';
  });
  const readKey = vi.spyOn(HardwareSigner.prototype, 'readKey').mockImplementation(() => promise);
  show(Hardware as never, {}, {});
  press('Connect the device');
  const index = () => document.querySelector<HTMLInputElement>('input[inputmode="numeric"]')!;
  await eventually(() => {
    press('Read the key');
    expect(readKey).toHaveBeenCalledWith(0);
  });
  const labels = [...document.querySelectorAll('button')].map(({ textContent }) => textContent.trim());
  expect(labels).toEqual(['Connect the device', 'Confirm on the device…']);
  index().value = '70';
  index().dispatchEvent(new Event('input', { bubbles: true }));
  resolve(undefined);
  await new Promise((done) => setTimeout(done, 50));
  expect(index().value).toBe('70');
});
