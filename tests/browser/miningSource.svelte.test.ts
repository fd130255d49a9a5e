import { mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { setOpenWallets } from '$lib/state/context';
import { addressFromHash } from '$lib/chain/address';
import { m } from '$lib/messages/mining/mine';
import Source from '../../src/routes/(app)/mine/Source.svelte';
import { eventually } from '../support/eventually';

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
});

const WALLET = { id: 'one', name: 'One' };

function show(wallets: object, choice: object = { kind: 'wallet', wallet: 'one' }): void {
  const provided = (...[anchor, props]: Parameters<typeof Source>) => {
    setOpenWallets(async () => wallets as never);
    return Source(anchor, props);
  };
  const props = {
    choice,
    workChoice: undefined,
    sources: [{ service: 'wallet', payout: 'address' }],
    pool: undefined,
    onchange: () => undefined
  } as never;
  shown = mount(provided, { target: document.body, props, context: new Map() });
}

const addressField = () => document.querySelector('input[placeholder]');

test('rewards go to the chosen wallet', async () => {
  show({ list: [WALLET], here: [WALLET], elsewhere: [] });
  await eventually(() => expect(document.body.textContent).toContain('Rewards go to the wallet “One”'));
  expect(addressField()).toBeNull();
});

test('a chosen wallet of another network is no payee, and an address can be entered', async () => {
  show({ list: [WALLET], here: [], elsewhere: [WALLET] });
  await eventually(() => expect(document.body.textContent).toContain('no wallet for this network'));
  expect(document.body.textContent).not.toContain('Rewards go to the wallet');
  expect(document.body.textContent).toContain('Not chosen yet');
  expect(addressField()).not.toBeNull();
});

test('a chosen wallet that was removed is no payee either', async () => {
  show({ list: [], here: [], elsewhere: [] });
  await eventually(() => expect(document.body.textContent).toContain('no wallet for this network'));
  expect(document.body.textContent).not.toContain('Rewards go to a wallet');
  expect(document.body.textContent).toContain('Not chosen yet');
});

test('a typed address that only resembles one of a wallet is warned of', async () => {
  const own = addressFromHash(new Uint8Array(32));
  const alike = addressFromHash(Uint8Array.from({ length: 32 }, (_, i) => (i < 3 ? 0 : 1)));
  const wallets = { list: [WALLET], here: [WALLET], elsewhere: [], ownNames: new Map([[own, 'One']]) };
  show(wallets, { kind: 'wallet', address: alike });
  await eventually(() => expect(document.body.textContent).toContain(m.source.lookAlike.text('One')));
  await unmount(shown!);
  const other = addressFromHash(new Uint8Array(32).fill(1));
  show(wallets, { kind: 'wallet', address: other });
  await eventually(() => expect(document.body.textContent).toContain('Rewards go to'));
  expect(document.body.textContent).not.toContain(m.source.lookAlike.title);
});
