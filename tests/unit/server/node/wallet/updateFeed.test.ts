import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chainUpdates } from '$lib/api/wallet-server/schemas';
import { hastings } from '$lib/chain/currency/currency';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { Utf8Builder } from '$lib/codec/utf8Builder';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { printJson } from '$lib/server/node/http/printJson';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { RecentUpdates } from '$lib/server/node/wallet/recentUpdates';
import { updatesSince } from '$lib/server/node/wallet/updateFeed';
import { RENTER } from '../../../../support/contracts';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const COUNT = 200;

let store: ChainStore;
let chain: ChainManager;
beforeEach(() => {
  store = new ChainStore(':memory:');
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
});
afterEach(() => store.close());

/** The estimated size of the next block's update by its size as JSON. */
async function estimateOfNext(best: TestChain, txn: V2Transaction): Promise<number> {
  const since = chain.tip;
  const block = best.next([txn]);
  await chain.addBlock(block);
  best.add(block);
  const recent = new RecentUpdates(1e9);
  const read = vi.spyOn(recent, 'of');
  const feed = updatesSince(store, testPreset.network, since, { blocks: 1, bytes: 1 }, recent);
  const out = new Utf8Builder();
  printJson(out, chainUpdates, feed);
  const printed = out.chunks().reduce((sum, { length }) => sum + length, 0);
  return (read.mock.results[0]!.value as { readonly bytes: number }).bytes / printed;
}

test('the size of an update as JSON is estimated, whatever fills its block', async () => {
  const best = TestChain.create();
  const payment = best.payment();
  const [{ parent, satisfiedPolicy }] = payment.coinInputs as [V2Transaction['coinInputs'][0]];
  const share = { value: hastings(parent.output.value / BigInt(COUNT)), address: parent.output.address };
  const split = { ...payment, coinOutputs: new Array<typeof share>(COUNT).fill(share), minerFee: hastings(0n) };
  const [signature] = satisfiedPolicy.signatures;
  const attestation = { publicKey: RENTER.publicKey, value: new Uint8Array(8), signature: signature! };
  const attestations = Array.from({ length: COUNT }, (_, i) => ({ ...attestation, key: String(i) }));
  const splitId = v2TransactionId(split);
  const spending = () =>
    split.coinOutputs.map((_, i) => {
      const { element } = store.coins.get(v2CoinOutputId(splitId, i))!;
      return { parent: store.prove(element, chain.state.elements.numLeaves), satisfiedPolicy };
    });
  const estimates = [
    await estimateOfNext(best, split),
    await estimateOfNext(best, { ...EMPTY_V2_TRANSACTION, attestations }),
    await estimateOfNext(best, { ...EMPTY_V2_TRANSACTION, coinInputs: spending(), coinOutputs: [parent.output] })
  ];
  // With far too small a size, a response could be far longer than it may be.
  expect(Math.min(...estimates)).toBeGreaterThan(0.69);
  expect(Math.max(...estimates)).toBeLessThan(1);
});
