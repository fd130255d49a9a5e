import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { encode } from '$lib/codec/layout';
import { buildTemplate } from '$lib/mining/work/template';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { deriveKeyPair, type KeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { openNode, type OpenNode } from '../tests/support/node';
import { solveBlock } from '../tests/support/solve';

/** A node in this process or behind a server. */
type Clients = Pick<OpenNode, 'daemon' | 'wallet'>;

/** Payments per full block, each with two inputs and two outputs. */
export const TRANSACTIONS = 100;
const INPUTS = 2 * TRANSACTIONS;
const FEE = hastings(10n ** 22n);
/** Phrase of the wallet whose first key owns the outputs. */
export const PHRASE = `${'abandon '.repeat(11)}about`;
const seed = seedFromPhrase(PHRASE);
const key = deriveKeyPair(seed, 0n);
const policyOf = ({ publicKey }: KeyPair) => ({ type: 'pk', publicKey }) as const;
/** Owns the outputs of the synthetic chain. */
export const address: Address = policyAddress(policyOf(key));

/** Owners of the outputs created by payments. */
interface Owners {
  next(): Address;
  keyOf(owner: Address): KeyPair;
}
const oneOwner: Owners = { next: () => address, keyOf: () => key };

/** A separate key for each output. */
function ownerEach(): Owners {
  const keys = new Map<Address, KeyPair>([[address, key]]);
  return {
    next() {
      const pair = deriveKeyPair(seed, BigInt(keys.size));
      const owner = policyAddress(policyOf(pair));
      keys.set(owner, pair);
      return owner;
    },
    keyOf: (owner) => keys.get(owner)!
  };
}

/** Spends all parents, minus a fee, to equal outputs. */
function pay(parents: readonly CoinElement[], outputs: number, owners = oneOwner): V2Transaction {
  const keyOf = ({ output }: CoinElement) => owners.keyOf(output.address);
  const total = parents.reduce((sum, { output }) => sum + output.value, 0n) - FEE;
  const share = total / BigInt(outputs);
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: parents.map((parent) => ({
      parent,
      satisfiedPolicy: { policy: policyOf(keyOf(parent)), signatures: [], preimages: [] }
    })),
    coinOutputs: Array.from({ length: outputs }, (_, i) => ({
      value: hastings(i === 0 ? total - share * BigInt(outputs - 1) : share),
      address: owners.next()
    })),
    minerFee: FEE
  };
  const sigHash = inputSigHash(unsigned);
  return {
    ...unsigned,
    coinInputs: unsigned.coinInputs.map(({ parent, satisfiedPolicy }) => ({
      parent,
      satisfiedPolicy: { ...satisfiedPolicy, signatures: [sign(keyOf(parent).privateKey, sigHash)] }
    }))
  };
}

async function outputsOf({ wallet }: Clients, count: number): Promise<CoinElement[]> {
  const outputs: CoinElement[] = [];
  while (outputs.length < count) {
    const page = await wallet.coinOutputs({ params: { address }, query: { offset: outputs.length, limit: 100 } });
    if (page.outputs.length === 0) throw new Error(`only ${outputs.length} outputs of ${count}`);
    outputs.push(...page.outputs);
  }
  return outputs.slice(0, count);
}

/** A synthetic chain. */
export interface BenchChain {
  /** Blocks leading up to the full ones. */
  readonly before: readonly Block[];
  /** Each spends the outputs of the previous one. */
  readonly full: readonly Block[];
}

/** Mines a block with these payments on top of the node's tip; the reward goes to another address. */
async function makeBlock(open: Clients, v2Transactions: readonly V2Transaction[]): Promise<Block> {
  const network = await open.wallet.network();
  const state = await open.wallet.tipState();
  const parts = { network, state, transactions: [], v2Transactions };
  const now = unixSeconds(Math.floor(Date.now() / 1000));
  const { block } = buildTemplate(parts, DEV_ADDRESSES.unlockConditions, now, (n) =>
    crypto.getRandomValues(new Uint8Array(n))
  );
  return solveBlock(network, state, block);
}

/** The payments of a full block, each spending two of the newest unspent outputs to two new ones. */
const payments = async (open: Clients): Promise<V2Transaction[]> => paymentsOf(await outputsOf(open, INPUTS), oneOwner);

const paymentsOf = (outputs: readonly CoinElement[], owners: Owners): V2Transaction[] =>
  Array.from({ length: TRANSACTIONS }, (_, n) => pay(outputs.slice(2 * n, 2 * n + 2), 2, owners));

/** The first output of each of these addresses. */
async function firstOutputs(
  { wallet }: Clients,
  owners: readonly { readonly address: Address }[]
): Promise<CoinElement[]> {
  const elements: CoinElement[] = [];
  for (const params of owners) elements.push(...(await wallet.coinOutputs({ params, query: { limit: 1 } })).outputs);
  return elements;
}

/** The next full block on top of the node's tip. */
export const makeFullBlock = async (open: Clients): Promise<Block> => makeBlock(open, await payments(open));

/** Outputs per payment; more would make it too heavy for a block. */
const FAN = 2_000;

/**
 * Creates `count` outputs on the address, one payment and block at a time.
 * @param onBlock number of outputs created by the block, and milliseconds the node took to add it
 */
export async function fanOut(
  open: Clients,
  count: number,
  onBlock: (outputs: number, ms: number) => void
): Promise<void> {
  const add = async (v2Transactions: readonly V2Transaction[]): Promise<number> => {
    const block = await makeBlock(open, v2Transactions);
    const body = encode(v2Block, block);
    const startedAtMs = performance.now();
    await open.daemon.miner.submitBlock({ body });
    return performance.now() - startedAtMs;
  };
  await add([]);
  await add([]);
  const fans = Math.ceil(count / FAN);
  await add([pay(await outputsOf(open, 1), fans)]);
  for (const { id } of await outputsOf(open, fans)) {
    // Every block changes all proofs.
    const parent = await open.wallet.coinOutput({ params: { id } });
    onBlock(FAN, await add([pay([parent], FAN)]));
  }
  // Makes ordinary payments the newest events.
  await add(await payments(open));
}

/** `count` payments, each spending one output entirely to the same address. */
export async function spendEach(open: Clients, count: number): Promise<V2Transaction[]> {
  const payments: V2Transaction[] = [];
  for (const output of await outputsOf(open, count)) {
    payments.push(pay([output], 1));
    // Lets the event loop notice connections closed by the server.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return payments;
}

/**
 * Creates a chain of `count` full blocks on the test network.
 * @param keys one key for all outputs, or one for each
 */
export async function buildChain(count: number, keys: 'one' | 'each' = 'one'): Promise<BenchChain> {
  const owners = keys === 'one' ? oneOwner : ownerEach();
  const open = await openNode();
  const add = async (v2Transactions: readonly V2Transaction[]): Promise<Block> => {
    const block = await makeBlock(open, v2Transactions);
    await open.wallet.broadcastBlock({ body: block });
    return block;
  };
  const before = [await add([]), await add([]), await add([pay(await outputsOf(open, 1), INPUTS, owners)])];
  const full: Block[] = [];
  while (full.length < count) {
    const made = (full.at(-1) ?? before.at(-1))!.v2!.transactions.flatMap(({ coinOutputs }) => coinOutputs);
    const outputs = keys === 'one' ? await outputsOf(open, INPUTS) : await firstOutputs(open, made);
    full.push(await add(paymentsOf(outputs, owners)));
  }
  await open.node.close();
  return { before, full };
}
