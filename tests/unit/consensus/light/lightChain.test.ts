import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chainState as stateJson } from '$lib/api/schemas/state';
import { decodeJson } from '$lib/api/schemas/codec';
import { applyUpdate as applyUpdateJson } from '$lib/api/schemas/updates';
import type { Address } from '$lib/chain/address';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { MAINNET } from '$lib/chain/network/publicNetworks';
import type { ChainState } from '$lib/chain/block/state';
import { MAX_TARGET, meetsTarget, targetOf } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import type { ElementDiffs } from '$lib/chain/proof/update';
import { blockReward } from '$lib/chain/network/rewards';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import type { JsonValue } from '$lib/codec/json';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import {
  commitsTo,
  committedState,
  followFeed,
  followFrom,
  hasLessWork,
  lightTip,
  startAtBlock,
  startAtGenesis,
  type LightEntry,
  type LightPosition
} from '$lib/consensus/light/lightChain';
import { TooDeepError } from '$lib/consensus/light/errors';
import { childPowTarget, medianTimestamp } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { ScriptedChain, type AppliedRow, type StateRow } from '../scriptedChain';
import {
  ALICE,
  coins,
  locksOf,
  signTransaction,
  signV2Transaction,
  testNetwork,
  TestChain,
  v1AddressOf,
  v2AddressOf,
  v2InputOf,
  v2PolicyOf
} from '../testChain';
import { decodeBlock, decodeState, loadVectors } from '../vectors';

const FACTOR = 1009n;
const NO_DIFFS = {
  coinElements: [],
  fundElements: [],
  fileContractElements: [],
  v2FileContractElements: [],
  attestationElements: []
} as unknown as ElementDiffs;

const entryOf = (row: AppliedRow): LightEntry => ({
  block: decodeBlock(row.block),
  state: decodeState(row.state.hex),
  // As decoded by a page from a server's response.
  update: decodeJson(applyUpdateJson, row.update as JsonValue)
});

describe('a chain that crosses every fork, with V1 and V2 contracts', () => {
  const chain = new ScriptedChain();
  const [genesis, ...rows] = chain.blocks;
  const from = startAtGenesis(chain.network, decodeBlock(genesis!.block));
  const atEnd = followFeed(chain.network, from, { reverted: [], applied: rows.map(entryOf) });

  test('leads to the recorded state after every block', () => {
    expect(atEnd.trail.map(({ state }) => state)).toEqual(chain.blocks.map(({ state }) => decodeState(state.hex)));
    expect(decodeJson(stateJson, rows.at(-1)!.state.json)).toEqual(lightTip(atEnd));
  });

  test('proves a state once a V2 block commits to it, and not before', () => {
    const { allowHeight } = chain.network.hardforkV2;
    let position = from;
    for (const row of rows) {
      position = followFeed(chain.network, position, { reverted: [], applied: [entryOf(row)] });
      const { height } = lightTip(position).index;
      expect(committedState(position)?.index.height).toBe(height < allowHeight ? undefined : height - 1);
    }
  });

  test('named like a public network, ends where that network’s blocks would have more work', () => {
    const network = { ...chain.network, name: MAINNET.name };
    const first = rows.findIndex((row) => decodeBlock(row.block).v2 !== undefined);
    const position = followFeed(network, from, { reverted: [], applied: rows.slice(0, first).map(entryOf) });
    expect(() => followFeed(network, position, { reverted: [], applied: [entryOf(rows[first]!)] })).toThrow(
      expect.objectContaining({ code: 'header/insufficient-work' })
    );
  });

  test('switches to a heavier branch', () => {
    const reorg = loadVectors<{ start: { state: StateRow }; reverted: AppliedRow[]; applied: AppliedRow[] }>(
      'accumulator-reorg'
    );
    const states = new Map(atEnd.trail.map(({ state }) => [state.index.id, state]));
    const reverted = reorg.reverted.map(({ block }) => ({ state: states.get(decodeBlock(block).parentId)! }));
    const after = followFeed(chain.network, atEnd, { reverted, applied: reorg.applied.map(entryOf) });
    expect(lightTip(after)).toEqual(decodeState(reorg.applied.at(-1)!.state.hex));
  });

  test.each(['coinElements', 'fundElements', 'fileContractElements'] as const)(
    'rejects V1 blocks whose %s are missing, or have a false proof',
    (kind) => {
      const position = (height: number) => ({ ...atEnd, trail: atEnd.trail.slice(0, height) });
      const isSpent = (row: AppliedRow) => {
        const { block, update } = entryOf(row);
        return block.v2 === undefined && update[kind].some(({ created }) => !created);
      };
      const found = rows.findIndex(isSpent);
      const entry = entryOf(rows[found]!);
      const follow = (update: ElementDiffs) => () =>
        followFeed(chain.network, position(found + 1), { reverted: [], applied: [{ ...entry, update }] });
      expect(follow(entry.update)).not.toThrow();
      expect(follow({ ...entry.update, [kind]: [] })).toThrow();
      const flipped = JSON.parse(
        JSON.stringify(entry.update[kind], (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
        (key, value: unknown) => {
          if (key === 'merkleProof')
            return (value as Hash256[]).map((hash) => hash.replace(/^./, (c) => (c === '0' ? '1' : '0')));
          return typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value;
        }
      ) as never;
      const at = { height: found + 1, id: blockId(blockHeaderOf(entry.block)) };
      expect(follow({ ...entry.update, [kind]: flipped })).toThrow(
        expect.objectContaining({ code: 'light/unproven-spend', at })
      );
    }
  );
});

/** A chain with real work: initially 64 hashes per block. */
const workNetwork = (): Network => ({ ...testNetwork(1), initialTarget: MAX_TARGET >> 6n });

function solved(state: ChainState, block: Block, network: Network, target = childPowTarget(network, state)): Block {
  const header = blockHeaderOf(block);
  let nonce = 0n;
  while (!meetsTarget(blockId({ ...header, nonce }), target)) nonce += FACTOR;
  return { ...block, nonce };
}

/** Fourteen solved blocks, the second-to-last one with a payment, and the position before each. */
function workChain() {
  const network = workNetwork();
  const chain = new TestChain(network);
  let position = followFrom(chain.state.index, chain.state);
  const steps: { entry: LightEntry; before: LightPosition }[] = [];
  const add = (block: Block) => {
    const child = solved(chain.state, block, network);
    chain.add(child);
    const entry = { block: child, state: chain.state, update: NO_DIFFS };
    steps.push({ entry, before: position });
    position = followFeed(network, position, { reverted: [], applied: [entry] });
  };
  for (let i = 0; i < 12; i++) add(chain.child());
  const parent = chain.coinOf(v2AddressOf(ALICE));
  const payment = signV2Transaction(
    {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [v2InputOf(parent, ALICE)],
      coinOutputs: [{ value: coins(999n), address: v2AddressOf(ALICE) }],
      minerFee: coins(1n)
    },
    ALICE
  );
  add(chain.child({ v2transactions: [payment] }));
  add(chain.child());
  return { network, chain, steps, position };
}

const { network, steps, position } = workChain();
const payment = steps.at(-2)!;
const follow = ({ before }: (typeof steps)[number], entry: LightEntry) =>
  followFeed(network, before, { reverted: [], applied: [entry] });
const parentOf = ({ before }: (typeof steps)[number]) => lightTip(before);

describe('a chain with real work', () => {
  test('is verified, and every state but the newest is committed to', () => {
    expect(lightTip(position)).toEqual(steps.at(-1)!.entry.state);
    expect(committedState(position)).toEqual(steps.at(-2)!.entry.state);
    expect(hasLessWork(position)).toBe(false);
  });

  const remade = (change: (block: Block) => Block) => (step: (typeof steps)[number]) =>
    solved(parentOf(step), change(step.entry.block), network);
  const v2 = (change: Partial<NonNullable<Block['v2']>>) =>
    remade((block) => ({ ...block, v2: { ...block.v2!, ...change } }));

  test.each<[string, (step: (typeof steps)[number]) => Block, string]>([
    [
      'insufficient work',
      (step) => {
        const { block } = step.entry;
        const target = childPowTarget(network, parentOf(step));
        let { nonce } = block;
        while (meetsTarget(blockId(blockHeaderOf({ ...block, nonce })), target)) nonce += FACTOR;
        return { ...block, nonce };
      },
      'header/insufficient-work'
    ],
    [
      'the work of an easier difficulty than the rules require',
      (step) => {
        const target = childPowTarget(network, parentOf(step));
        const easier = targetOf(parentOf(step).difficulty / 4n);
        let { nonce } = solved(parentOf(step), step.entry.block, network, easier);
        const idAt = (at: bigint) => blockId(blockHeaderOf({ ...step.entry.block, nonce: at }));
        while (!meetsTarget(idAt(nonce), easier) || meetsTarget(idAt(nonce), target)) nonce += FACTOR;
        return { ...step.entry.block, nonce };
      },
      'header/insufficient-work'
    ],
    [
      'a nonce that is not a multiple of the factor',
      (step) => ({ ...step.entry.block, nonce: step.entry.block.nonce + 1n }),
      'header/nonce-factor'
    ],
    [
      'a timestamp before the median',
      (step) => remade((block) => ({ ...block, timestamp: unixSeconds(medianTimestamp(parentOf(step)) - 1) }))(step),
      'header/too-early'
    ],
    ['another parent', remade((block) => ({ ...block, parentId: 'ab'.repeat(32) as BlockId })), 'light/other-branch'],
    ['another commitment', v2({ commitment: 'cd'.repeat(32) as Hash256 }), 'block/wrong-commitment'],
    ['a missing transaction', v2({ transactions: [] }), 'block/payout-sum'],
    [
      'a changed transaction',
      (step) => {
        const [txn] = step.entry.block.v2!.transactions;
        const [output] = txn!.coinOutputs;
        return v2({ transactions: [{ ...txn!, coinOutputs: [{ ...output!, address: 'ee'.repeat(38) as Address }] }] })(
          step
        );
      },
      'block/wrong-commitment'
    ],
    [
      'another payout address',
      remade((block) => ({
        ...block,
        minerPayouts: [{ ...block.minerPayouts[0]!, address: v2AddressOf(ALICE) }]
      })),
      'block/wrong-commitment'
    ],
    [
      'a higher payout',
      remade((block) => ({
        ...block,
        minerPayouts: [{ ...block.minerPayouts[0]!, value: hastings(block.minerPayouts[0]!.value + 1n) }]
      })),
      'block/payout-sum'
    ],
    ['another height', v2({ height: 3 }), 'block/wrong-height'],
    [
      'a V1 transaction after the require height',
      remade((block) => ({ ...block, transactions: [EMPTY_TRANSACTION] })),
      'txn/v1-not-allowed'
    ]
  ])('a block with %s is rejected', (_, corrupt, code) => {
    const block = corrupt(payment);
    expect(() => follow(payment, { ...payment.entry, block })).toThrow(expect.objectContaining({ code }));
    expect(() => follow(payment, payment.entry)).not.toThrow();
  });

  test('spending a nonexistent element is rejected despite valid work and commitment', () => {
    const chain = new TestChain(network);
    for (const { entry } of steps.slice(0, -2)) chain.add(entry.block);
    const [txn] = payment.entry.block.v2!.transactions;
    const [input] = txn!.coinInputs;
    const richer = { ...input!.parent, output: { ...input!.parent.output, value: coins(2000n) } };
    const forged = {
      ...txn!,
      coinInputs: [{ ...input!, parent: richer }],
      coinOutputs: [{ value: coins(1999n), address: v2AddressOf(ALICE) }]
    };
    const block = solved(chain.state, chain.child({ v2transactions: [forged] }), network);
    expect(() => follow(payment, { ...payment.entry, block })).toThrow(
      expect.objectContaining({ code: 'v2/unknown-parent' })
    );
  });

  const root = 'ef'.repeat(32) as Hash256;
  test.each<[keyof ChainState, (state: ChainState) => ChainState[keyof ChainState]]>([
    ['index', ({ index }) => ({ ...index, height: index.height + 1 })],
    ['index', ({ index }) => ({ ...index, id: root as string as BlockId })],
    ['prevTimestamps', ({ prevTimestamps: [first, ...rest] }) => [unixSeconds(first! + 1), ...rest]],
    ['prevTimestamps', ({ prevTimestamps: [first, ...rest] }) => [first!, ...rest, unixSeconds(0)]],
    ['prevTimestamps', ({ prevTimestamps: [, ...rest] }) => rest],
    ['depth', ({ depth }) => depth + 1n],
    ['childTarget', ({ childTarget }) => childTarget + 1n],
    ['fundTaxRevenue', ({ fundTaxRevenue }) => hastings(fundTaxRevenue + 1n)],
    ['oakTime', ({ oakTime }) => oakTime + 1n],
    ['oakTarget', ({ oakTarget }) => oakTarget + 1n],
    ['foundationSubsidyAddress', () => 'aa'.repeat(38) as Address],
    ['foundationManagementAddress', () => 'aa'.repeat(38) as Address],
    ['totalWork', ({ totalWork }) => totalWork + 1n],
    ['difficulty', ({ difficulty }) => difficulty + 1n],
    ['oakWork', ({ oakWork }) => oakWork + 1n],
    ['elements', ({ elements }) => ({ ...elements, numLeaves: elements.numLeaves + 1n })],
    ['elements', ({ elements }) => ({ ...elements, trees: elements.trees.map((tree) => tree && root) })],
    ['attestations', ({ attestations }) => attestations + 1n]
  ])('a served state with another %s is rejected', (field, change) => {
    const { entry } = payment;
    const state = { ...entry.state, [field]: change(entry.state) };
    expect(() => follow(payment, { ...entry, state })).toThrow(
      expect.objectContaining({ code: 'light/state-differs', field })
    );
    // If it were trusted, the next block would not commit to it.
    const trusted = followFrom(entry.state.index, { ...state, index: entry.state.index });
    if (field === 'index') return;
    expect(() => followFeed(network, trusted, { reverted: [], applied: [steps.at(-1)!.entry] })).toThrow();
  });

  test('the list of compared fields is complete', () => {
    const fields = Object.keys(payment.entry.state);
    expect(fields.toSorted()).toEqual(
      [
        'index', 'prevTimestamps', 'depth', 'childTarget', 'fundTaxRevenue', 'oakTime', 'oakTarget',
        'foundationSubsidyAddress', 'foundationManagementAddress', 'totalWork', 'difficulty', 'oakWork', 'elements',
        'attestations'
      ].toSorted()
    ); // prettier-ignore
  });

  test('a block of another branch is reported with its index', () => {
    const block = { ...payment.entry.block, parentId: 'ab'.repeat(32) as BlockId };
    const at = { height: payment.entry.state.index.height, id: blockId(blockHeaderOf(block)) };
    expect(() => follow(payment, { ...payment.entry, block })).toThrow(expect.objectContaining({ at }));
  });

  test('the first block at the require height must not have V1 transactions', () => {
    const [, second] = steps;
    const { block } = second!.entry;
    expect(second!.entry.state.index.height).toBe(network.hardforkV2.requireHeight);
    const withV1 = solved(parentOf(second!), { ...block, transactions: [EMPTY_TRANSACTION] }, network);
    expect(() => follow(second!, { ...second!.entry, block: withV1 })).toThrow(
      expect.objectContaining({ code: 'txn/v1-not-allowed' })
    );
  });

  test('a failure leaves the position unchanged', () => {
    const before = structuredClone(payment.before);
    const block = { ...payment.entry.block, nonce: 0n, timestamp: unixSeconds(0) };
    const feed = { reverted: [{ state: payment.before.trail.at(-2)!.state }], applied: [{ ...payment.entry, block }] };
    expect(() => followFeed(network, payment.before, feed)).toThrow();
    expect(payment.before).toEqual(before);
  });

  test('the result does not depend on how the feed is split into responses', () => {
    const entries = steps.map(({ entry }) => entry);
    const start = steps[0]!.before;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: entries.length })), (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), entries.length];
        let at = start;
        let from = 0;
        for (const end of ends) {
          at = followFeed(network, at, { reverted: [], applied: entries.slice(from, end) });
          from = end;
        }
        expect(at).toEqual(position);
      }),
      { numRuns: 20 }
    );
  });

  describe('the states retained for reorganizations', () => {
    const { before, entry } = steps.at(-1)!;
    const tip = lightTip(before);
    /** How many of far too many states are retained, with the Oak fork this far from the new tip. */
    const kept = (oakDistance: number): number => {
      const trail = [...Array.from({ length: 2_000 }, () => before.trail[0]!), before.trail.at(-1)!];
      const height = entry.state.index.height - oakDistance;
      const far = { ...network, hardforkOak: { ...network.hardforkOak, height } };
      return followFeed(far, { ...before, trail }, { reverted: [], applied: [entry] }).trail.length;
    };

    test('are as many as the early difficulty needs, until that is long past', () => {
      expect(tip.index.height).toBeGreaterThan(1);
      expect(kept(0)).toBe(1_200);
      expect(kept(200)).toBe(1_200);
      expect(kept(201)).toBe(200);
    });

    test('prove nothing older than themselves', () => {
      const newest = { state: tip, commits: true };
      expect(committedState({ ...before, trail: [newest] })).toBeUndefined();
      expect(committedState({ ...before, trail: [before.trail[0]!, newest] })).toBe(before.trail[0]!.state);
    });
  });

  test('a lighter branch is verified and reported as having less work', () => {
    const states = [...position.trail].reverse();
    const reverted = states.slice(1, 4).map(({ state }) => ({ state }));
    const back = followFeed(network, position, { reverted, applied: [] });
    expect(lightTip(back)).toEqual(states[3]!.state);
    expect(hasLessWork(back)).toBe(true);
    const forth = followFeed(network, back, { reverted: [], applied: steps.slice(-3).map(({ entry }) => entry) });
    expect(hasLessWork(forth)).toBe(false);
    expect(forth).toEqual(position);
  });

  test('a branch with equal work does not replace the best one', () => {
    const { before, entry } = steps.at(-1)!;
    const parent = lightTip(before);
    const block = solved(parent, { ...entry.block, timestamp: unixSeconds(entry.block.timestamp + 1) }, network);
    const { state } = applyBlock(network, parent, block, EMPTY_SUPPLEMENT);
    expect(state.totalWork).toBe(position.best.totalWork);
    const sibling = followFeed(network, position, {
      reverted: [{ state: parent }],
      applied: [{ block, state, update: NO_DIFFS }]
    });
    expect(lightTip(sibling)).toEqual(state);
    expect(sibling.best).toEqual(position.best);
    expect(hasLessWork(sibling)).toBe(false);
  });

  test('a block without payouts, or of V1, commits to no state', () => {
    const { entry } = payment;
    const parent = parentOf(payment);
    expect(commitsTo(entry.block, parent)).toBe(true);
    expect(commitsTo({ ...entry.block, minerPayouts: [] }, parent)).toBe(false);
    const { v2: _, ...v1 } = entry.block;
    expect(commitsTo(v1, parent)).toBe(false);
  });

  test('a revert to an unknown state is rejected', () => {
    const state = { ...position.trail.at(-2)!.state, totalWork: 1n };
    expect(() => followFeed(network, position, { reverted: [{ state }], applied: [] })).toThrow(
      expect.objectContaining({ code: 'light/state-differs', field: 'totalWork' })
    );
  });

  test('a reorganization beyond the retained states throws TooDeepError', () => {
    const { state } = position.trail.at(-1)!;
    const short = followFrom(state.index, state);
    expect(() => followFeed(network, short, { reverted: [{ state }], applied: [] })).toThrow(TooDeepError);
  });
});

describe('a checkpoint block', () => {
  const { entry, before } = payment;
  const pinned = entry.state.index;

  test('proves its parent state by its id alone, and is verified next', () => {
    const start = startAtBlock(pinned, entry.block, lightTip(before));
    expect(start.start).toEqual(pinned);
    expect(lightTip(followFeed(network, start, { reverted: [], applied: [entry] }))).toEqual(entry.state);
  });

  const parent = lightTip(before);
  test.each<[string, () => unknown]>([
    ['another block', () => startAtBlock(pinned, steps.at(-1)!.entry.block, entry.state)],
    ['a changed block', () => startAtBlock(pinned, { ...entry.block, nonce: 0n }, parent)],
    ['the state after it', () => startAtBlock(pinned, entry.block, entry.state)],
    ['another height', () => startAtBlock({ ...pinned, height: 5 }, entry.block, parent)],
    [
      'a state of another branch',
      () => startAtBlock(pinned, entry.block, { ...parent, index: { ...parent.index, id: pinned.id } })
    ],
    ['a changed state', () => startAtBlock(pinned, entry.block, { ...parent, totalWork: parent.totalWork + 1n })],
    [
      'a changed accumulator',
      () =>
        startAtBlock(pinned, entry.block, {
          ...parent,
          elements: { numLeaves: 1n, trees: ['ab'.repeat(32) as Hash256] }
        })
    ]
  ])('does not start with %s', (_, start) => {
    expect(start).toThrow(expect.objectContaining({ code: 'light/wrong-start' }));
  });

  test('with V1 data proves nothing', () => {
    const v1 = new TestChain(testNetwork());
    const parentState = v1.state;
    const block = v1.child();
    const { state } = applyBlock(v1.network, parentState, block, EMPTY_SUPPLEMENT, {
      ancestorTimestamp: block.timestamp
    });
    expect(() => startAtBlock(state.index, block, parentState)).toThrow(
      expect.objectContaining({ code: 'light/wrong-start', message: expect.stringContaining('V1 block') as string })
    );
  });
});

test('a genesis block with a parent is rejected', () => {
  const at = { height: 0, id: payment.entry.block.parentId };
  expect(() => startAtGenesis(network, payment.entry.block)).toThrow(
    expect.objectContaining({ code: 'light/wrong-start', at })
  );
});

describe('before the Oak fork', () => {
  const OAK = 3_000;
  const early: Network = {
    ...testNetwork(5_000),
    initialTarget: MAX_TARGET >> 6n,
    hardforkOak: { ...testNetwork().hardforkOak, height: OAK, fixHeight: OAK },
    hardforkASIC: { ...testNetwork().hardforkASIC, height: OAK },
    hardforkFoundation: { ...testNetwork().hardforkFoundation, height: OAK }
  };
  const from = new TestChain(early).state;
  /** No two pairs of blocks are equally far apart. */
  const timeAt = (height: number) => unixSeconds(1_700_000_000 + 500 * height + Math.floor(height ** 2 / 100));
  const stateAt = (height: number): ChainState => ({
    ...from,
    index: { height, id: height.toString(16).padStart(64, '0') as BlockId },
    prevTimestamps: Array.from({ length: 11 }, (_, i) => timeAt(height - i))
  });

  /** A position at `height` with states from `first` on, and the next block with the state that the rules require. */
  function next(first: number, height: number, ancestor?: number) {
    const trail = Array.from({ length: height - first + 1 }, (_, i) => ({ state: stateAt(first + i), commits: false }));
    const parent = trail.at(-1)!.state;
    const unsolved = { ...new TestChain(early).child(), parentId: parent.index.id, timestamp: timeAt(height + 1) };
    const reward = blockReward(early, height + 1);
    const block = solved(
      parent,
      { ...unsolved, minerPayouts: [{ ...unsolved.minerPayouts[0]!, value: reward }] },
      early
    );
    const { state } = applyBlock(early, parent, block, EMPTY_SUPPLEMENT, {
      ancestorTimestamp: ancestor === undefined ? undefined : timeAt(ancestor)
    });
    const position = { ...followFrom(parent.index, parent), trail };
    return {
      state,
      follow: () => followFeed(early, position, { reverted: [], applied: [{ block, state, update: NO_DIFFS }] })
    };
  }

  test.each([
    ['since genesis', 0, 999, 0],
    ['a thousand blocks back', 0, 1_499, 499],
    ['a thousand blocks back, within the retained states', 400, 1_999, 999],
    ['up to the block of the fork', 1_500, OAK - 1, OAK - 1_001]
  ])('every five hundred blocks, the difficulty depends on the time %s', (_, first, height, ancestor) => {
    const { state, follow } = next(first, height, ancestor);
    expect(state.childTarget).not.toBe(from.childTarget);
    expect(lightTip(follow())).toEqual(state);
    expect(next(first, height, ancestor + 1).follow).toThrow(
      expect.objectContaining({ code: 'light/state-differs', field: 'childTarget' })
    );
  });

  test('between those, the difficulty is unchanged, and nothing older is needed', () => {
    const { state, follow } = next(700, 710);
    expect(state.childTarget).toBe(from.childTarget);
    expect(lightTip(follow())).toEqual(state);
  });
});

describe('where both transaction versions are allowed', () => {
  const spentTwice = (isTwice: boolean) => {
    const chain = new TestChain(testNetwork(2));
    chain.add(chain.child());
    const own = chain.coinOf(v2AddressOf(ALICE));
    const v1Coin = chain.coinOf(v1AddressOf(ALICE));
    const v1: Transaction = signTransaction(
      chain,
      {
        ...EMPTY_TRANSACTION,
        coinInputs: [{ parentId: v1Coin.id, unlockConditions: locksOf(ALICE) }],
        coinOutputs: [v1Coin.output]
      },
      ALICE
    );
    const locks = { type: 'uc', unlockConditions: locksOf(ALICE) } as const;
    const coin = isTwice ? v1Coin : own;
    const input = {
      parent: coin,
      satisfiedPolicy: { policy: isTwice ? locks : v2PolicyOf(ALICE), signatures: [], preimages: [] }
    };
    const v2 = signV2Transaction({ ...EMPTY_V2_TRANSACTION, coinInputs: [input], coinOutputs: [coin.output] }, ALICE);
    const parent = chain.state;
    const block = chain.child({ transactions: [v1], v2transactions: [v2] });
    const supplement = chain.supplementFor(block);
    const { state, update } = applyBlock(chain.network, parent, block, supplement, {
      ancestorTimestamp: block.timestamp
    });
    return () =>
      followFeed(chain.network, followFrom(parent.index, parent), {
        reverted: [],
        applied: [{ block, state, update }]
      });
  };

  test('a coin can be spent by one of them only', () => {
    expect(spentTwice(false)).not.toThrow();
    expect(spentTwice(true)).toThrow(expect.objectContaining({ code: 'v2/double-spend' }));
  });
});
