import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { fundUnits } from '$lib/chain/currency/currency';
import type { FundOutputId } from '$lib/chain/ids';
import { WalletProofs } from '$lib/state/wallet/proofs.svelte';
import { addOutputs, emptyCache, type WalletCache } from '$lib/wallet/sync/cache';
import type { OwnedFund } from '$lib/wallet/sync/coins';
import type { ProvenChain } from '$lib/wallet/sync/outputProof';
import { TestChain, testNetwork } from '../../consensus/testChain';

/** A wallet that holds everything after some blocks, and the chain as verified there. */
function world(height = 4) {
  const chain = new TestChain(testNetwork(1));
  chain.growTo(height);
  const { state } = chain;
  const held = { basis: state.index, coins: chain.coins, funds: chain.funds };
  const { cache } = addOutputs(emptyCache(state), state, held);
  const { elements, index } = state;
  const proven: ProvenChain = { elements, committed: { height: index.height, numLeaves: elements.numLeaves } };
  return { cache, proven };
}

const { cache, proven } = world();
const signal = new AbortController().signal;
const holder = (held: WalletCache, index = held.index) => ({
  index,
  unconfirmed: [],
  frozen: new Set<string>(),
  timeLocked: new Set<Address>(),
  watched: new Set<Address>(),
  cache: () => Promise.resolve(held)
});
const [fund] = [...cache.funds.values()] as [OwnedFund];
const allUnits = [...cache.funds.values()].reduce((sum, { output }) => sum + output.value, 0n);

describe('what is verified of a wallet', () => {
  test('counts fund outputs like coins, each with a state', async () => {
    const proofs = new WalletProofs();
    expect(proofs.of(fund.id)).toEqual({ state: 'unproven', why: 'checking' });
    await proofs.evaluate(holder(cache), proven, signal);
    for (const id of [...cache.coins.keys(), ...cache.funds.keys()]) {
      expect(proofs.of(id)).toEqual({ state: 'proven', height: proven.committed.height });
    }
    const outputs = cache.coins.size + cache.funds.size;
    expect(proofs.totals).toMatchObject({ funds: allUnits, proven: outputs, outputs });
  });

  test('leaves out fund units whose output was changed', async () => {
    const funds = new Map<FundOutputId, OwnedFund>(cache.funds);
    funds.set(fund.id, { ...fund, output: { ...fund.output, value: fundUnits(fund.output.value + 1n) } });
    const proofs = new WalletProofs();
    await proofs.evaluate(holder({ ...cache, funds }), proven, signal);
    expect(proofs.of(fund.id)).toEqual({ state: 'unproven', why: 'not-in-chain' });
    expect(proofs.totals?.funds).toBe(allUnits - fund.output.value);
  });

  test('leaves out fund units of the newest block until the next', async () => {
    const first = { ...proven, committed: { height: 0, numLeaves: fund.leafIndex } };
    const proofs = new WalletProofs();
    await proofs.evaluate(holder(cache), first, signal);
    expect(proofs.of(fund.id)).toEqual({ state: 'waiting' });
    expect(proofs.totals!.funds).toBeLessThan(allUnits);
  });

  test('is unchanged while its outputs are at a newer block than the one it shows', async () => {
    const proofs = new WalletProofs();
    await proofs.evaluate(holder(cache), proven, signal);
    const { totals } = proofs;
    const { cache: newer } = world(6);
    await proofs.evaluate(holder(newer, cache.index), proven, signal);
    expect(proofs.of(fund.id)).toEqual({ state: 'proven', height: proven.committed.height });
    expect(proofs.totals).toBe(totals);
  });

  test('does not include outputs that came since, while the check does not go on', async () => {
    const proofs = new WalletProofs();
    await proofs.evaluate(holder(cache), proven, signal);
    const verified = proofs.totals!;
    const { cache: newer } = world(6);
    await proofs.evaluate(holder(newer), 'behind', signal);
    const outputs = newer.coins.size + newer.funds.size;
    expect(outputs).toBeGreaterThan(verified.outputs);
    expect(proofs.totals).toMatchObject({ proven: verified.proven, newest: 0, outputs });
  });

  test('is nothing, neither coins nor fund units, once the server is caught lying; a missing response changes nothing', async () => {
    const proofs = new WalletProofs();
    await proofs.evaluate(holder(cache), proven, signal);
    await proofs.evaluate(holder(cache), 'behind', signal);
    expect(proofs.totals?.funds).toBe(allUnits);
    await proofs.evaluate(holder(cache), 'refused', signal);
    expect(proofs.totals).toBeUndefined();
    expect(proofs.of(fund.id)).toEqual({ state: 'unproven', why: 'refused' });
  });
});
