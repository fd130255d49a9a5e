import { afterEach, beforeEach, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import { sign } from '$lib/chain/keys/sign';
import { NEVER, type Network } from '$lib/chain/network/network';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { ChainManager } from '$lib/server/node/chain/chainManager';
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
let pool: TransactionPool;
beforeEach(() => {
  store = new ChainStore(':memory:');
  const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
  const chain = new ChainManager({ store, network, genesis: testPreset.genesis, clock: Date.now, signatures });
  pool = new TransactionPool({ store, chain, signatures });
});
afterEach(() => {
  pool.close();
  store.close();
});

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
  const { value } = payment.coinOutputs[0]!;
  const add = (...v2Transactions: V2Transaction[]) => pool.add({ transactions: [], v2Transactions });
  await expect(add(payment, onward(value + 1n))).rejects.toMatchObject({ code: 'v2/wrong-ephemeral' });
  await add(payment, onward(value));
  expect(pool.entries).toHaveLength(2);
});
