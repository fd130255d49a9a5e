import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { setNotices, setWallet, setWallets } from '$lib/state/context';
import { openChannel } from '$lib/storage/channel';
import { Wallets } from '$lib/state/wallet/wallets.svelte';
import ConfirmPhrase from '../../src/routes/(app)/wallet/[id]/phrase/+page.svelte';
import ShowPhrase from '../../src/routes/(app)/wallet/[id]/settings/ShowPhrase.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

const lockAll = (wallets: Wallets) => wallets.lockAll();
const lockThis = (wallets: Wallets) => wallets.lockEverywhere('one');

test.each([
  ['the settings', 'all wallets are locked', ShowPhrase, lockAll],
  ['the settings', 'this wallet is locked', ShowPhrase, lockThis],
  ['the page that confirms them', 'all wallets are locked', ConfirmPhrase, lockAll]
] as [string, string, Component<object>, typeof lockAll][])(
  'recovery words shown in %s are hidden when %s',
  async (_place, _event, part, lock) => {
    const keystore = { lock: async () => undefined };
    const wallets = new Wallets({ openHome: async () => ({ keystore }), openChannel } as never);
    const show = async () => 'zoo wrong';
    const wallet = { hasSeed: true, info: { name: 'Mine', phrasePending: true }, keys: { exportPhrase: show } };
    const provided = (...[anchor, props]: Parameters<typeof part>) => {
      setWallets(wallets);
      setWallet(wallet as never);
      setNotices({} as never);
      return part(anchor, props);
    };
    shown = mount(provided, { target: document.body, props: { show }, context: new Map() });
    flushSync();
    const words = () => [...document.querySelectorAll('.word')].map(({ textContent }) => textContent);
    document.querySelector<HTMLInputElement>('input')!.value = 'password';
    document.querySelector<HTMLInputElement>('input')!.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector('form')!.requestSubmit();
    await eventually(() => expect(words()).toEqual(['zoo', 'wrong']));
    await lock(wallets);
    flushSync();
    expect(words()).toEqual([]);
  }
);
