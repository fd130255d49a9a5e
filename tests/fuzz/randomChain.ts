import fc from 'fast-check';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { fundUnits, hastings, type Hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement, type FundElement } from '$lib/chain/element/elements';
import type { FileContract, V2FileContract, V2FileContractRenewal } from '$lib/chain/element/fileContract';
import { blake2b256 } from '$lib/chain/hash';
import { merkleLeaf, merkleNode } from '$lib/chain/merkle';
import { ZERO_HASH, type BlockId, type FileContractId, type Hash256 } from '$lib/chain/ids';
import { ZERO_SIGNATURE, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress, standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { storageProofLeafIndex } from '$lib/chain/element/storageProofLeafIndex';
import { meetsTarget } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { concatBytes, encodeHex, equalBytes } from '$lib/codec/bytes';
import { fileContractTax, v2FileContractTax } from '$lib/consensus/contractTax';
import { childHeight, childPowTarget } from '$lib/consensus/state';
import { ALICE, BOB, EMPTY_TRANSACTION, publicKeyOf, TestChain, testNetwork } from '../unit/consensus/testChain';
import { signedV1, signedV2, type Sign } from './signing';

/** A plan for a random block: numbers that select among what the chain offers at that point. */
export interface Plan {
  readonly acts: readonly { readonly kind: (typeof ACTS)[number]; readonly choices: readonly number[] }[];
  readonly seconds: number;
}

const ACTS = [
  ...(['pay', 'pay', 'pay', 'units', 'form', 'form', 'revise', 'revise', 'prove', 'prove'] as const),
  ...(['renew', 'expire', 'attest'] as const)
];

/** Approximate length of a chain; each block is a case. It must get past all forks and the end of some contracts. */
export const BLOCKS = 20;

export const anyPlan: fc.Arbitrary<Plan> = fc.record({
  acts: fc.array(
    fc.record({ kind: fc.constantFrom(...ACTS), choices: fc.array(fc.nat(9999), { minLength: 12, maxLength: 12 }) }),
    { maxLength: 4 }
  ),
  seconds: fc.nat(1300)
});

/**
 * Signatures of the fuzz run: two hashes of key and message. They also show who signed what, a thousand times faster.
 */
const madeBy = (publicKey: Uint8Array, message: Uint8Array): Uint8Array =>
  concatBytes(blake2b256(concatBytes(publicKey, message)), blake2b256(concatBytes(message, publicKey)));
export const verifyMade: VerifySignature = (publicKey, message, signature) =>
  equalBytes(signature, madeBy(publicKey, message));

/** Signs for a public key of ALICE or BOB, and verifies. */
interface Signer {
  readonly sign: Sign;
  readonly verify: VerifySignature;
}

/** V1 until 6, both until 12, then V2 only, followed by the final cut: a short run covers every phase. */
export function fuzzNetwork(): Network {
  const network = testNetwork();
  return {
    ...network,
    hardforkV2: { allowHeight: 7, requireHeight: 13, finalCutHeight: 15, ephemeralOutputHeight: 0 }
  };
}

const KEYS = [ALICE, BOB].map(publicKeyOf);
const unlockConditionsOf = standardUnlockConditions;
const POLICIES: readonly { readonly publicKey: PublicKey; readonly policy: SpendPolicy; readonly address: Address }[] =
  KEYS.flatMap((publicKey) =>
    [{ type: 'uc', unlockConditions: unlockConditionsOf(publicKey) } as const, { type: 'pk', publicKey } as const].map(
      (policy) => ({ publicKey, policy, address: policyAddress(policy) })
    )
  );
const ownerOf = (address: Address) => POLICIES.find((owner) => owner.address === address);

type ContractKeys = Pick<V2FileContract, 'renterPublicKey' | 'hostPublicKey'>;

const LEAVES = [1, 2, 3].map((byte) => new Uint8Array(64).fill(byte));
const [first, second, third] = LEAVES.map(merkleLeaf) as [Uint8Array, Uint8Array, Uint8Array];
const hex = (hash: Uint8Array) => encodeHex(hash) as Hash256;
const PROOFS = [[second, third], [first, third], [merkleNode(first, second)]].map((proof) => proof.map(hex));
const FILE = { filesize: 192n, fileMerkleRoot: hex(merkleNode(merkleNode(first, second), third)) };

function proofOf(id: FileContractId, windowId: BlockId, filesize: bigint) {
  if (filesize === 0n) return { leaf: new Uint8Array(64), proof: [] };
  const index = Number(storageProofLeafIndex(id, windowId, filesize));
  return { leaf: LEAVES[index]!, proof: PROOFS[index]! };
}

/** The complete state of a chain, so that it can be restored. */
export const snapshotOf = ({ state, coins, funds, fileContracts, v2FileContracts, chainIndices }: TestChain) => ({
  state,
  coins,
  funds,
  fileContracts,
  v2FileContracts,
  chainIndices
});
export type Snapshot = ReturnType<typeof snapshotOf>;

/** A chain that grows by random blocks, valid by construction. */
export class RandomChain {
  readonly chain: TestChain;
  readonly #sign: Signer['sign'];
  #used = new Set<string>();
  #choices: readonly number[] = [];
  #next = 0;

  constructor(network: Network = fuzzNetwork(), { sign, verify }: Signer = { sign: madeBy, verify: verifyMade }) {
    this.chain = new TestChain(network, verify);
    this.#sign = sign;
  }

  /** The block that the plan yields on the tip; actions that are impossible on this chain are skipped. */
  block({ acts, seconds }: Plan): Block {
    this.#used = new Set();
    const transactions: Transaction[] = [];
    const v2transactions: V2Transaction[] = [];
    for (const { kind, choices } of acts) {
      this.#choices = choices;
      this.#next = 0;
      const { requireHeight, allowHeight } = this.chain.network.hardforkV2;
      const isV2 = this.#height >= requireHeight || (this.#height >= allowHeight && this.#draw(2) === 0);
      if (isV2) v2transactions.push(...this.#v2(kind));
      else transactions.push(...this.#v1(kind));
    }
    const block = this.chain.child({ transactions, v2transactions });
    const timestamp = unixSeconds(this.chain.state.prevTimestamps[0]! + seconds);
    return this.solved({ ...block, timestamp });
  }

  /** With the first nonce that meets the target; the difficulty stays at a handful of hashes. */
  solved(block: Block): Block {
    const target = childPowTarget(this.chain.network, this.chain.state);
    for (let nonce = 0n; ; nonce += 1009n) {
      if (meetsTarget(blockId(blockHeaderOf({ ...block, nonce })), target)) return { ...block, nonce };
    }
  }

  get #height(): number {
    return childHeight(this.chain.state);
  }

  #draw(below: number): number {
    return this.#choices[this.#next++ % this.#choices.length]! % below;
  }

  #pick<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : items[this.#draw(items.length)];
  }

  #address(): Address {
    return POLICIES[this.#draw(POLICIES.length)]!.address;
  }

  /** Reserves the element within this block, so that no two transactions spend it. */
  #take<T extends { readonly id: string }>(items: readonly T[]): T | undefined {
    const item = this.#pick(items.filter(({ id }) => !this.#used.has(id)));
    if (item !== undefined) this.#used.add(item.id);
    return item;
  }

  #takeCoin(form?: SpendPolicy['type']): CoinElement | undefined {
    return this.#take(
      this.chain.coins.filter(({ output, maturityHeight }) => {
        const owner = ownerOf(output.address);
        const isFormed = form === undefined ? owner !== undefined : owner?.policy.type === form;
        return isFormed && maturityHeight <= BigInt(this.#height) && output.value > 1_000_000n;
      })
    );
  }

  /** Splits the value into at most three non-zero parts. */
  #parts(value: bigint): Hastings[] {
    const parts: bigint[] = [];
    let left = value;
    for (let i = this.#draw(3); i > 0 && left > 1000n; i--) {
      const part = (left * BigInt(this.#draw(98) + 1)) / 100n;
      parts.push(part);
      left -= part;
    }
    return [...parts, left].map(hastings);
  }

  #outputs(value: bigint) {
    return this.#parts(value).map((part) => ({ value: part, address: this.#address() }));
  }

  #unitOutputs({ value }: FundElement['output']) {
    const part = (value * BigInt(this.#draw(99))) / 100n;
    const parts = [part, value - part].filter((units) => units > 0n);
    return parts.map((units) => ({ value: fundUnits(units), address: this.#address() }));
  }

  // V1

  #v1(kind: Plan['acts'][number]['kind']): Transaction[] {
    const txn = {
      pay: this.#payV1,
      units: this.#unitsV1,
      form: this.#formV1,
      revise: this.#reviseV1,
      prove: this.#proveV1
    }[kind as 'pay']?.call(this);
    return txn === undefined ? [] : [txn];
  }

  #signedV1 = (txn: Transaction): Transaction => signedV1(this.chain, txn, this.#sign);

  #unlockConditions = (address: Address) => unlockConditionsOf(ownerOf(address)!.publicKey);

  #payV1(): Transaction | undefined {
    const coin = this.#takeCoin('uc');
    if (coin === undefined) return undefined;
    const fee = BigInt(this.#draw(3));
    return this.#signedV1({
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId: coin.id, unlockConditions: this.#unlockConditions(coin.output.address) }],
      coinOutputs: this.#outputs(coin.output.value - fee),
      minerFees: fee === 0n ? [] : [hastings(fee)],
      arbitraryData: this.#draw(2) === 0 ? [] : [Uint8Array.of(this.#draw(256))]
    });
  }

  #takeFund(form?: SpendPolicy['type']): FundElement | undefined {
    return this.#take(
      this.chain.funds.filter(({ output }) => {
        const owner = ownerOf(output.address);
        return form === undefined ? owner !== undefined : owner?.policy.type === form;
      })
    );
  }

  #unitsV1(): Transaction | undefined {
    const fund = this.#takeFund('uc');
    if (fund === undefined) return undefined;
    const unlockConditions = this.#unlockConditions(fund.output.address);
    return this.#signedV1({
      ...EMPTY_TRANSACTION,
      fundInputs: [{ parentId: fund.id, unlockConditions, claimAddress: this.#address() }],
      fundOutputs: this.#unitOutputs(fund.output)
    });
  }

  /** A proof window that ends before V1 does, if possible. */
  #window(): { windowStart: bigint; windowEnd: bigint } | undefined {
    const windowStart = this.#height + this.#draw(3);
    const windowEnd = windowStart + 1 + this.#draw(3);
    if (windowEnd >= this.chain.network.hardforkV2.requireHeight) return undefined;
    return { windowStart: BigInt(windowStart), windowEnd: BigInt(windowEnd) };
  }

  #formV1(): Transaction | undefined {
    const window = this.#window();
    const coin = window && this.#takeCoin('uc');
    if (coin === undefined || window === undefined) return undefined;
    const payout = hastings(coin.output.value / 2n);
    const rest = payout - fileContractTax(this.chain.network, this.chain.state, { payout } as FileContract);
    const contract: FileContract = {
      ...(this.#draw(4) === 0 ? { filesize: 0n, fileMerkleRoot: ZERO_HASH } : FILE),
      ...window,
      payout,
      validProofOutputs: this.#outputs(rest),
      missedProofOutputs: this.#outputs(rest),
      unlockHash: POLICIES[this.#draw(2) * 2]!.address,
      revisionNumber: 0n
    };
    return this.#signedV1({
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId: coin.id, unlockConditions: this.#unlockConditions(coin.output.address) }],
      coinOutputs: this.#outputs(coin.output.value - payout),
      fileContracts: [contract]
    });
  }

  #reviseV1(): Transaction | undefined {
    const height = BigInt(this.#height);
    const window = this.#window();
    const element =
      window && this.#take(this.chain.fileContracts.filter(({ fileContract }) => fileContract.windowStart >= height));
    if (element === undefined) return undefined;
    const { payout: _, ...contract } = element.fileContract;
    const sum = contract.validProofOutputs.reduce((total, { value }) => total + value, 0n);
    const revision = {
      ...contract,
      ...window,
      parentId: element.id,
      unlockConditions: this.#unlockConditions(contract.unlockHash),
      revisionNumber: contract.revisionNumber + BigInt(1 + this.#draw(5)),
      validProofOutputs: this.#outputs(sum),
      missedProofOutputs: this.#outputs(sum),
      unlockHash: POLICIES[this.#draw(2) * 2]!.address
    };
    return this.#signedV1({ ...EMPTY_TRANSACTION, fileContractRevisions: [revision] });
  }

  #proveV1(): Transaction | undefined {
    const open = this.chain.fileContracts.filter(({ fileContract }) => fileContract.windowStart < this.#height);
    const element = this.#take(open);
    if (element === undefined) return undefined;
    const windowId = this.chain.chainIndices[Number(element.fileContract.windowStart) - 1]!.id;
    const proof = proofOf(element.id, windowId, element.fileContract.filesize);
    return { ...EMPTY_TRANSACTION, storageProofs: [{ parentId: element.id, ...proof }] };
  }

  // V2

  #v2(kind: Plan['acts'][number]['kind']): V2Transaction[] {
    switch (kind) {
      case 'pay':
        return this.#payV2();
      case 'units':
        return this.#unitsV2();
      case 'form':
        return this.#formV2();
      case 'revise':
        return this.#reviseV2();
      case 'prove':
        return this.#proveV2();
      case 'renew':
        return this.#renewV2();
      case 'expire':
        return this.#expireV2();
      case 'attest':
        return this.#attestV2();
    }
  }

  #input = <E extends CoinElement | FundElement>(parent: E) => ({
    parent,
    satisfiedPolicy: { policy: ownerOf(parent.output.address)!.policy, signatures: [] as Signature[], preimages: [] }
  });

  #signedV2 = (txn: V2Transaction): V2Transaction => signedV2(txn, this.#sign);

  #payV2(): V2Transaction[] {
    const coins = [this.#takeCoin(), this.#draw(2) === 0 ? this.#takeCoin() : undefined].filter(
      (coin) => coin !== undefined
    );
    if (coins.length === 0) return [];
    const fee = BigInt(this.#draw(3));
    const isManager = coins.some(({ output }) => output.address === this.chain.state.foundationManagementAddress);
    const newFoundationAddress = this.#draw(3) === 0 ? VOID_ADDRESS : this.#address();
    const txn = this.#signedV2({
      ...EMPTY_V2_TRANSACTION,
      coinInputs: coins.map(this.#input),
      coinOutputs: this.#outputs(coins.reduce((sum, { output }) => sum + output.value, -fee)),
      minerFee: hastings(fee),
      ...(isManager && this.#draw(2) === 0 && { newFoundationAddress })
    });
    if (this.#draw(3) !== 0) return [txn];
    // Spent again in the same block, before it has a leaf index.
    const output = txn.coinOutputs[0]!;
    const stateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };
    const created: CoinElement = {
      stateElement,
      id: v2CoinOutputId(v2TransactionId(txn), 0),
      output,
      maturityHeight: 0n
    };
    const onward = {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [this.#input(created)],
      coinOutputs: this.#outputs(output.value)
    };
    return [txn, this.#signedV2(onward)];
  }

  #unitsV2(): V2Transaction[] {
    const fund = this.#takeFund();
    if (fund === undefined) return [];
    const fundInputs = [{ ...this.#input(fund), claimAddress: this.#address() }];
    return [this.#signedV2({ ...EMPTY_V2_TRANSACTION, fundInputs, fundOutputs: this.#unitOutputs(fund.output) })];
  }

  #newContract(
    value: bigint,
    keys: ContractKeys = { renterPublicKey: KEYS[0]!, hostPublicKey: KEYS[1]! }
  ): V2FileContract {
    const hostValue = value / 3n;
    const proofHeight = this.#height + this.#draw(4);
    return {
      capacity: 192n + BigInt(this.#draw(64)),
      ...(this.#draw(4) === 0 ? { filesize: 0n, fileMerkleRoot: ZERO_HASH } : FILE),
      proofHeight: BigInt(proofHeight),
      expirationHeight: BigInt(proofHeight + 1 + this.#draw(3)),
      renterOutput: { value: hastings(value - hostValue), address: this.#address() },
      hostOutput: { value: hastings(hostValue), address: this.#address() },
      missedHostValue: hastings(hostValue / BigInt(1 + this.#draw(3))),
      totalCollateral: hastings(hostValue / BigInt(1 + this.#draw(3))),
      renterPublicKey: keys.renterPublicKey,
      hostPublicKey: keys.hostPublicKey,
      revisionNumber: 0n,
      renterSignature: ZERO_SIGNATURE,
      hostSignature: ZERO_SIGNATURE
    };
  }

  #formV2(): V2Transaction[] {
    const coin = this.#takeCoin();
    if (coin === undefined) return [];
    const contract = this.#newContract(coin.output.value / 2n);
    const cost = contract.renterOutput.value + contract.hostOutput.value + v2FileContractTax(contract);
    const coinOutputs = this.#outputs(coin.output.value - cost);
    const txn = { ...EMPTY_V2_TRANSACTION, coinInputs: [this.#input(coin)], coinOutputs, fileContracts: [contract] };
    return [this.#signedV2(txn)];
  }

  #reviseV2(): V2Transaction[] {
    const height = BigInt(this.#height);
    const parent = this.#take(
      this.chain.v2FileContracts.filter(({ fileContract }) => fileContract.proofHeight >= height)
    );
    if (parent === undefined) return [];
    const { fileContract } = parent;
    const moved = hastings(fileContract.renterOutput.value / BigInt(2 + this.#draw(5)));
    const renterOutput = { ...fileContract.renterOutput, value: hastings(fileContract.renterOutput.value - moved) };
    const hostOutput = { ...fileContract.hostOutput, value: hastings(fileContract.hostOutput.value + moved) };
    const revision: V2FileContract = {
      ...fileContract,
      capacity: fileContract.capacity + BigInt(this.#draw(9)),
      renterOutput,
      hostOutput,
      missedHostValue: hastings(fileContract.missedHostValue / BigInt(1 + this.#draw(3))),
      proofHeight: height + BigInt(this.#draw(4)),
      expirationHeight: height + 4n + BigInt(this.#draw(3)),
      renterPublicKey: KEYS[this.#draw(2)]!,
      revisionNumber: fileContract.revisionNumber + 1n
    };
    return [this.#signedV2({ ...EMPTY_V2_TRANSACTION, fileContractRevisions: [{ parent, revision }] })];
  }

  #renewV2(): V2Transaction[] {
    const parent = this.#take(this.chain.v2FileContracts);
    const coin = parent && this.#takeCoin();
    if (parent === undefined || coin === undefined) return [];
    const { fileContract } = parent;
    const newContract = this.#newContract(coin.output.value / 2n, fileContract);
    const cost = newContract.renterOutput.value + newContract.hostOutput.value + v2FileContractTax(newContract);
    const [renter, host] = [fileContract.renterOutput.value, fileContract.hostOutput.value];
    const half = cost / 2n;
    const renterRollover = hastings(renter < half ? renter : half);
    const hostRollover = hastings(host < half ? host : half);
    const renewal: V2FileContractRenewal = {
      finalRenterOutput: { value: hastings(renter - renterRollover), address: this.#address() },
      finalHostOutput: { value: hastings(host - hostRollover), address: this.#address() },
      renterRollover,
      hostRollover,
      newContract,
      renterSignature: ZERO_SIGNATURE,
      hostSignature: ZERO_SIGNATURE
    };
    const txn: V2Transaction = {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [this.#input(coin)],
      coinOutputs: this.#outputs(coin.output.value + renterRollover + hostRollover - cost),
      fileContractResolutions: [{ parent, resolution: { type: 'renewal', renewal } }]
    };
    return [this.#signedV2(txn)];
  }

  #proveV2(): V2Transaction[] {
    const open = this.chain.v2FileContracts.filter(({ fileContract }) => fileContract.proofHeight < this.#height);
    const parent = this.#take(open);
    if (parent === undefined) return [];
    const proofIndex = this.chain.chainIndices[Number(parent.fileContract.proofHeight)]!;
    const storageProof = { proofIndex, ...proofOf(parent.id, proofIndex.id, parent.fileContract.filesize) };
    const resolution = { type: 'storageProof', storageProof } as const;
    return [{ ...EMPTY_V2_TRANSACTION, fileContractResolutions: [{ parent, resolution }] }];
  }

  #expireV2(): V2Transaction[] {
    const over = this.chain.v2FileContracts.filter(({ fileContract }) => fileContract.expirationHeight < this.#height);
    const parent = this.#take(over);
    if (parent === undefined) return [];
    return [{ ...EMPTY_V2_TRANSACTION, fileContractResolutions: [{ parent, resolution: { type: 'expiration' } }] }];
  }

  #attestV2(): V2Transaction[] {
    const attestation = {
      publicKey: KEYS[this.#draw(2)]!,
      key: 'name',
      value: Uint8Array.of(this.#draw(256)),
      signature: ZERO_SIGNATURE
    };
    return [this.#signedV2({ ...EMPTY_V2_TRANSACTION, attestations: [attestation] })];
  }
}
