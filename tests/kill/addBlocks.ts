// Adds blocks to a chain on disk continuously until it is killed: most contain a payment, some fork the chain.
import { randomBytes } from 'node:crypto';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import type { ChainState } from '$lib/chain/block/state';
import { meetsTarget } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { childHeight, childPowTarget } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { buildTemplate } from '$lib/mining/work/template';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { SignatureWorkers } from '$lib/server/node/signatures/signatureWorkers';
import { ChainStore } from '$lib/server/node/store/store';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';

const path = process.argv[2]!;
const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const { network } = preset;
const store = new ChainStore(path);
const workers = new SignatureWorkers();
const signatures = new SignatureChecker((checks) => workers.verify(checks));
const chain = new ChainManager({ store, ...preset, clock: Date.now, signatures });
const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const policy = { type: 'pk', publicKey: key.publicKey } as const;
const FEE = hastings(10n ** 20n);

/**
 * Splits the key's newest output in two, so that there is always an output to spend and the number of outputs grows.
 */
function payment(): V2Transaction[] {
  const [coin] = store.coins.maturePage(DEV_ADDRESSES.policy, chain.tip.height, { offset: 0, limit: 1 });
  if (coin === undefined || coin.element.output.value < 4n * FEE) return [];
  const parent = store.prove(coin.element, chain.state.elements.numLeaves);
  const half = hastings((parent.output.value - FEE) / 2n);
  const rest = hastings(parent.output.value - FEE - half);
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
    coinOutputs: [half, rest].map((value) => ({ value, address: DEV_ADDRESSES.policy })),
    minerFee: FEE
  };
  const signed = [sign(key.privateKey, inputSigHash(unsigned))];
  return [{ ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: signed, preimages: [] } }] }];
}

function solvedBlock(state: ChainState, v2Transactions: V2Transaction[]): Block {
  const now = unixSeconds(Math.floor(Date.now() / 1000));
  const parts = { network, state, transactions: [], v2Transactions };
  const { block } = buildTemplate(parts, DEV_ADDRESSES.policy, now, randomBytes);
  const header = blockHeaderOf(block);
  const target = childPowTarget(network, state);
  let nonce = 0n;
  while (!meetsTarget(blockId({ ...header, nonce }), target)) nonce += network.hardforkASIC.nonceFactor;
  return { ...block, nonce };
}

/** Replaces the tip with two blocks on its parent. The second spends elements that only the first creates. */
async function fork(): Promise<void> {
  const parent = store.state(store.block(chain.tip.id)!.block.parentId)!;
  const first = solvedBlock(parent, []);
  await chain.addBlock(first);
  const { state } = applyBlock(network, parent, first, EMPTY_SUPPLEMENT);
  const second = solvedBlock(state, []);
  await chain.addBlock(second);
}

for (let i = 0; ; i++) {
  const isFork = chain.tip.height > 3 && Math.random() < 0.2;
  if (isFork) await fork();
  else await chain.addBlock(solvedBlock(chain.state, childHeight(chain.state) > 2 ? payment() : []));
  if (i === 3) process.stdout.write('adding\n');
}
