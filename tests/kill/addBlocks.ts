// Adds blocks to a chain on disk without a pause, until it is killed: payments in most of them, a fork now and then.
import { randomBytes } from 'node:crypto';
import { blockId, type Block } from '../../src/lib/chain/block';
import { blockHeaderOf } from '../../src/lib/chain/commitment';
import { hastings } from '../../src/lib/chain/currency';
import { inputSigHash } from '../../src/lib/chain/sigHash';
import { sign } from '../../src/lib/chain/sign';
import type { ChainState } from '../../src/lib/chain/state';
import { meetsTarget } from '../../src/lib/chain/target';
import { unixSeconds } from '../../src/lib/chain/time';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '../../src/lib/chain/v2transaction';
import { applyBlock } from '../../src/lib/consensus/applyBlock';
import { childHeight, childPowTarget } from '../../src/lib/consensus/state';
import { EMPTY_SUPPLEMENT } from '../../src/lib/consensus/supplement';
import { buildTemplate } from '../../src/lib/mining/template';
import { ChainManager } from '../../src/lib/server/devnode/chainManager';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '../../src/lib/server/devnode/network';
import { SignatureChecker } from '../../src/lib/server/devnode/signatures';
import { SignatureWorkers } from '../../src/lib/server/devnode/signatureWorkers';
import { ChainStore } from '../../src/lib/server/devnode/store/store';
import { deriveKeyPair } from '../../src/lib/wallet/keyring';
import { seedFromPhrase } from '../../src/lib/wallet/seed';

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

/** Splits the key's newest output in two, so that there is always something to spend and ever more to keep. */
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

/** Two blocks on the tip's parent take the place of the tip. The second is built on elements only the first has. */
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
