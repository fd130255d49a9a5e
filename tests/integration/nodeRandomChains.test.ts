import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { encodeBlock, v2Block, v2BlockWithCache } from '$lib/chain/block/blockLayout';
import { chainState } from '$lib/chain/block/stateLayout';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement, type FundElement } from '$lib/chain/element/elements';
import type { FileContract, V2FileContractElement } from '$lib/chain/element/fileContract';
import type { FileContractId, Hash256 } from '$lib/chain/ids';
import { ZERO_SIGNATURE } from '$lib/chain/keys/keys';
import { sign } from '$lib/chain/keys/sign';
import type { Network } from '$lib/chain/network/network';
import { standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { unixSeconds } from '$lib/chain/time';
import { attestationSigHash, inputSigHash, signatureSigHash } from '$lib/chain/transaction/sigHash';
import { fileContractId } from '$lib/chain/transaction/transactionIds';
import { EMPTY_TRANSACTION, WHOLE_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import {
  v2CoinOutputId,
  v2FileContractId,
  v2RenewalId,
  v2TransactionId
} from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Resolution, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { decodeHex } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { applyTransaction, applyV2Transaction } from '$lib/consensus/apply/applyTransaction';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import { fileContractTax } from '$lib/consensus/contractTax';
import { validateTransaction } from '$lib/consensus/validate/validateTransaction';
import { validateV2Transaction } from '$lib/consensus/validate/validateV2Transaction';
import { assembleTemplate } from '$lib/mining/work/template';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { quickCheck } from '$lib/server/node/chain/quickCheck';
import { supplementTransaction } from '$lib/server/node/chain/supplement';
import { InvalidTransactionError } from '$lib/server/node/errors';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { verifyHere } from '$lib/server/node/signatures/verifyHere';
import { ChainStore } from '$lib/server/node/store/store';
import { startWriter } from '$lib/server/node/store/writes/writerThread';
import { costOf, FILE, fileProof, policyOf, RENTER, signedContract, signedRenewal } from '../support/contracts';
import { limitMs } from '../support/limits';
import { solveBlock } from '../support/solve';
import { temporaryFolder } from '../support/temporary';
import { decodeBlock } from '../support/decodeBlock';

// Two nodes receive random transactions of both generations, mine what their pools hold, restart, and take over each
// other's chains. Whatever the order: each mined block is valid, each pool stays valid as a whole, and the stored tables
// are those that the best chain alone leads to.

const STEPS = 200;
const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const network: Network = {
  ...preset.network,
  maturityDelay: 3,
  hardforkFoundation: { height: 2, primaryAddress: DEV_ADDRESSES.policy, failsafeAddress: DEV_ADDRESSES.policy },
  hardforkV2: { allowHeight: 4, requireHeight: 14, finalCutHeight: 18, ephemeralOutputHeight: 0 }
};

const unlockConditions = standardUnlockConditions(RENTER.publicKey);
const POLICIES = {
  [DEV_ADDRESSES.unlockConditions]: { type: 'uc', unlockConditions } as const,
  [DEV_ADDRESSES.policy]: policyOf(RENTER)
};
const OWN = [DEV_ADDRESSES.unlockConditions, DEV_ADDRESSES.policy];
const PAYOUT = hastings(10n ** 20n);

/** By default, small numbers are drawn more often. */
const evenly = (max: number) => fc.noBias(fc.nat({ max }));

type Draw = fc.GeneratorValue;
type Added = { readonly v1?: Transaction; readonly v2?: V2Transaction } | undefined;

class RandomNode {
  readonly #draw: Draw;
  readonly #path: string;
  readonly #contracts: Set<FileContractId>;
  #salt = 0;
  store!: ChainStore;
  chain!: ChainManager;
  pool!: TransactionPool;

  /** @param contracts ids that both nodes know */
  constructor(draw: Draw, path: string, contracts: Set<FileContractId>) {
    this.#draw = draw;
    this.#path = path;
    this.#contracts = contracts;
    this.open();
  }

  open(): void {
    const signatures = new SignatureChecker((checks) =>
      Promise.resolve(checks.map((check) => verifyHere(check.publicKey, check.message, check.signature)))
    );
    this.store = new ChainStore(this.#path);
    quickCheck(this.store, network);
    this.chain = new ChainManager({ store: this.store, network, genesis: preset.genesis, clock: Date.now, signatures });
    this.pool = new TransactionPool({ store: this.store, chain: this.chain, signatures });
  }

  close(): void {
    this.pool.close();
    this.store.close();
  }

  restart(): void {
    this.close();
    this.open();
  }

  upTo = (max: number): number => this.#draw(evenly, max);
  #oneOf = <T>(items: readonly T[]): T | undefined => items[this.upTo(Math.max(0, items.length - 1))];
  #address = (): Address => this.#oneOf(OWN)!;
  /** Of the next block. */
  get #height(): number {
    return this.chain.tip.height + 1;
  }
  #soon = (): bigint => BigInt(this.#height + this.upTo(3));

  #coin(address: Address): CoinElement | undefined {
    const page = this.store.coins.maturePage(address, this.chain.tip.height, { offset: 0, limit: 20 });
    const found = this.#oneOf(page)?.element;
    return found && this.store.prove(found, this.chain.state.elements.numLeaves);
  }

  #fund(address: Address): FundElement | undefined {
    const found = this.#oneOf(this.store.funds.page(address, { offset: 0, limit: 20 }))?.element;
    return found && this.store.prove(found, this.chain.state.elements.numLeaves);
  }

  #unconfirmed(): CoinElement | undefined {
    const txn = this.#oneOf(this.pool.v2Transactions);
    const i = this.upTo(2);
    const output = txn?.coinOutputs[i];
    if (txn === undefined || output === undefined || !OWN.includes(output.address)) return undefined;
    const id = v2CoinOutputId(v2TransactionId(txn), i);
    return { stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] }, id, output, maturityHeight: 0n };
  }

  #split(value: bigint) {
    const part = value / BigInt(2 + this.upTo(2));
    return [hastings(part), hastings(value - part)].map((share) => ({ value: share, address: this.#address() }));
  }

  #units({ output }: FundElement) {
    const moved = output.value > 1n ? 1n : 0n;
    return [moved, output.value - moved]
      .filter((value) => value > 0n)
      .map((value) => ({ value: fundUnits(value), address: this.#address() }));
  }

  #signedV1(txn: Transaction): Transaction {
    const parents = [...txn.coinInputs, ...txn.fundInputs, ...txn.fileContractRevisions];
    const signatures = parents.map(({ parentId }) => {
      const unsigned = {
        parentId: parentId as string as Hash256,
        publicKeyIndex: 0n,
        timelock: 0n,
        coveredFields: WHOLE_TRANSACTION,
        signature: new Uint8Array(0)
      };
      const sigHash = signatureSigHash(network, this.chain.tip.height, txn, unsigned);
      return { ...unsigned, signature: decodeHex(sign(RENTER.privateKey, sigHash)) };
    });
    return { ...txn, signatures };
  }

  #signedV2(txn: V2Transaction): V2Transaction {
    const signatures = [sign(RENTER.privateKey, inputSigHash(txn))];
    const satisfied = <I extends { readonly parent: CoinElement | FundElement }>(input: I): I => {
      const policy = POLICIES[input.parent.output.address]!;
      return { ...input, satisfiedPolicy: { policy, signatures, preimages: [] } };
    };
    return { ...txn, coinInputs: txn.coinInputs.map(satisfied), fundInputs: txn.fundInputs.map(satisfied) };
  }

  #v1(): Transaction | undefined {
    const coin = this.#coin(DEV_ADDRESSES.unlockConditions);
    if (coin === undefined) return undefined;
    const minerFees = this.upTo(3) === 0 ? [] : [hastings(10n ** 18n)];
    const coinInputs = [{ parentId: coin.id, unlockConditions }];
    const paying = (cost: bigint, rest: Partial<Transaction>) => {
      const change = coin.output.value - cost - (minerFees[0] ?? 0n);
      if (change <= 2n) return undefined;
      return this.#signedV1({ ...EMPTY_TRANSACTION, coinInputs, coinOutputs: this.#split(change), minerFees, ...rest });
    };
    const contract = this.#oneOf([...this.#contracts].filter((id) => this.store.contracts.getV1(id)));
    const stored = contract && this.store.contracts.getV1(contract)?.element.fileContract;
    switch (this.upTo(5)) {
      case 0: {
        const fund = this.#fund(DEV_ADDRESSES.unlockConditions);
        if (fund === undefined) return undefined;
        const fundInputs = [{ parentId: fund.id, unlockConditions, claimAddress: this.#address() }];
        return paying(0n, { fundInputs, fundOutputs: this.#units(fund) });
      }
      case 1: {
        const txn = paying(PAYOUT, { fileContracts: [this.#v1Contract()] });
        if (txn !== undefined) this.#contracts.add(fileContractId(txn, 0));
        return txn;
      }
      case 2: {
        if (contract === undefined || stored === undefined) return undefined;
        const { windowStart, windowEnd } = this.#v1Contract();
        const revisionNumber = stored.revisionNumber + 1n;
        const revision = { ...stored, parentId: contract, unlockConditions, revisionNumber, windowStart, windowEnd };
        return this.#signedV1({ ...EMPTY_TRANSACTION, fileContractRevisions: [revision] });
      }
      case 3: {
        const drawnBy = stored && this.store.blocks.bestAt(Number(stored.windowStart) - 1);
        if (contract === undefined || drawnBy === undefined) return undefined;
        return { ...EMPTY_TRANSACTION, storageProofs: [{ parentId: contract, ...fileProof(contract, drawnBy) }] };
      }
      default:
        return paying(0n, {});
    }
  }

  #v1Contract(): FileContract {
    const shared = PAYOUT - fileContractTax(network, this.chain.state, { payout: PAYOUT });
    const windowStart = this.#soon();
    const outputs = [{ value: hastings(shared), address: DEV_ADDRESSES.unlockConditions }];
    return {
      ...FILE,
      windowStart,
      windowEnd: windowStart + 1n + BigInt(this.upTo(2)),
      payout: PAYOUT,
      validProofOutputs: outputs,
      missedProofOutputs: [...outputs, { value: hastings(0n), address: DEV_ADDRESSES.policy }],
      unlockHash: DEV_ADDRESSES.unlockConditions,
      revisionNumber: 0n
    };
  }

  #v2(): V2Transaction | undefined {
    const parent = this.upTo(2) === 0 ? this.#unconfirmed() : this.#coin(this.#address());
    if (parent === undefined) return undefined;
    const minerFee = hastings(BigInt(this.upTo(3)) * 10n ** 18n);
    const unsatisfied = { policy: policyOf(RENTER), signatures: [], preimages: [] };
    const paying = (cost: bigint, rest: Partial<V2Transaction> = {}) => {
      const change = parent.output.value - cost - minerFee;
      if (change <= 2n) return undefined;
      const coinInputs = [{ parent, satisfiedPolicy: unsatisfied }];
      return this.#signedV2({
        ...EMPTY_V2_TRANSACTION,
        coinInputs,
        coinOutputs: this.#split(change),
        minerFee,
        ...rest
      });
    };
    switch (this.upTo(7)) {
      case 0: {
        const fund = this.#fund(this.#address());
        if (fund === undefined) return undefined;
        const fundInputs = [{ parent: fund, claimAddress: this.#address(), satisfiedPolicy: unsatisfied }];
        return paying(0n, { fundInputs, fundOutputs: this.#units(fund) });
      }
      case 1: {
        const contract = signedContract(this.#v2Heights());
        const txn = paying(costOf(contract), { fileContracts: [contract] });
        if (txn !== undefined) this.#contracts.add(v2FileContractId(v2TransactionId(txn), 0));
        return txn;
      }
      case 2: {
        const unsigned = {
          publicKey: RENTER.publicKey,
          key: 'key',
          value: new Uint8Array(1),
          signature: ZERO_SIGNATURE
        };
        const attestation = { ...unsigned, signature: sign(RENTER.privateKey, attestationSigHash(unsigned)) };
        return { ...EMPTY_V2_TRANSACTION, attestations: [attestation] };
      }
      case 3:
        return paying(0n, { newFoundationAddress: this.#address() });
      case 4:
      case 5:
        return this.#onContract(paying);
      default:
        return paying(0n);
    }
  }

  #v2Heights() {
    const proofHeight = this.#soon();
    return { proofHeight, expirationHeight: proofHeight + 1n + BigInt(this.upTo(2)) };
  }

  /** Revises or resolves a contract. */
  #onContract(
    paying: (cost: bigint, rest: Partial<V2Transaction>) => V2Transaction | undefined
  ): V2Transaction | undefined {
    const { numLeaves } = this.chain.state.elements;
    const id = this.#oneOf([...this.#contracts].filter((known) => this.store.contracts.getV2(known)));
    const stored = id && this.store.contracts.getV2(id)?.element;
    if (stored === undefined) return undefined;
    const parent: V2FileContractElement = this.store.prove(stored, numLeaves);
    const { fileContract } = parent;
    const resolving = (resolution: V2Resolution) => ({ fileContractResolutions: [{ parent, resolution }] });
    switch (this.upTo(3)) {
      case 0: {
        const revisionNumber = fileContract.revisionNumber + 1n;
        const revision = signedContract({ ...fileContract, ...this.#v2Heights(), revisionNumber });
        return { ...EMPTY_V2_TRANSACTION, fileContractRevisions: [{ parent, revision }] };
      }
      case 1: {
        const renewal = signedRenewal(signedContract(this.#v2Heights()));
        this.#contracts.add(v2RenewalId(parent.id));
        const cost = costOf(renewal.newContract) - renewal.renterRollover - renewal.hostRollover;
        return paying(cost, resolving({ type: 'renewal', renewal }));
      }
      case 2: {
        const drawnBy = this.store.blocks.bestAt(Number(fileContract.proofHeight));
        if (drawnBy === undefined) return undefined;
        // A block's own leaf is its last one.
        const leafIndex = this.store.state(drawnBy)!.elements.numLeaves - 1n;
        const proofIndex = {
          stateElement: this.store.tree.stateElement(leafIndex, numLeaves),
          id: drawnBy,
          chainIndex: { height: fileContract.proofHeight, id: drawnBy }
        };
        const storageProof = { proofIndex, ...fileProof(parent.id, drawnBy) };
        return { ...EMPTY_V2_TRANSACTION, ...resolving({ type: 'storageProof', storageProof }) };
      }
      default:
        return { ...EMPTY_V2_TRANSACTION, ...resolving({ type: 'expiration' }) };
    }
  }

  /** Offers a random transaction, which may be invalid or conflict with others. */
  async transact(): Promise<void> {
    const isV2 = this.#height >= network.hardforkV2.allowHeight;
    const isV1 = this.#height < network.hardforkV2.requireHeight;
    const offered: Added = isV1 && (!isV2 || this.upTo(1) === 0) ? { v1: this.#v1() } : { v2: this.#v2() };
    await this.offer(offered.v1 ? [offered.v1] : [], offered.v2 ? [offered.v2] : []);
  }

  async offer(transactions: readonly Transaction[], v2Transactions: readonly V2Transaction[]): Promise<void> {
    try {
      await this.pool.add({ transactions, v2Transactions });
    } catch (error) {
      if (!(error instanceof InvalidTransactionError)) throw error;
    }
  }

  /** Mines what the pool holds, sent as bytes. */
  async mine(): Promise<void> {
    const { chain, pool } = this;
    const { state } = chain;
    const parts = { network, state, transactions: pool.transactions, v2Transactions: pool.v2Transactions };
    const timestamp = unixSeconds(state.prevTimestamps[0]! + this.upTo(1_200));
    const { block } = assembleTemplate(parts, this.#address(), timestamp, Uint8Array.of(this.#salt++, this.upTo(255)));
    const layout = this.upTo(1) === 0 ? v2Block : v2BlockWithCache((r) => pool.cache.read(r));
    const received = decodeBlock(encodeBlock(solveBlock(network, state, block)), layout);
    expect(await chain.addBlock(received)).toBe('best');
  }

  /** Takes over the other node's chain if it has more work, and its pending transactions. */
  async follow(other: RandomNode): Promise<void> {
    let height = Math.min(this.chain.tip.height, other.chain.tip.height);
    while (this.store.blocks.bestAt(height) !== other.store.blocks.bestAt(height)) height--;
    for (let at = height + 1; at <= other.chain.tip.height; at++) {
      const { body } = other.store.blocks.get(other.store.blocks.bestAt(at)!)!;
      await this.chain.addBlock(decodeBlock(body!, v2Block));
    }
    await this.offer(other.pool.transactions, other.pool.v2Transactions);
  }

  requireValidPool(): void {
    const { state } = this.chain;
    const effects = new BlockEffects(network, state);
    for (const txn of this.pool.transactions) {
      const supplement = supplementTransaction(this.store, state, txn);
      validateTransaction({ effects, verifySignature: verifyHere }, txn, supplement);
      applyTransaction(effects, txn, supplement);
    }
    for (const txn of this.pool.v2Transactions) {
      validateV2Transaction({ effects, verifySignature: verifyHere }, txn);
      applyV2Transaction(effects, txn);
    }
  }
}

/** Syncs the best chain to a new file, as below a checkpoint: another thread stores its blocks. */
async function syncAhead(from: ChainStore, path: string, draw: Draw): Promise<ChainStore> {
  const synced = new ChainStore(path, startWriter);
  const assumedValid = from.blocks.tip()!;
  const signatures = new SignatureChecker(async (checks) => checks.map(() => false));
  const parts = { network, genesis: preset.genesis, clock: Date.now, signatures, assumedValid };
  const chain = new ChainManager({ store: synced, ...parts });
  for (let height = 0; height < assumedValid.height;) {
    const count = Math.min(1 + draw(evenly, 7), assumedValid.height - height);
    const ids = Array.from({ length: count }, (_, i) => from.blocks.bestAt(height + i + 1)!);
    await chain.addBlocksAhead(ids.map((id) => from.block(id)!.block));
    // Only the first run contains a block that cannot be validated ahead.
    if (height > 0) expect(chain.tip.height).toBe(height);
    height += count;
  }
  await chain.stored();
  return synced;
}

test('random chains leave valid pools, and tables of the best chain', { timeout: limitMs(60_000) }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.gen(), async (draw) => {
      const folder = temporaryFolder('random-chains');
      const contracts = new Set<FileContractId>();
      const nodes = ['one', 'other'].map((name) => new RandomNode(draw, join(folder, `${name}.sqlite`), contracts));
      try {
        for (let step = 0; step < STEPS; step++) {
          const [node, other] = (draw(fc.boolean) ? nodes : nodes.toReversed()) as [RandomNode, RandomNode];
          const action = node.upTo(19);
          if (action < 13) await node.transact();
          else if (action < 17) await node.mine();
          else if (action < 19) await node.follow(other);
          else node.restart();
          node.requireValidPool();
        }
        const [one, other] = nodes as [RandomNode, RandomNode];
        await one.follow(other);
        await one.mine();
        await other.follow(one);
        if (other.chain.tip.id === one.chain.tip.id) {
          expect(encode(chainState, other.chain.state)).toEqual(encode(chainState, one.chain.state));
        }
        const chainOfAll = { network, genesis: preset.genesis };
        for (const { store } of nodes) expect(findDifferences(store, chainOfAll)).toEqual([]);
        const synced = await syncAhead(one.store, join(folder, 'synced.sqlite'), draw);
        try {
          expect(synced.blocks.tip()).toEqual(one.chain.tip);
          expect(findDifferences(synced, chainOfAll)).toEqual([]);
        } finally {
          synced.close();
        }
      } finally {
        for (const node of nodes) node.close();
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 2), endOnFailure: true }
  );
});
