/**
 * A seeded chain with blocks similar to the main network's: 0 to 30 payments with one to three inputs, including
 * contracts formed and expired. Signatures are created but not verified.
 */
import { createPrivateKey, sign as signWithNode, type KeyObject } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import { installFastHash } from '$lib/chain/fastHash';
import type { CoinOutputId, FileContractId } from '$lib/chain/ids';
import type { Signature } from '$lib/chain/keys/keys';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { unixSeconds } from '$lib/chain/time';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2FileContractId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { encodeHex } from '$lib/codec/bytes';
import { buildTemplate } from '$lib/mining/work/template';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { costOf, signedContract } from '../../tests/support/contracts';
import { randomFrom } from '../../tests/support/randomFrom';
import { solveBlock } from '../../tests/support/solve';

const KEYS = 64;
const MAX_TRANSACTIONS = 30;
const MAX_COINS = 4_000;
const BLOCK_SECONDS = 600;
const CONTRACT_BLOCKS = 50;
/** One transaction in this many forms a contract. */
const CONTRACT_SHARE = 20;
const FAN = 500;
const FEE = 10n ** 21n;
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

interface Owner {
  readonly policy: { readonly type: 'pk'; readonly publicKey: ReturnType<typeof deriveKeyPair>['publicKey'] };
  readonly key: KeyObject;
}

class Generator {
  readonly #preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
  readonly #store: ChainStore;
  readonly #chain: ChainManager;
  readonly #random: (bound: number) => number;
  readonly #owners: readonly Owner[];
  readonly #coins: { id: CoinOutputId; owner: Owner }[] = [];
  readonly #contracts: { id: FileContractId; expires: number }[] = [];

  constructor(path: string, seed: number) {
    this.#store = new ChainStore(path);
    const signatures = new SignatureChecker(async (checks) => checks.map(() => true));
    this.#chain = new ChainManager({ store: this.#store, ...this.#preset, clock: Date.now, signatures });
    this.#random = randomFrom(seed);
    const phrase = seedFromPhrase(`${'abandon '.repeat(11)}about`);
    this.#owners = Array.from({ length: KEYS }, (_, i) => {
      const { publicKey, privateKey } = deriveKeyPair(phrase, BigInt(i));
      const der = Buffer.concat([PKCS8_ED25519, privateKey.subarray(0, 32)]);
      return { policy: { type: 'pk', publicKey }, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
    });
  }

  async run(height: number): Promise<void> {
    await this.#add([]);
    await this.#add([]);
    const [genesis] = this.#store.coins.maturePage(DEV_ADDRESSES.policy, 0, { offset: 0, limit: 1 });
    await this.#add([this.#pay([{ id: genesis!.element.id, owner: this.#owners[0]! }], FAN)]);
    while (this.#chain.tip.height < height) await this.#add(this.#transactions());
    this.#store.close();
  }

  #transactions(): V2Transaction[] {
    const count = this.#random(MAX_TRANSACTIONS + 1);
    const chosen: V2Transaction[] = [];
    const { height } = this.#chain.tip;
    while (chosen.length < count) {
      if (this.#contracts.length > 0 && this.#contracts[0]!.expires <= height) chosen.push(this.#expire());
      else if (this.#random(CONTRACT_SHARE) === 0) chosen.push(this.#form(height));
      else {
        const inputs = Array.from({ length: 1 + this.#random(3) }, () => this.#takeCoin());
        chosen.push(this.#pay(inputs, this.#coins.length > MAX_COINS ? 1 : 2));
      }
    }
    return chosen;
  }

  #takeCoin(): { id: CoinOutputId; owner: Owner } {
    const at = this.#random(this.#coins.length);
    const taken = this.#coins[at]!;
    this.#coins[at] = this.#coins.at(-1)!;
    this.#coins.pop();
    return taken;
  }

  #proven(id: CoinOutputId): CoinElement {
    return this.#store.prove(this.#store.coins.get(id)!.element, this.#chain.state.elements.numLeaves);
  }

  #pay(inputs: readonly { id: CoinOutputId; owner: Owner }[], outputs: number): V2Transaction {
    return this.#signed(inputs, FEE, {}, outputs);
  }

  #form(height: number): V2Transaction {
    const one = hastings(10n ** 22n);
    const contract = signedContract({
      proofHeight: BigInt(height + CONTRACT_BLOCKS),
      expirationHeight: BigInt(height + CONTRACT_BLOCKS + 1),
      renterOutput: { value: one, address: DEV_ADDRESSES.unlockConditions },
      hostOutput: { value: one, address: DEV_ADDRESSES.unlockConditions },
      missedHostValue: one,
      totalCollateral: hastings(0n)
    });
    return this.#signed([this.#takeCoin()], costOf(contract), { fileContracts: [contract] }, 1);
  }

  #expire(): V2Transaction {
    const { id } = this.#contracts.shift()!;
    const { element } = this.#store.contracts.getV2(id)!;
    const parent = this.#store.prove(element, this.#chain.state.elements.numLeaves);
    return {
      ...EMPTY_V2_TRANSACTION,
      fileContractResolutions: [{ parent, resolution: { type: 'expiration' } }]
    };
  }

  #signed(
    inputs: readonly { id: CoinOutputId; owner: Owner }[],
    cost: bigint,
    content: Partial<V2Transaction>,
    outputs: number
  ): V2Transaction {
    const parents = inputs.map(({ id }) => this.#proven(id));
    const minerFee = content.fileContracts === undefined ? hastings(FEE) : hastings(0n);
    const left = parents.reduce((sum, { output }) => sum + output.value, 0n) - cost;
    const share = left / BigInt(outputs);
    const owners = Array.from({ length: outputs }, () => this.#owners[this.#random(KEYS)]!);
    const coinInputs = parents.map((parent, i) => ({
      parent,
      satisfiedPolicy: { policy: inputs[i]!.owner.policy, signatures: [] as Signature[], preimages: [] }
    }));
    const unsigned: V2Transaction = {
      ...EMPTY_V2_TRANSACTION,
      ...content,
      coinInputs,
      coinOutputs: owners.map(({ policy }, i) => ({
        value: hastings(i === 0 ? left - share * BigInt(outputs - 1) : share),
        address: policyAddress(policy)
      })),
      minerFee
    };
    const hash = inputSigHash(unsigned);
    const transaction: V2Transaction = {
      ...unsigned,
      coinInputs: coinInputs.map((input, i) => ({
        ...input,
        satisfiedPolicy: {
          ...input.satisfiedPolicy,
          signatures: [encodeHex(signWithNode(null, hash, inputs[i]!.owner.key)) as Signature]
        }
      }))
    };
    const id = v2TransactionId(transaction);
    // Spendable from the next block on.
    owners.forEach((owner, i) => this.#made.push({ id: v2CoinOutputId(id, i), owner }));
    for (const [i, { expirationHeight }] of transaction.fileContracts.entries()) {
      this.#contracts.push({ id: v2FileContractId(id, i), expires: Number(expirationHeight) });
    }
    return transaction;
  }

  readonly #made: { id: CoinOutputId; owner: Owner }[] = [];

  async #add(v2Transactions: readonly V2Transaction[]): Promise<void> {
    const { network } = this.#preset;
    const { state } = this.#chain;
    const parts = { network, state, transactions: [], v2Transactions };
    const timestamp = unixSeconds(state.prevTimestamps[0]! + BLOCK_SECONDS);
    const { block } = buildTemplate(parts, DEV_ADDRESSES.unlockConditions, timestamp, (n) => new Uint8Array(n));
    await this.#chain.addBlock(solveBlock(network, state, block));
    this.#coins.push(...this.#made.splice(0));
  }
}

/** Writes the chain to a new file. */
export async function generateChain(path: string, height: number, seed: number): Promise<void> {
  await installFastHash();
  mkdirSync(dirname(path), { recursive: true });
  await new Generator(path, seed).run(height);
}
