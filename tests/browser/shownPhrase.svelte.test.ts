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

test.each([
  ['the settings', ShowPhrase],
  ['the page that confirms them', ConfirmPhrase]
] as [string, Component<object>][])(
  'recovery words shown in %s are hidden when all wallets are locked',
  async (_, part) => {
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
    await wallets.lockAll();
    flushSync();
    expect(words()).toEqual([]);
  }
);
