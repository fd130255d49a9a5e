import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { v2Commitment } from '$lib/chain/block/commitment';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import { advanceProof } from '$lib/chain/proof/advanceProof';
import type { ChainIndexElement, CoinElement, FundElement, StateElement } from '$lib/chain/element/elements';
import type { FileContractElement, V2FileContractElement } from '$lib/chain/element/fileContract';
import { ZERO_BLOCK_ID, type Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, type PrivateKey } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import { ENTROPY_ALGORITHM, type UnlockConditions } from '$lib/chain/policy/policy';
import { policyAddress, standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { blockReward } from '$lib/chain/network/rewards';
import { inputSigHash, signatureSigHash } from '$lib/chain/transaction/sigHash';
import { derivePublicKey, sign } from '$lib/chain/keys/sign';
import type { ChainState } from '$lib/chain/block/state';
import { MAX_TARGET } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import {
  EMPTY_TRANSACTION,
  WHOLE_TRANSACTION,
  type Transaction,
  type TransactionSignature
} from '$lib/chain/transaction/transaction';
import type { ApplyUpdate } from '$lib/chain/proof/update';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { decodeHex } from '$lib/codec/bytes';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { childHeight, genesisState } from '$lib/consensus/state';
import { EMPTY_TRANSACTION_SUPPLEMENT, type BlockSupplement } from '$lib/consensus/apply/supplement';
import { validateBlock } from '$lib/consensus/validate/validateBlock';
import { NodeStore } from './nodeStore';

export const COIN = 10n ** 24n;
export const coins = (count: bigint): Hastings => hastings(count * COIN);

/** Two key holders. */
const keyOf = (byte: number) => new Uint8Array(32).fill(byte) as PrivateKey;
export const ALICE = keyOf(1);
export const BOB = keyOf(2);

export const publicKeyOf = derivePublicKey;
export const locksOf = (key: PrivateKey): UnlockConditions => standardUnlockConditions(derivePublicKey(key));
export const v1AddressOf = (key: PrivateKey): Address => unlockHash(locksOf(key));
export const v2PolicyOf = (key: PrivateKey) => ({ type: 'pk', publicKey: derivePublicKey(key) }) as const;
export const v2AddressOf = (key: PrivateKey): Address => policyAddress(v2PolicyOf(key));

/** Unlock conditions that cannot be signed for. */
export const ENTROPY_LOCKS: UnlockConditions = {
  timelock: 0n,
  publicKeys: [{ algorithm: ENTROPY_ALGORITHM, key: publicKeyBytes(derivePublicKey(ALICE)) }],
  signaturesRequired: 1n
};

export { EMPTY_TRANSACTION };

/** Every id meets the target; V1 until height 100 by default. */
export const testNetwork = (allowHeight = 100): Network => ({
  name: 'test',
  initialCoinbase: coins(300_000n),
  minimumCoinbase: coins(30_000n),
  initialTarget: MAX_TARGET,
  blockInterval: 600_000_000_000n,
  maturityDelay: 3,
  hardforkDevAddr: { height: 1, oldAddress: v1AddressOf(keyOf(8)), newAddress: v1AddressOf(BOB) },
  hardforkTax: { height: 1 },
  hardforkStorageProof: { height: 1 },
  hardforkOak: { height: 1, fixHeight: 1, genesisTimestamp: unixSeconds(1_700_000_000) },
  hardforkASIC: { height: 1, oakTime: 600_000_000_000n, oakTarget: MAX_TARGET, nonceFactor: 1009n },
  hardforkFoundation: { height: 1, primaryAddress: v1AddressOf(ALICE), failsafeAddress: v2AddressOf(ALICE) },
  hardforkV2: {
    allowHeight,
    requireHeight: allowHeight + 1,
    finalCutHeight: allowHeight + 2,
    ephemeralOutputHeight: 0
  }
});

/** The outputs of genesis, spent by the tests. */
const GENESIS_COINS = [
  { value: coins(1000n), address: v1AddressOf(ALICE) },
  { value: coins(1000n), address: v2AddressOf(ALICE) },
  { value: coins(1000n), address: unlockHash(ENTROPY_LOCKS) }
];
/** Their sum. */
export const GENESIS_SUPPLY = coins(3000n) as bigint;
const GENESIS_FUNDS: { value: FundUnits; address: Address }[] = [
  { value: fundUnits(5000n), address: v1AddressOf(ALICE) },
  { value: fundUnits(4000n), address: v2AddressOf(ALICE) },
  { value: fundUnits(1000n), address: v1AddressOf(keyOf(8)) }
];

export type Content = Partial<Pick<Block, 'transactions'>> & { readonly v2transactions?: readonly V2Transaction[] };

/** A chain that grows by valid blocks and keeps every unspent element with a proof at its tip. */
export class TestChain {
  readonly genesis: Block;
  state: ChainState;
  coins: CoinElement[] = [];
  funds: FundElement[] = [];
  fileContracts: FileContractElement[] = [];
  v2FileContracts: V2FileContractElement[] = [];
  chainIndices: ChainIndexElement[] = [];
  readonly #nodes = new NodeStore();

  constructor(
    readonly network: Network = testNetwork(),
    readonly verify: VerifySignature = verifySignature
  ) {
    this.state = genesisState(network);
    this.genesis = {
      parentId: ZERO_BLOCK_ID,
      nonce: 0n,
      timestamp: network.hardforkOak.genesisTimestamp,
      minerPayouts: [],
      transactions: [{ ...EMPTY_TRANSACTION, coinOutputs: GENESIS_COINS, fundOutputs: GENESIS_FUNDS }]
    };
    this.#apply(this.genesis, { transactions: [EMPTY_TRANSACTION_SUPPLEMENT], expiringFileContracts: [] });
  }

  /** The only element paid to the address. */
  coinOf(address: Address): CoinElement {
    return this.coins.find(({ output }) => output.address === address)!;
  }

  fundOf(address: Address): FundElement {
    return this.funds.find(({ output }) => output.address === address)!;
  }

  /** Leaf index and proof of any leaf, including spent ones. */
  stateElementAt(leafIndex: bigint): StateElement {
    return this.#nodes.proof(this.state.elements.numLeaves, leafIndex);
  }

  /** A valid block with these transactions on the tip. */
  child({ transactions = [], v2transactions = [] }: Content = {}): Block {
    const height = childHeight(this.state);
    const fees = [...transactions.flatMap(({ minerFees }) => minerFees), ...v2transactions.map((txn) => txn.minerFee)];
    const value = fees.reduce((sum, fee) => hastings(sum + fee), blockReward(this.network, height));
    const block: Block = {
      parentId: this.state.index.id,
      nonce: 0n,
      timestamp: unixSeconds(this.state.prevTimestamps[0]! + 600),
      minerPayouts: [{ value, address: v1AddressOf(BOB) }],
      transactions
    };
    if (height < this.network.hardforkV2.allowHeight) return block;
    return this.committed({ ...block, v2: { height, commitment: '' as Hash256, transactions: v2transactions } });
  }

  /** The block with the correct commitment. */
  committed(block: Block): Block {
    if (block.v2 === undefined) return block;
    const { transactions } = block.v2;
    const commitment = v2Commitment(this.state, block.minerPayouts[0]!.address, block.transactions, transactions);
    return { ...block, v2: { ...block.v2, commitment } };
  }

  /** The elements that V1 transactions may refer to, looked up like a node. */
  supplementFor({ transactions }: Block): BlockSupplement {
    const height = BigInt(childHeight(this.state));
    const opened = this.fileContracts.filter(({ fileContract }) => fileContract.windowStart < height);
    return {
      transactions: transactions.map((txn) => ({
        coinInputs: this.coins.filter(({ id }) => txn.coinInputs.some(({ parentId }) => parentId === id)),
        fundInputs: this.funds.filter(({ id }) => txn.fundInputs.some(({ parentId }) => parentId === id)),
        revisedFileContracts: this.fileContracts.filter(({ id }) =>
          txn.fileContractRevisions.some(({ parentId }) => parentId === id)
        ),
        storageProofs: opened
          .filter(({ id }) => txn.storageProofs.some(({ parentId }) => parentId === id))
          .map((fileContract) => ({
            fileContract,
            windowId: this.chainIndices[Number(fileContract.fileContract.windowStart) - 1]!.id
          }))
      })),
      expiringFileContracts: this.fileContracts.filter(({ fileContract }) => fileContract.windowEnd === height)
    };
  }

  validate(block: Block, supplement = this.supplementFor(block)): void {
    validateBlock(this.network, this.state, block, supplement, { verifySignature: this.verify });
  }

  /** Validates the block and makes it the tip. */
  add(block: Block, supplement = this.supplementFor(block)): ApplyUpdate {
    this.validate(block, supplement);
    return this.#apply(block, supplement);
  }

  /** Adds empty blocks until the next block has this height. */
  growTo(height: number): void {
    while (childHeight(this.state) < height) this.add(this.child());
  }

  #apply(block: Block, supplement: BlockSupplement): ApplyUpdate {
    const { state, update, treeNodes } = applyBlock(this.network, this.state, block, supplement, {
      ancestorTimestamp: unixSeconds(1_700_000_000)
    });
    this.state = state;
    this.#nodes.store(treeNodes);
    this.coins = follow(this.coins, update, update.coinElements, ({ coinElement, spent }) => [coinElement, spent]);
    this.funds = follow(this.funds, update, update.fundElements, ({ fundElement, spent }) => [fundElement, spent]);
    this.fileContracts = follow(this.fileContracts, update, update.fileContractElements, (diff) => [
      { ...diff.fileContractElement, fileContract: diff.revision ?? diff.fileContractElement.fileContract },
      diff.resolved
    ]);
    this.v2FileContracts = follow(this.v2FileContracts, update, update.v2FileContractElements, (diff) => [
      { ...diff.v2FileContractElement, fileContract: diff.revision ?? diff.v2FileContractElement.fileContract },
      diff.resolution !== undefined
    ]);
    this.chainIndices = [...carryAll(this.chainIndices, update), update.chainIndexElement];
    return update;
  }
}

type Followed = Pick<CoinElement, 'stateElement'> & { readonly id: string };

const carryAll = <E extends Followed>(elements: readonly E[], update: ApplyUpdate): E[] =>
  elements.map((element) => ({ ...element, stateElement: advanceProof(update, element.stateElement) }));

/** The elements after a block: advanced, touched ones as returned by `afterOf`, without those that are gone. */
function follow<E extends Followed, Diff>(
  elements: readonly E[],
  update: ApplyUpdate,
  diffs: readonly Diff[],
  afterOf: (diff: Diff) => [element: E, isGone: boolean]
): E[] {
  const after = diffs.map(afterOf);
  const touched = new Set(after.map(([{ id }]) => id));
  const untouched = elements.filter(({ id }) => !touched.has(id));
  return [...carryAll(untouched, update), ...after.flatMap(([element, isGone]) => (isGone ? [] : [element]))];
}

/** Signs a whole V1 transaction, once for every parent it refers to. */
export function signTransaction(chain: TestChain, txn: Transaction, key: PrivateKey): Transaction {
  const parents = [...txn.coinInputs, ...txn.fundInputs, ...txn.fileContractRevisions].map(({ parentId }) => parentId);
  const signatures = parents.map((parentId) => signedFor(chain, txn, key, wholeSignature(parentId)));
  return { ...txn, signatures };
}

/** An unsigned signature for the whole transaction. */
export const wholeSignature = (parentId: string): TransactionSignature => ({
  parentId: parentId as Hash256,
  publicKeyIndex: 0n,
  timelock: 0n,
  coveredFields: WHOLE_TRANSACTION,
  signature: new Uint8Array(0)
});

/** The signature, signed. */
export const signedFor = (
  { network, state }: TestChain,
  txn: Transaction,
  key: PrivateKey,
  signature: TransactionSignature
): TransactionSignature => ({
  ...signature,
  signature: decodeHex(sign(key, signatureSigHash(network, state.index.height, txn, signature)))
});

/** Signs every input of a V2 transaction with the key. */
export function signV2Transaction(txn: V2Transaction, key: PrivateKey): V2Transaction {
  const signatures = [sign(key, inputSigHash(txn))];
  const signed = <I extends V2Transaction['coinInputs'][number] | V2Transaction['fundInputs'][number]>(
    input: I
  ): I => ({
    ...input,
    satisfiedPolicy: { ...input.satisfiedPolicy, signatures }
  });
  return { ...txn, coinInputs: txn.coinInputs.map(signed), fundInputs: txn.fundInputs.map(signed) };
}

/** An input that spends the element under the key's policy, unsigned. */
export const v2InputOf = <E extends CoinElement | FundElement>(parent: E, key: PrivateKey) => ({
  parent,
  satisfiedPolicy: { policy: v2PolicyOf(key), signatures: [], preimages: [] }
});
