import fc from 'fast-check';
import { expect, test } from 'vitest';
import { block as blockJson } from '$lib/api/schemas/blocks';
import { decodeJson, encodeJson, type JsonCodec } from '$lib/api/schemas/codec';
import { chainState as stateJson } from '$lib/api/schemas/state';
import { applyUpdate as applyUpdateJson, revertUpdate as revertUpdateJson } from '$lib/api/schemas/updates';
import { v1Block, type Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { advanceProof, rewindProof } from '$lib/chain/proof/advanceProof';
import {
  chainIndexLeafHash,
  coinLeafHash,
  fileContractLeafHash,
  fundLeafHash,
  v2FileContractLeafHash
} from '$lib/chain/proof/elementLeaf';
import type { StateElement } from '$lib/chain/element/elements';
import { blockReward, foundationSubsidy } from '$lib/chain/network/rewards';
import { chainState } from '$lib/chain/block/stateLayout';
import { claimOutputId } from '$lib/chain/transaction/transactionIds';
import type { ApplyUpdate } from '$lib/chain/proof/update';
import { v2ClaimOutputId } from '$lib/chain/transaction/v2TransactionIds';
import { CodecError } from '$lib/codec/errors';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { decode, encode } from '$lib/codec/layout';
import { containsLeaf } from '$lib/consensus/accumulator/accumulator';
import { applyBlock, revertBlock } from '$lib/consensus/apply/applyBlock';
import { ConsensusError } from '$lib/consensus/errors';
import { childHeight } from '$lib/consensus/state';
import { GENESIS_SUPPLY, type TestChain } from '../unit/consensus/testChain';
import { runsOf } from './cases';
import { anyPlan, BLOCKS, RandomChain, snapshotOf, type Snapshot } from './randomChain';

const overJson = <T>(codec: JsonCodec<T>, value: T): T =>
  decodeJson(codec, parseJson(stringifyJson(encodeJson(codec, value))));

const total = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

const elementsOf = ({ coins, funds, fileContracts, v2FileContracts, chainIndices }: Snapshot) => [
  ...coins,
  ...funds,
  ...fileContracts,
  ...v2FileContracts,
  ...chainIndices
];

/** Every element is in the accumulator with its advanced proof. */
function expectProven(after: Snapshot): void {
  const { elements } = after.state;
  const proven = [
    ...after.coins.map((element) => [element.stateElement, coinLeafHash(element, false)] as const),
    ...after.funds.map((element) => [element.stateElement, fundLeafHash(element, false)] as const),
    ...after.fileContracts.map((element) => [element.stateElement, fileContractLeafHash(element, false)] as const),
    ...after.v2FileContracts.map((element) => [element.stateElement, v2FileContractLeafHash(element, false)] as const),
    ...after.chainIndices.map((element) => [element.stateElement, chainIndexLeafHash(element)] as const)
  ];
  for (const [place, leafHash] of proven) expect(containsLeaf(elements, place, leafHash)).toBe(true);
}

/** The value in outputs and contracts, plus unclaimed tax. */
function wealthOf({ state, coins, fileContracts, v2FileContracts }: Snapshot, claimed: bigint): bigint {
  return (
    total(coins.map(({ output }) => output.value)) +
    total(fileContracts.flatMap(({ fileContract }) => fileContract.validProofOutputs.map(({ value }) => value))) +
    total(v2FileContracts.map(({ fileContract }) => fileContract.renterOutput.value + fileContract.hostOutput.value)) +
    state.fundTaxRevenue -
    claimed
  );
}

function claimsIn(block: Block, update: ApplyUpdate): bigint {
  const ids = new Set<string>([
    ...block.transactions.flatMap(({ fundInputs }) => fundInputs.map(({ parentId }) => claimOutputId(parentId))),
    ...(block.v2?.transactions ?? []).flatMap(({ fundInputs }) =>
      fundInputs.map(({ parent }) => v2ClaimOutputId(parent.id))
    )
  ]);
  return total(
    update.coinElements
      .filter(({ coinElement }) => ids.has(coinElement.id))
      .map(({ coinElement }) => coinElement.output.value)
  );
}

/** A host without a storage proof is paid less than was locked, and the difference is burned. */
const burntIn = (update: ApplyUpdate): bigint =>
  total(
    update.v2FileContractElements
      .filter(({ resolution }) => resolution?.type === 'expiration')
      .map(
        ({ v2FileContractElement: { fileContract } }) => fileContract.hostOutput.value - fileContract.missedHostValue
      )
  );

const anyDamage = fc.record({ at: fc.nat(), byte: fc.integer({ min: 1, max: 255 }) });
const anyStep = fc.record({ plan: anyPlan, damage: anyDamage });

const EVERYTHING = [
  'both generations',
  ...['formation', 'revision', 'proof', 'expiry'].map((act) => `V1 ${act}`),
  ...['formation', 'revision', 'renewal', 'storageProof', 'expiration'].map((act) => `V2 ${act}`),
  'spent where created',
  'attestation',
  'foundation',
  'claim'
];

/** Adds what the block contains to `seen`, in the terms of EVERYTHING. */
function look(block: Block, update: ApplyUpdate, seen: Set<string>): void {
  if (block.transactions.length > 0 && block.v2 !== undefined) seen.add('both generations');
  for (const { revision, resolved, valid } of update.fileContractElements) {
    seen.add(resolved ? `V1 ${valid ? 'proof' : 'expiry'}` : `V1 ${revision ? 'revision' : 'formation'}`);
  }
  for (const { revision, resolution } of update.v2FileContractElements) {
    seen.add(`V2 ${resolution?.type ?? (revision ? 'revision' : 'formation')}`);
  }
  if (update.coinElements.some(({ created, spent }) => created && spent)) seen.add('spent where created');
  if (update.attestationElements.length > 0) seen.add('attestation');
  for (const { newFoundationAddress } of block.v2?.transactions ?? []) {
    if (newFoundationAddress !== undefined) seen.add('foundation');
  }
  if (claimsIn(block, update) > 0n) seen.add('claim');
}

/** A block with one changed byte is rejected by a rule, or differs only where the rules allow it. */
function expectNoDamageDone(chain: TestChain, block: Block, { at, byte }: { at: number; byte: number }): void {
  const layout = block.v2 === undefined ? v1Block : v2Block;
  const bytes = encode(layout, block);
  bytes[at % bytes.length]! ^= byte;
  let damaged: Block;
  try {
    damaged = decode(layout, bytes);
    chain.validate(damaged, chain.supplementFor(damaged));
  } catch (error) {
    if (error instanceof CodecError || error instanceof ConsensusError) return;
    throw error;
  }
  // In V1, only the header covers work, time and payouts, and any header meets this target.
  if (block.v2 === undefined || damaged.v2 === undefined) return;
  expect({ ...damaged, nonce: block.nonce, timestamp: block.timestamp }).toEqual(block);
}

test('random chains: valid by construction; every block is applied, proven, balanced, encoded, decoded and reverted', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: BLOCKS - 4, maxLength: BLOCKS + 4 }), (steps) => {
      const random = new RandomChain();
      const { chain } = random;
      const { network } = chain;
      let issued = GENESIS_SUPPLY;
      let claimed = 0n;
      const past: { before: Snapshot; after: Snapshot; block: Block }[] = [];
      for (const { plan, damage } of steps) {
        const before = snapshotOf(chain);
        const height = childHeight(chain.state);
        const block = random.block(plan);
        expectNoDamageDone(chain, block, damage);
        const update = chain.add(block);
        const after = snapshotOf(chain);
        past.push({ before, after, block });

        const layout = block.v2 === undefined ? v1Block : v2Block;
        expect(decode(layout, encode(layout, block))).toEqual(block);
        expect(overJson(blockJson, block)).toEqual(block);
        expect(decode(chainState, encode(chainState, after.state))).toEqual(after.state);
        expect(overJson(stateJson, after.state)).toEqual(after.state);
        const read = overJson(applyUpdateJson, update);
        expect(read.updatedLeaves).toEqual(update.updatedLeaves);
        for (const { stateElement } of elementsOf(before)) {
          expect(advanceProof(read, stateElement)).toEqual(advanceProof(update, stateElement));
        }

        expectProven(after);
        issued += blockReward(network, height) - burntIn(update);
        issued += foundationSubsidy(network, before.state.foundationSubsidyAddress, height) ?? 0n;
        claimed += claimsIn(block, update);
        expect(wealthOf(after, claimed)).toBe(issued);
        expect(total(after.funds.map(({ output }) => output.value))).toBe(10_000n);
      }
      for (const { before, after, block } of past.toReversed()) {
        Object.assign(chain, before);
        const supplement = chain.supplementFor(block);
        const { update } = revertBlock(network, before.state, block, supplement);
        const read = overJson(revertUpdateJson, update);
        const placesBefore = new Map<string, StateElement>(
          elementsOf(before).map(({ id, stateElement }) => [id, stateElement])
        );
        for (const { id, stateElement } of elementsOf(after)) {
          const back = rewindProof(update, stateElement);
          expect(back).toEqual(placesBefore.get(id));
          expect(rewindProof(read, stateElement)).toEqual(back);
        }
        const again = applyBlock(network, before.state, block, supplement, {
          ancestorTimestamp: network.hardforkOak.genesisTimestamp
        });
        expect(again.state).toEqual(after.state);
      }
    }),
    runsOf('chain', 1 / BLOCKS)
  );
});

test('the chains cover every kind of transaction', () => {
  const seen = new Set<string>();
  // With a fixed seed: coverage is not left to chance.
  for (const plans of fc.sample(fc.array(anyPlan, { minLength: BLOCKS, maxLength: BLOCKS }), {
    numRuns: 40,
    seed: 1
  })) {
    const random = new RandomChain();
    for (const plan of plans) {
      const block = random.block(plan);
      look(block, random.chain.add(block), seen);
    }
  }
  expect([...seen]).toEqual(expect.arrayContaining(EVERYTHING));
});
