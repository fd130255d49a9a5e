/**
 * A seeded chain with blocks similar to the main network's, all of one generation: 0 to 30 payments with one to three
 * inputs, including contracts formed, revised (V1), proven (V1) and expired. Signatures are created but not verified.
 */
import { createPrivateKey, sign as signWithNode, type KeyObject } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinOutput } from '$lib/chain/element/elements';
import type { FileContract } from '$lib/chain/element/fileContract';
import { installFastHash } from '$lib/chain/fastHash';
import type { CoinOutputId, FileContractId, Hash256 } from '$lib/chain/ids';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import { policyAddress, standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { unixSeconds } from '$lib/chain/time';
import type { Generation } from '$lib/chain/transaction/generation';
import { inputSigHash, wholeSigHash } from '$lib/chain/transaction/sigHash';
import {
  EMPTY_TRANSACTION,
  WHOLE_TRANSACTION,
  type Transaction,
  type TransactionSignature
} from '$lib/chain/transaction/transaction';
import { coinOutputId, fileContractId } from '$lib/chain/transaction/transactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2FileContractId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { encodeHex } from '$lib/codec/bytes';
import { fileContractTax } from '$lib/consensus/contractTax';
import { buildTemplate } from '$lib/mining/work/template';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { costOf, FILE, fileProof, signedContract } from '../../tests/support/contracts';
import { randomFrom } from '../../tests/support/randomFrom';
import { solveBlock } from '../../tests/support/solve';
import { presetOf } from './presetOf';

const KEYS = 64;
const MAX_TRANSACTIONS = 30;
const MAX_COINS = 4_000;
const BLOCK_SECONDS = 600;
const CONTRACT_BLOCKS = 50;
const WINDOW_BLOCKS = 5;
/** One transaction in this many forms a contract. */
const CONTRACT_SHARE = 20;
const FAN = 500;
const FEE = 10n ** 21n;
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

interface Owner {
  readonly publicKey: PublicKey;
  readonly key: KeyObject;
}

interface OwnedCoin {
  readonly id: CoinOutputId;
  readonly owner: Owner;
}

/** Adds blocks of transactions until the chain is long enough; its subclasses make the transactions. */
abstract class Generator<T> {
  protected readonly preset;
  protected readonly store: ChainStore;
  protected readonly chain: ChainManager;
  protected readonly random: (bound: number) => number;
  /** The output of the genesis block that pays for everything is at this address. */
  protected abstract readonly genesisAddress: Address;
  readonly #owners: readonly Owner[];
  readonly #coins: OwnedCoin[] = [];
  /** Spendable from the next block on. */
  readonly #made: OwnedCoin[] = [];

  constructor(path: string, seed: number, generation: Generation) {
    this.preset = presetOf(generation);
    this.store = new ChainStore(path);
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    this.chain = new ChainManager({ store: this.store, ...this.preset, clock: Date.now, signatures });
    this.random = randomFrom(seed);
    const phrase = seedFromPhrase(`${'abandon '.repeat(11)}about`);
    this.#owners = Array.from({ length: KEYS }, (_, i) => {
      const { publicKey, privateKey } = deriveKeyPair(phrase, BigInt(i));
      const der = Buffer.concat([PKCS8_ED25519, privateKey.subarray(0, 32)]);
      return { publicKey, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
    });
  }

  /** A payment of all of the coins to `receivers`, in equal parts. */
  protected abstract pay(coins: readonly OwnedCoin[], receivers: readonly Owner[]): T;
  /** Forms a contract; what the coin has left is paid to `receiver`. */
  protected abstract form(coin: OwnedCoin, receiver: Owner): T;
  /** Revises or resolves a contract; undefined if nothing is due. */
  protected abstract advance(): T | undefined;
  protected abstract createdCoin(transaction: T, index: number): CoinOutputId;
  protected abstract contentOf(
    transactions: readonly T[]
  ): Pick<Parameters<typeof buildTemplate>[0], 'transactions' | 'v2Transactions'>;

  async run(height: number): Promise<void> {
    await this.#add([]);
    await this.#add([]);
    const [genesis] = this.store.coins.maturePage(this.genesisAddress, 0, { offset: 0, limit: 1 });
    await this.#add([this.#pay([{ id: genesis!.element.id, owner: this.#owners[0]! }], FAN)]);
    while (this.chain.tip.height < height) await this.#add(this.#transactions());
    this.store.close();
  }

  #transactions(): T[] {
    const count = this.random(MAX_TRANSACTIONS + 1);
    const chosen: T[] = [];
    while (chosen.length < count) {
      const due = this.advance();
      if (due) chosen.push(due);
      else if (this.random(CONTRACT_SHARE) === 0) chosen.push(this.#form());
      else {
        const coins = Array.from({ length: 1 + this.random(3) }, () => this.#takeCoin());
        chosen.push(this.#pay(coins, this.#coins.length > MAX_COINS ? 1 : 2));
      }
    }
    return chosen;
  }

  #takeCoin(): OwnedCoin {
    const at = this.random(this.#coins.length);
    const taken = this.#coins[at]!;
    this.#coins[at] = this.#coins.at(-1)!;
    this.#coins.pop();
    return taken;
  }

  #pay(coins: readonly OwnedCoin[], outputs: number): T {
    const receivers = this.#receivers(outputs);
    return this.#keep(this.pay(coins, receivers), receivers);
  }

  #form(): T {
    const coin = this.#takeCoin();
    const receivers = this.#receivers(1);
    return this.#keep(this.form(coin, receivers[0]!), receivers);
  }

  #receivers(count: number): Owner[] {
    return Array.from({ length: count }, () => this.#owners[this.random(KEYS)]!);
  }

  #keep(transaction: T, receivers: readonly Owner[]): T {
    receivers.forEach((owner, i) => this.#made.push({ id: this.createdCoin(transaction, i), owner }));
    return transaction;
  }

  protected valueOf(coins: readonly OwnedCoin[]): bigint {
    return coins.reduce((sum, { id }) => sum + this.store.coins.get(id)!.element.output.value, 0n);
  }

  async #add(chosen: readonly T[]): Promise<void> {
    const { network } = this.preset;
    const { state } = this.chain;
    const parts = { network, state, ...this.contentOf(chosen) };
    const timestamp = unixSeconds(state.prevTimestamps[0]! + BLOCK_SECONDS);
    const { block } = buildTemplate(parts, DEV_ADDRESSES.unlockConditions, timestamp, (n) => new Uint8Array(n));
    await this.chain.addBlock(solveBlock(network, state, block));
    this.#coins.push(...this.#made.splice(0));
  }
}

/** Splits an amount between addresses; the first gets the rest. */
function shares(amount: bigint, addresses: readonly Address[]): CoinOutput[] {
  const share = amount / BigInt(addresses.length);
  const first = amount - share * BigInt(addresses.length - 1);
  return addresses.map((address, i) => ({ value: hastings(i === 0 ? first : share), address }));
}

const CONTRACT_VALUE = 10n ** 22n;

class V2Generator extends Generator<V2Transaction> {
  protected readonly genesisAddress = DEV_ADDRESSES.policy;
  readonly #contracts: { id: FileContractId; expires: number }[] = [];

  protected pay(coins: readonly OwnedCoin[], receivers: readonly Owner[]): V2Transaction {
    return this.#signed(coins, receivers, FEE, { minerFee: hastings(FEE) });
  }

  protected form(coin: OwnedCoin, receiver: Owner): V2Transaction {
    const { height } = this.chain.tip;
    const one = hastings(CONTRACT_VALUE);
    const contract = signedContract({
      proofHeight: BigInt(height + CONTRACT_BLOCKS),
      expirationHeight: BigInt(height + CONTRACT_BLOCKS + 1),
      renterOutput: { value: one, address: DEV_ADDRESSES.unlockConditions },
      hostOutput: { value: one, address: DEV_ADDRESSES.unlockConditions },
      missedHostValue: one,
      totalCollateral: hastings(0n)
    });
    const transaction = this.#signed([coin], [receiver], costOf(contract), { fileContracts: [contract] });
    const id = v2FileContractId(v2TransactionId(transaction), 0);
    this.#contracts.push({ id, expires: Number(contract.expirationHeight) });
    return transaction;
  }

  protected advance(): V2Transaction | undefined {
    const [first] = this.#contracts;
    if (first === undefined || first.expires > this.chain.tip.height) return undefined;
    this.#contracts.shift();
    const { element } = this.store.contracts.getV2(first.id)!;
    const parent = this.store.prove(element, this.chain.state.elements.numLeaves);
    return {
      ...EMPTY_V2_TRANSACTION,
      fileContractResolutions: [{ parent, resolution: { type: 'expiration' } }]
    };
  }

  protected createdCoin(transaction: V2Transaction, index: number): CoinOutputId {
    return v2CoinOutputId(v2TransactionId(transaction), index);
  }

  protected contentOf(v2Transactions: readonly V2Transaction[]) {
    return { transactions: [], v2Transactions };
  }

  #signed(
    coins: readonly OwnedCoin[],
    receivers: readonly Owner[],
    cost: bigint,
    content: Partial<V2Transaction>
  ): V2Transaction {
    const policies = coins.map(({ owner: { publicKey } }) => ({ type: 'pk', publicKey }) as const);
    const parents = coins.map(({ id }) => {
      return this.store.prove(this.store.coins.get(id)!.element, this.chain.state.elements.numLeaves);
    });
    const addresses = receivers.map(({ publicKey }) => policyAddress({ type: 'pk', publicKey }));
    const unsigned: V2Transaction = {
      ...EMPTY_V2_TRANSACTION,
      ...content,
      coinInputs: parents.map((parent, i) => ({
        parent,
        satisfiedPolicy: { policy: policies[i]!, signatures: [], preimages: [] }
      })),
      coinOutputs: shares(this.valueOf(coins) - cost, addresses)
    };
    const hash = inputSigHash(unsigned);
    return {
      ...unsigned,
      coinInputs: unsigned.coinInputs.map((input, i) => {
        const signatures = [encodeHex(signWithNode(null, hash, coins[i]!.owner.key)) as Signature];
        return { ...input, satisfiedPolicy: { ...input.satisfiedPolicy, signatures } };
      })
    };
  }
}

/** Address of V1 outputs. */
const addressOf = ({ publicKey }: Owner): Address => unlockHash(standardUnlockConditions(publicKey));

/** A V1 contract with its next steps. */
interface OpenContract {
  readonly id: FileContractId;
  readonly terms: FileContract;
  readonly owner: Owner;
  readonly steps: { readonly height: number; readonly type: 'revision' | 'proof' }[];
}

class V1Generator extends Generator<Transaction> {
  protected readonly genesisAddress = DEV_ADDRESSES.unlockConditions;
  readonly #contracts: OpenContract[] = [];

  protected pay(coins: readonly OwnedCoin[], receivers: readonly Owner[]): Transaction {
    return this.#signed(coins, receivers, FEE, { minerFees: [hastings(FEE)] });
  }

  protected form(coin: OwnedCoin, receiver: Owner): Transaction {
    const { height } = this.chain.tip;
    const payout = hastings(CONTRACT_VALUE);
    const value = hastings(payout - fileContractTax(this.preset.network, this.chain.state, { payout }));
    const outputs = [{ value, address: DEV_ADDRESSES.unlockConditions }];
    const windowStart = height + CONTRACT_BLOCKS;
    const terms: FileContract = {
      ...FILE,
      windowStart: BigInt(windowStart),
      windowEnd: BigInt(windowStart + WINDOW_BLOCKS),
      payout,
      validProofOutputs: outputs,
      missedProofOutputs: outputs,
      unlockHash: addressOf(coin.owner),
      revisionNumber: 0n
    };
    const transaction = this.#signed([coin], [receiver], payout, { fileContracts: [terms] });
    const id = fileContractId(transaction, 0);
    // The others expire, without a transaction.
    const steps: OpenContract['steps'] = [{ height: windowStart, type: 'proof' }];
    if (this.random(2) === 0) steps.pop();
    if (this.random(2) === 0) steps.unshift({ height: height + CONTRACT_BLOCKS / 2, type: 'revision' });
    this.#contracts.push({ id, terms, owner: coin.owner, steps });
    return transaction;
  }

  protected advance(): Transaction | undefined {
    for (const [i, { id, terms, owner, steps }] of this.#contracts.entries()) {
      const [next] = steps;
      if (next !== undefined && next.height > this.chain.tip.height) continue;
      if (steps.length < 2) this.#contracts.splice(i, 1);
      steps.shift();
      if (next?.type === 'revision') return this.#revision(id, terms, owner);
      if (next?.type === 'proof') {
        const drawnBy = this.store.blocks.bestAt(Number(terms.windowStart) - 1)!;
        return { ...EMPTY_TRANSACTION, storageProofs: [{ parentId: id, ...fileProof(id, drawnBy) }] };
      }
      return this.advance();
    }
    return undefined;
  }

  /** The window ends one block later. */
  #revision(parentId: FileContractId, { payout: _, ...terms }: FileContract, owner: Owner): Transaction {
    const unlockConditions = standardUnlockConditions(owner.publicKey);
    const revision = { ...terms, parentId, unlockConditions, revisionNumber: 1n, windowEnd: terms.windowEnd + 1n };
    const unsigned: Transaction = { ...EMPTY_TRANSACTION, fileContractRevisions: [revision] };
    return { ...unsigned, signatures: [this.#signature(unsigned, parentId, owner)] };
  }

  protected createdCoin(transaction: Transaction, index: number): CoinOutputId {
    return coinOutputId(transaction, index);
  }

  protected contentOf(transactions: readonly Transaction[]) {
    return { transactions, v2Transactions: [] };
  }

  #signed(
    coins: readonly OwnedCoin[],
    receivers: readonly Owner[],
    cost: bigint,
    content: Partial<Transaction>
  ): Transaction {
    const unsigned: Transaction = {
      ...EMPTY_TRANSACTION,
      ...content,
      coinInputs: coins.map(({ id, owner }) => ({
        parentId: id,
        unlockConditions: standardUnlockConditions(owner.publicKey)
      })),
      coinOutputs: shares(this.valueOf(coins) - cost, receivers.map(addressOf))
    };
    return { ...unsigned, signatures: coins.map(({ id, owner }) => this.#signature(unsigned, id, owner)) };
  }

  #signature(txn: Transaction, parent: CoinOutputId | FileContractId, { key }: Owner): TransactionSignature {
    const covered = { parentId: parent as string as Hash256, publicKeyIndex: 0n, timelock: 0n };
    const hash = wholeSigHash(this.preset.network, this.chain.tip.height, txn, covered);
    return { ...covered, coveredFields: WHOLE_TRANSACTION, signature: new Uint8Array(signWithNode(null, hash, key)) };
  }
}

/** Writes the chain to a new file. @param generation of its transactions */
export async function generateChain(
  path: string,
  height: number,
  seed: number,
  generation: Generation = 'v2'
): Promise<void> {
  await installFastHash();
  mkdirSync(dirname(path), { recursive: true });
  await (generation === 'v1' ? new V1Generator(path, seed, 'v1') : new V2Generator(path, seed, 'v2')).run(height);
}
