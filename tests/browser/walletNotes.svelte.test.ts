import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { WalletProofs } from '$lib/state/wallet/proofs.svelte';
import { addOutputs, emptyCache } from '$lib/wallet/sync/cache';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import WalletNotes from '../../src/routes/(app)/_overview/WalletNotes.svelte';
import { eventually } from '../support/eventually';
import { TestChain, testNetwork } from '../unit/consensus/testChain';

let stop: () => unknown = () => undefined;
afterEach(() => stop());

/** A wallet that holds everything after some blocks, and the chain as verified there. */
function world() {
  const chain = new TestChain(testNetwork(1));
  chain.growTo(4);
  const { index, elements } = chain.state;
  const held = { basis: index, coins: chain.coins, funds: chain.funds };
  const { cache } = addOutputs(emptyCache(chain.state), chain.state, held);
  let unconfirmed = $state.raw<readonly WalletEvent[]>([]);
  const wallet = {
    info: { id: 'one' },
    index,
    revision: 0,
    frozen: new Set<string>(),
    timeLocked: new Set<Address>(),
    watched: new Set<Address>(),
    counts: { coins: cache.coins.size, funds: cache.funds.size },
    cache: async () => cache,
    get unconfirmed() {
      return unconfirmed;
    }
  };
  const proven = { elements, committed: { height: index.height, numLeaves: elements.numLeaves } };
  const spendInPool = (id: string) => (unconfirmed = [{ inputs: [{ id, own: true }] } as unknown as WalletEvent]);
  return { wallet, cache, spendInPool, light: { provenAt: () => proven } };
}

test('a coin that an unconfirmed payment spends is no longer spendable and verified', async () => {
  const { wallet, cache, light, spendInPool } = world();
  const proofs = new WalletProofs();
  stop = $effect.root(() => proofs.follow(wallet, () => light));
  flushSync();
  const coin = [...cache.coins.values()].find(({ maturityHeight }) => maturityHeight <= 4n)!;
  await eventually(() => expect(proofs.totals).toBeDefined());
  const { spendable } = proofs.totals!;
  spendInPool(coin.id);
  await eventually(() => expect(proofs.totals!.spendable).toBe(spendable - coin.output.value));
});

test('a total that includes a wallet without verified coins is partly verified', async () => {
  const { wallet, light } = world();
  const elsewhere = { ...wallet, info: { id: 'two' }, index: { ...wallet.index, height: 9 } };
  const provenAt = (index: object) => (index === elsewhere.index ? 'other-branch' : light.provenAt());
  const props = { wallets: [wallet, elsewhere] as never, light: { provenAt } as never };
  const shown = mount(WalletNotes, { target: document.body, props });
  stop = () => unmount(shown);
  await eventually(() => expect(document.querySelector('a[href="/chain/check"] .badge')).not.toBeNull());
  const { counts } = wallet;
  const outputs = counts.coins + counts.funds;
  expect(document.querySelector('.badge')!.getAttribute('title')).toContain(`${outputs} of ${2 * outputs}`);
});
