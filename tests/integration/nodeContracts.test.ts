import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { consensusChange, type ConsensusChange } from '$lib/api/daemon/changes/changeLayout';
import { FROM_GENESIS } from '$lib/api/daemon/consensus';
import type { Address } from '$lib/chain/address';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { hastings } from '$lib/chain/currency/currency';
import type { ChainIndexElement } from '$lib/chain/element/elements';
import type {
  FileContract,
  FileContractRevision,
  V2FileContract,
  V2FileContractElement,
  V2FileContractRenewal
} from '$lib/chain/element/fileContract';
import { ZERO_BLOCK_ID, type FileContractId } from '$lib/chain/ids';
import { ZERO_SIGNATURE } from '$lib/chain/keys/keys';
import { standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { signatureSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { EMPTY_TRANSACTION, WHOLE_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { contractPayoutId, fileContractId, transactionId } from '$lib/chain/transaction/transactionIds';
import {
  v2ContractOutputId,
  v2FileContractId,
  v2RenewalId,
  v2TransactionId
} from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Resolution, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { decodeHex } from '$lib/codec/bytes';
import { decodePrefix } from '$lib/codec/layout';
import { fileContractTax } from '$lib/consensus/contractTax';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import {
  addressOf,
  coins,
  FILE,
  fileProof,
  formation,
  HOST,
  paidBy,
  RENTER,
  renewing,
  revising,
  signedContract,
  signedRenewal
} from '../support/contracts';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { solveUnit } from '../support/solve';
import { branchFrom } from '../support/walletWorld';

let open: OpenNode;
let clock = 0;
afterEach(() => open.node.close());

const at = (address: Address) => ({ params: { address } });
const coinOf = async (address: Address) => (await open.wallet.coinOutputs(at(address))).outputs[0]!;
const mineTo = (height: number) => mine(open, height - open.node.tip.height);
const revenue = async () => (await open.wallet.tipState()).fundTaxRevenue;
const resolutionsOf = async (address: Address, type: 'v1ContractResolution' | 'v2ContractResolution') =>
  (await open.wallet.events(at(address))).filter(({ data }) => data.type === type);

/** The consensus changes since genesis, as streamed by a daemon. */
async function changes(): Promise<ConsensusChange[]> {
  let rest = await (await ask(open, `/consensus/subscribe/${FROM_GENESIS}`)).bytes();
  const found: ConsensusChange[] = [];
  while (rest.length > 0) {
    const { value, length } = decodePrefix(consensusChange, rest)!;
    found.push(value);
    rest = rest.subarray(length);
  }
  return found;
}

/** Every update of the best chain. */
async function updates() {
  const index = { height: 0, id: ZERO_BLOCK_ID };
  return (await open.wallet.updates({ params: { index }, query: { limit: 100 } })).applied.map(({ update }) => update);
}

describe('a V2 contract through the API', () => {
  beforeEach(async () => {
    clock = Date.now();
    open = await openNode({ clock: () => clock });
    await mine(open, 2);
  });

  const PROOF_HEIGHT = 7n;
  const EXPIRATION_HEIGHT = 9n;
  const contract = signedContract({ proofHeight: PROOF_HEIGHT, expirationHeight: EXPIRATION_HEIGHT });
  const revision = (change: Partial<V2FileContract>) =>
    signedContract({ proofHeight: PROOF_HEIGHT, expirationHeight: EXPIRATION_HEIGHT, ...change });

  const broadcast = (...v2Transactions: V2Transaction[]) =>
    open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions } });
  const waiting = async () => (await open.wallet.poolTransactions()).v2Transactions.map(v2TransactionId);
  const resolving = (parent: V2FileContractElement, resolution: V2Resolution): V2Transaction => ({
    ...EMPTY_V2_TRANSACTION,
    fileContractResolutions: [{ parent, resolution }]
  });

  /** From the node's latest update about it, with the proof at that block. */
  async function elementOf(id: FileContractId): Promise<V2FileContractElement> {
    const diffs = (await updates()).flatMap(({ v2FileContractElements }) => v2FileContractElements);
    const { v2FileContractElement, revision } = diffs.findLast((diff) => diff.v2FileContractElement.id === id)!;
    return { ...v2FileContractElement, fileContract: revision ?? v2FileContractElement.fileContract };
  }
  const indexElement = async (height: number): Promise<ChainIndexElement> =>
    (await updates())[height]!.chainIndexElement;

  /** Formed in block 3. */
  async function formed(): Promise<V2FileContractElement> {
    const txn = formation(await coinOf(DEV_ADDRESSES.policy), contract);
    await broadcast(txn);
    await mine(open);
    return elementOf(v2FileContractId(v2TransactionId(txn), 0));
  }

  async function provingFrom(parent: V2FileContractElement): Promise<V2Transaction> {
    const proofIndex = await indexElement(Number(PROOF_HEIGHT));
    const storageProof = { proofIndex, ...fileProof(parent.id, proofIndex.id) };
    return resolving(parent, { type: 'storageProof', storageProof });
  }

  test('is formed, revised and proven, and pays both at maturity', async () => {
    const parent = await formed();
    expect(parent.fileContract).toEqual(contract);
    expect(await revenue()).toBe(coins(4n));

    const next = revision({ revisionNumber: 1n, missedHostValue: coins(20n) });
    await broadcast(revising(parent, next));
    await mine(open);
    const revised = await elementOf(parent.id);
    expect(revised.fileContract).toEqual(next);
    await expect(broadcast(revising(revised, next))).rejects.toMatchObject({
      status: 400,
      serverMessage: expect.stringMatching(/^invalid v2 transaction set: .* does not increase revision number/)
    });

    await mineTo(Number(PROOF_HEIGHT));
    const proving = await provingFrom(revised);
    const proofIndex = await indexElement(Number(PROOF_HEIGHT));
    const storageProof = { proofIndex, ...fileProof(parent.id, proofIndex.id), leaf: new Uint8Array(64) };
    const wrong = resolving(revised, { type: 'storageProof', storageProof });
    await expect(broadcast(wrong)).rejects.toMatchObject({
      status: 400,
      serverMessage: expect.stringMatching(/root that does not match contract Merkle root/)
    });
    // Work issued before the proof does not contain it: it stays pending, and its proofs must be updated.
    const unit = await open.daemon.miner.header();
    await broadcast(proving);
    await open.daemon.miner.submitHeader({ body: solveUnit(unit) });
    expect(await waiting()).toEqual([v2TransactionId(proving)]);
    clock += 31_000;
    await mine(open);
    expect(await waiting()).toEqual([]);

    const height = open.node.tip.height;
    expect(height).toBe(9);
    for (const [party, key, value] of [
      ['renter', RENTER, coins(60n)],
      ['host', HOST, coins(40n)]
    ] as const) {
      // prettier-ignore
      const [event, ...more] = await resolutionsOf(addressOf(key), 'v2ContractResolution');
      expect(more).toEqual([]);
      expect(event).toMatchObject({
        id: v2ContractOutputId(parent.id, party),
        index: open.node.tip,
        maturityHeight: height + 10,
        relevant: [addressOf(key)],
        data: { missed: false, coinElement: { output: { value } }, resolution: { parent: { id: parent.id } } }
      });
    }
    expect(await open.wallet.balance(at(addressOf(HOST)))).toMatchObject({ coins: 0n, immatureCoins: coins(40n) });
    await mine(open, 10);
    expect(await open.wallet.balance(at(addressOf(HOST)))).toMatchObject({ coins: coins(40n), immatureCoins: 0n });
    const spending = paidBy(await coinOf(addressOf(HOST)), HOST, coins(1n), { minerFee: coins(1n) });
    await broadcast(spending);
    await mine(open);
    expect(await open.wallet.balance(at(addressOf(HOST)))).toMatchObject({ coins: coins(39n) });
  });

  test('expires after its last height, and pays the host less', async () => {
    const parent = await formed();
    const expiring = resolving(parent, { type: 'expiration' });
    await mineTo(Number(EXPIRATION_HEIGHT) - 1);
    await expect(broadcast(expiring)).rejects.toMatchObject({
      status: 400,
      serverMessage: expect.stringMatching(/cannot be submitted until after expiration height \(9\)/)
    });
    await mine(open);
    await broadcast(expiring);
    await mine(open);
    const [event] = await resolutionsOf(addressOf(HOST), 'v2ContractResolution');
    expect(event).toMatchObject({ data: { missed: true, coinElement: { output: { value: coins(30n) } } } });
    await expect(broadcast(expiring)).rejects.toMatchObject({ status: 400 });
    await mine(open, 10);
    expect(await open.wallet.balance(at(addressOf(HOST)))).toMatchObject({ coins: coins(30n) });
  });

  test('is renewed: the old one pays out, the new one gets the rollover', async () => {
    const parent = await formed();
    const newContract = signedContract({ proofHeight: 30n, expirationHeight: 40n });
    const renewal = signedRenewal(newContract);
    const renewed = async (signed: V2FileContractRenewal) => renewing(await coinOf(addressOf(RENTER)), parent, signed);
    const unsigned = { ...renewal, renterSignature: ZERO_SIGNATURE, hostSignature: ZERO_SIGNATURE };
    await expect(broadcast(await renewed(unsigned))).rejects.toMatchObject({ status: 400 });
    await broadcast(await renewed(renewal));
    await mine(open);
    expect(await elementOf(v2RenewalId(parent.id))).toMatchObject({ fileContract: newContract });
    expect(await revenue()).toBe(coins(8n));
    const [event] = await resolutionsOf(addressOf(HOST), 'v2ContractResolution');
    expect(event).toMatchObject({ data: { missed: false, coinElement: { output: { value: coins(20n) } } } });
    await mine(open, 10);
    expect(await open.wallet.balance(at(addressOf(HOST)))).toMatchObject({ coins: coins(20n) });
  });

  test('of which one revision is mined: the later one stays pending, with the updated contract', async () => {
    const parent = await formed();
    await broadcast(revising(parent, revision({ revisionNumber: 1n })));
    const unit = await open.daemon.miner.header();
    const last = revision({ revisionNumber: 2n, missedHostValue: coins(5n) });
    await broadcast(revising(parent, last));
    expect(await waiting()).toHaveLength(2);
    await open.daemon.miner.submitHeader({ body: solveUnit(unit) });
    expect((await open.wallet.poolTransactions()).v2Transactions).toMatchObject([
      { fileContractRevisions: [{ parent: { fileContract: { revisionNumber: 1n } }, revision: last }] }
    ]);
    clock += 31_000;
    await mine(open);
    expect(await elementOf(parent.id)).toMatchObject({ fileContract: last });
    expect(await waiting()).toEqual([]);
  });

  test('revised in a block that is reverted: a later revision stays pending, with the previous contract', async () => {
    const parent = await formed();
    const fork = await open.wallet.tipState();
    const first = revising(parent, revision({ revisionNumber: 1n }));
    await broadcast(first);
    await mine(open);
    const second = revising(await elementOf(parent.id), revision({ revisionNumber: 2n }));
    await broadcast(second);
    for (const body of await branchFrom(open, fork, VOID_ADDRESS, 2)) await open.wallet.broadcastBlock({ body });
    expect(open.node.tip.height).toBe(5);
    expect(await waiting()).toEqual([v2TransactionId(second)]);
    await mine(open);
    expect(await elementOf(parent.id)).toMatchObject({ fileContract: { revisionNumber: 2n } });
  });

  test('proven in a block that is reverted: the proof can be sent again while the block that selected the leaf remains', async () => {
    const parent = await formed();
    const beforeDraw = await open.wallet.tipState();
    await mineTo(Number(PROOF_HEIGHT));
    const fork = await open.wallet.tipState();
    const proving = await provingFrom(parent);
    await broadcast(proving);
    await mine(open);
    const submit = async (from: typeof fork, length: number) => {
      for (const body of await branchFrom(open, from, VOID_ADDRESS, length)) {
        await open.wallet.broadcastBlock({ body });
      }
    };
    await submit(fork, 2);
    expect(await waiting()).toEqual([]);
    await broadcast(proving);
    expect(await waiting()).toEqual([v2TransactionId(proving)]);
    expect(await resolutionsOf(addressOf(HOST), 'v2ContractResolution')).toEqual([]);
    await submit(beforeDraw, 7);
    expect(open.node.tip.height).toBe(10);
    expect(await waiting()).toEqual([]);
  });

  test('is rejected with content that differs from the chain', async () => {
    const parent = await formed();
    const forged = { ...parent, fileContract: { ...parent.fileContract, capacity: 1000n } };
    await expect(broadcast(revising(forged, revision({ revisionNumber: 1n })))).rejects.toMatchObject({ status: 400 });
    expect(await waiting()).toEqual([]);
  });
});

describe('a V1 contract on a chain where V2 is far away', () => {
  const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
  const v2 = { ...preset.network.hardforkV2, allowHeight: 60, requireHeight: 70, finalCutHeight: 80 };
  const network = { ...preset.network, hardforkV2: v2 };
  const unlockConditions = standardUnlockConditions(RENTER.publicKey);
  const owner = DEV_ADDRESSES.unlockConditions;

  beforeEach(async () => {
    open = await openNode({ network: { ...preset, network } });
    await mine(open, 2);
  });

  const payout = coins(1000n);
  const shared = hastings((payout * 961n) / 1000n);
  const terms: FileContract = {
    ...FILE,
    windowStart: 6n,
    windowEnd: 8n,
    payout,
    validProofOutputs: [
      { value: hastings(shared - coins(100n)), address: owner },
      { value: coins(100n), address: addressOf(HOST) }
    ],
    missedProofOutputs: [
      { value: hastings(shared - coins(1n)), address: owner },
      { value: coins(1n), address: addressOf(HOST) }
    ],
    unlockHash: owner,
    revisionNumber: 0n
  };
  const coveredFields = WHOLE_TRANSACTION;

  /** Signed as a whole, once for every parent. */
  function signed(txn: Transaction): Transaction {
    const parents = [...txn.coinInputs, ...txn.fileContractRevisions].map(({ parentId }) => parentId as string);
    const signatures = parents.map((parentId) => {
      const unsigned = { parentId: parentId as Transaction['signatures'][number]['parentId'], publicKeyIndex: 0n, timelock: 0n, coveredFields, signature: new Uint8Array(0) }; // prettier-ignore
      const sigHash = signatureSigHash(network, open.node.tip.height, txn, unsigned);
      return { ...unsigned, signature: decodeHex(sign(RENTER.privateKey, sigHash)) };
    });
    return { ...txn, signatures };
  }
  const broadcast = (...transactions: Transaction[]) =>
    open.wallet.broadcast({ body: { basis: open.node.tip, transactions, v2Transactions: [] } });
  const revising = (parentId: FileContractId, change: Partial<FileContractRevision> = {}) =>
    signed({
      ...EMPTY_TRANSACTION,
      fileContractRevisions: [{ ...terms, parentId, unlockConditions, revisionNumber: 1n, ...change }]
    });

  /** Formed in the next block, which is the third if there was none before. */
  async function formed(change: Partial<FileContract> = {}): Promise<FileContractId> {
    const { id: parentId, output } = await coinOf(owner);
    const txn = signed({
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId, unlockConditions }],
      coinOutputs: [{ value: hastings(output.value - payout), address: owner }],
      fileContracts: [{ ...terms, ...change }]
    });
    await broadcast(txn);
    await mine(open);
    return fileContractId(txn, 0);
  }

  test('is formed, revised, and proven', async () => {
    const id = await formed();
    expect(await revenue()).toBe(fileContractTax(network, await open.wallet.tipState(), terms));
    const more = [
      { value: hastings(shared - coins(200n)), address: owner },
      { value: coins(200n), address: addressOf(HOST) }
    ];
    // The second builds on the first, in the pool and in the block.
    await broadcast(
      revising(id),
      revising(id, { revisionNumber: 2n, validProofOutputs: more, filesize: FILE.filesize })
    );
    await mine(open);
    await expect(broadcast(revising(id, { revisionNumber: 2n }))).rejects.toMatchObject({
      serverMessage: expect.stringMatching(/does not have a higher revision number than its parent/)
    });
    await mineTo(5);
    const { id: drawnBy } = open.node.tip;
    const proving = { ...EMPTY_TRANSACTION, storageProofs: [{ parentId: id, ...fileProof(id, drawnBy) }] };
    await broadcast(proving);
    expect((await open.wallet.poolTransactions()).transactions.map(transactionId)).toEqual([transactionId(proving)]);
    const later = await formed({ windowStart: 40n, windowEnd: 50n });
    const [event] = await resolutionsOf(addressOf(HOST), 'v1ContractResolution');
    expect(event).toMatchObject({
      id: contractPayoutId(id, true, 1),
      index: open.node.tip,
      maturityHeight: 16,
      data: { missed: false, coinElement: { output: { value: coins(200n) } } }
    });
    await mine(open, 10);
    expect(await open.wallet.balance(at(addressOf(HOST)))).toMatchObject({ coins: coins(200n), immatureCoins: 0n });
    const diffs = (await changes()).flatMap(({ appliedDiffs }) => appliedDiffs.flatMap(({ contracts }) => contracts));
    expect(diffs.map(({ id, direction, contract }) => [id, direction, contract.revisionNumber])).toEqual([
      [id, true, 0n],
      [id, false, 0n],
      [id, true, 1n],
      [id, false, 1n],
      [id, true, 2n],
      [id, false, 2n],
      [later, true, 0n]
    ]);
  });

  test('has each step of a block in the change stream, as from a daemon', async () => {
    const { id: parentId, output } = await coinOf(owner);
    const first = signed({
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId, unlockConditions }],
      coinOutputs: [{ value: hastings(output.value - 2n * payout), address: owner }],
      fileContracts: [terms, { ...terms, filesize: FILE.filesize }]
    });
    const ids = [fileContractId(first, 0), fileContractId(first, 1)];
    await broadcast(first, revising(ids[1]!, { filesize: 0n }));
    await mine(open);
    const { appliedDiffs } = (await changes()).at(-1)!;
    expect(
      appliedDiffs[0]!.contracts.map(({ id, direction, contract }) => [id, direction, contract.revisionNumber])
    ).toEqual([
      [ids[0], true, 0n],
      [ids[1], true, 0n],
      [ids[1], false, 0n],
      [ids[1], true, 1n]
    ]);
    const tax = fileContractTax(network, await open.wallet.tipState(), terms);
    expect(appliedDiffs[0]!.fundPool).toEqual([
      { direction: true, previous: 0n, adjusted: tax },
      { direction: true, previous: tax, adjusted: 2n * tax }
    ]);
  });

  test('pays for a missed proof when its window ends, automatically', async () => {
    const id = await formed();
    await mineTo(7);
    expect(await resolutionsOf(owner, 'v1ContractResolution')).toEqual([]);
    await mineTo(8);
    const [event] = await resolutionsOf(owner, 'v1ContractResolution');
    expect(event).toMatchObject({
      id: contractPayoutId(id, false, 0),
      maturityHeight: 18,
      data: { missed: true, coinElement: { output: { value: shared - coins(1n) } } }
    });
    await mine(open, 10);
    expect(await open.wallet.balance(at(addressOf(HOST)))).toMatchObject({ coins: coins(1n), immatureCoins: 0n });
  });

  /** The call accepts V1 blocks but responds with an error, like real servers. */
  const submitV1 = ({ wallet }: OpenNode, body: Block) =>
    expect(wallet.broadcastBlock({ body })).rejects.toMatchObject({ serverMessage: 'v1 blocks are unsupported' });

  // See docs/decisions/0027-corners-of-the-reference.md.
  test.each([
    ['pays in the last block that may contain V1 transactions', 69n, 1],
    ['neither pays nor stops the chain if V1 has ended when its window ends', 70n, 0]
  ])('%s', async (_, windowEnd, paid) => {
    await formed({ windowEnd });
    await mineTo(72);
    expect(await resolutionsOf(owner, 'v1ContractResolution')).toHaveLength(paid);
    expect(await open.wallet.tipState()).toMatchObject({ index: { height: 72 } });
  });

  test('expires in the correct order, regardless of an abandoned branch', async () => {
    await formed();
    await formed({ fileMerkleRoot: 'ab'.repeat(32) as FileContract['fileMerkleRoot'] });
    const ids = [...(await updates()).flatMap(({ fileContractElements }) => fileContractElements)].map(
      ({ fileContractElement }) => fileContractElement.id
    );
    const fork = await open.wallet.tipState();
    await broadcast(revising(ids[0]!, { windowEnd: 9n }));
    await mine(open);
    for (const block of await branchFrom(open, fork, VOID_ADDRESS, 2)) await submitV1(open, block);
    expect(open.node.tip.height).toBe(6);
    await mineTo(8);
    expect((await resolutionsOf(owner, 'v1ContractResolution')).map(({ id }) => id).toReversed()).toEqual(
      ids.map((id) => contractPayoutId(id, false, 0))
    );

    const other = await openNode({ network: { ...preset, network } });
    try {
      for (let height = 1; height <= 8; height++) {
        await submitV1(other, await open.wallet.block({ params: { idOrHeight: String(height) } }));
      }
      expect(await other.wallet.tipState()).toEqual(await open.wallet.tipState());
    } finally {
      await other.node.close();
    }
  });

  test('is rejected with the wrong tax, and its revision after the window opened', async () => {
    const id = await formed();
    const { id: parentId, output } = await coinOf(owner);
    const untaxed = signed({
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId, unlockConditions }],
      coinOutputs: [{ value: hastings(output.value - payout - 1n), address: owner }],
      fileContracts: [{ ...terms, payout: hastings(payout + 1n) }]
    });
    await expect(broadcast(untaxed)).rejects.toMatchObject({
      status: 400,
      serverMessage: expect.stringMatching(/has payout with incorrect tax/)
    });
    await mineTo(6);
    await expect(broadcast(revising(id, { windowStart: 20n, windowEnd: 30n }))).rejects.toMatchObject({
      serverMessage: expect.stringMatching(/revises contract after its proof window has opened/)
    });
  });
});
