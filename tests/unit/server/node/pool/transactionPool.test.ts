import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import { sign } from '$lib/chain/keys/sign';
import { NEVER, type Network } from '$lib/chain/network/network';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { verifyCheckpoint } from '$lib/peers/sync/checkpoint';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { startAtCheckpoint } from '$lib/server/node/chain/startAtCheckpoint';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { policyOf, RENTER } from '../../../../support/contracts';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

/** Where an ephemeral parent may claim any value. */
const network: Network = {
  ...testPreset.network,
  hardforkV2: { ...testPreset.network.hardforkV2, ephemeralOutputHeight: NEVER }
};

let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
beforeEach(() => {
  store = new ChainStore(':memory:');
});
afterEach(() => {
  pool.close();
  store.close();
});

function openPool(rules: Network): void {
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  chain = new ChainManager({ store, network: rules, genesis: testPreset.genesis, clock: Date.now, signatures });
  pool = new TransactionPool({ store, chain, signatures });
}
const add = (...v2Transactions: V2Transaction[]) => pool.add({ transactions: [], v2Transactions });
const payment = TestChain.create().payment();

/** Passes on the payment's output, claiming this value for it. */
function onward(value: bigint): V2Transaction {
  const output = { ...payment.coinOutputs[0]!, value: hastings(value) };
  const parent: CoinElement = {
    stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
    id: v2CoinOutputId(v2TransactionId(payment), 0),
    output,
    maturityHeight: 0n
  };
  const satisfiedPolicy = { policy: policyOf(RENTER), signatures: [], preimages: [] };
  const unsigned = { ...EMPTY_V2_TRANSACTION, coinInputs: [{ parent, satisfiedPolicy }], coinOutputs: [output] };
  const signatures = [sign(RENTER.privateKey, inputSigHash(unsigned))];
  return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { ...satisfiedPolicy, signatures } }] };
}

test('an unconfirmed output is worth what its transaction pays, also before the rule that blocks must follow', async () => {
  openPool(network);
  const { value } = payment.coinOutputs[0]!;
  await expect(add(payment, onward(value + 1n))).rejects.toMatchObject({ code: 'v2/wrong-ephemeral' });
  await add(payment, onward(value));
  expect(pool.entries).toHaveLength(2);
});

test('spending from before a checkpoint replays each block once, however many transactions do', async () => {
  const best = TestChain.create().extend(9);
  const [trusted, basis] = [best.states[3]!.index, best.states[4]!.index];
  const checkpoint = { block: best.blocks[3]!, state: best.states[2]! };
  startAtCheckpoint(store, verifyCheckpoint(testPreset.network, trusted, checkpoint), testPreset.genesis.timestamp);
  openPool(testPreset.network);
  await chain.addBlocks(best.blocks.slice(4));
  // The genesis coin, with the proof of the basis, by twenty transactions that are not signed.
  const bare = { ...best.payment(), minerFee: hastings(0n), coinOutputs: [] };
  const parent = best.coins[4]!;
  const v2Transactions = Array.from({ length: 20 }, (_, i) => ({
    ...bare,
    coinInputs: bare.coinInputs.map((input) => ({ ...input, parent })),
    arbitraryData: Uint8Array.of(i)
  }));
  const read = vi.spyOn(store, 'block');
  await expect(pool.add({ basis, transactions: [], v2Transactions })).rejects.toMatchObject({ version: 2 });
  // Five blocks, in a few attempts.
  expect(read.mock.calls.length).toBeLessThanOrEqual(4 * 5);
});
