import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyBlock, revertBlock, type AppliedBlock } from '$lib/consensus/apply/applyBlock';
import { genesisState } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT, type BlockSupplement } from '$lib/consensus/apply/supplement';
import { validateBlock } from '$lib/consensus/validate/validateBlock';
import type { Block } from '$lib/chain/block/block';
import type { ChainState } from '$lib/chain/block/state';
import { blockEvents } from '$lib/server/node/chain/blockEvents';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { ChainStore } from '$lib/server/node/store/store';
import { supplementBlock } from '$lib/server/node/chain/supplement';
import { runsOf } from './cases';
import { anyPlan, BLOCKS, RandomChain, snapshotOf, type Snapshot, verifyMade } from './randomChain';

const anyStep = fc.record({
  plan: anyPlan,
  /** The number of blocks reverted before this one: mostly none. */
  back: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) })
});

/** A chain in the embedded node's store. */
class StoredChain {
  readonly store = new ChainStore(':memory:');

  constructor(private readonly random: RandomChain) {
    const { network, genesis } = random.chain;
    const state = genesisState(network);
    this.#connect(state, genesis, EMPTY_SUPPLEMENT);
  }

  /**
   * Validates and applies the block with a supplement from the store, not from the in-memory chain.
   * @returns the supplement: the store determines the order in which contracts expire together
   */
  add(state: ChainState, block: Block): BlockSupplement {
    const { network } = this.random.chain;
    const supplement = supplementBlock(this.store, network, state, block);
    validateBlock(network, state, block, supplement, { verifySignature: verifyMade });
    this.#connect(state, block, supplement);
    return supplement;
  }

  takeBack(parent: ChainState, tip: ChainState): void {
    const { block, supplement = EMPTY_SUPPLEMENT } = this.store.block(tip.index.id)!;
    const { update, treeNodes } = revertBlock(this.random.chain.network, parent, block, supplement);
    const numLeaves = { before: tip.elements.numLeaves, after: parent.elements.numLeaves };
    this.store.transaction(() => this.store.disconnect({ index: tip.index, diffs: update, treeNodes, numLeaves }));
  }

  #connect(parent: ChainState, block: Block, supplement: BlockSupplement): void {
    const applied: AppliedBlock = applyBlock(this.random.chain.network, parent, block, supplement, {
      ancestorTimestamp: block.timestamp
    });
    const { index } = applied.state;
    this.store.transaction(() => {
      // A block that is reverted and then generated again may already be stored.
      if (!this.store.state(index.id)) this.store.insertBlock(index.id, block, applied.state, supplement);
      const events = blockEvents(index, block, applied);
      this.store.connect({ index, diffs: applied.update, treeNodes: applied.treeNodes, events });
    });
  }
}

test('the embedded node’s store, advanced and reverted along random chains, equals one built from the best chain alone', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: BLOCKS - 4, maxLength: BLOCKS + 4 }), (steps) => {
      const random = new RandomChain();
      const { chain } = random;
      const stored = new StoredChain(random);
      const past: Snapshot[] = [];
      for (const { plan, back } of steps) {
        for (let i = 0; i < back && past.length > 0; i++) {
          const before = past.pop()!;
          stored.takeBack(before.state, chain.state);
          Object.assign(chain, before);
        }
        past.push(snapshotOf(chain));
        const block = random.block(plan);
        chain.add(block, stored.add(chain.state, block));
      }
      const { network, genesis } = chain;
      expect(findDifferences(stored.store, { network, genesis })).toEqual([]);
      stored.store.close();
    }),
    runsOf('store', 1 / BLOCKS)
  );
});
