import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import type { ChainState } from '$lib/chain/block/state';
import type { BlockId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { genesisState } from '$lib/consensus/state';
import { buildTemplate } from '$lib/mining/work/template';
import type { CallHandlers } from '$lib/peers/calls/callee';
import { v2OutlineHash } from '$lib/peers/outline/complete';
import {
  DEV_ADDRESSES,
  networkPreset,
  TEST_GENESIS_TIMESTAMP,
  type NetworkPreset
} from '$lib/server/node/network/presets';
import { solveBlock } from '../node';

export const testPreset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const BLOCK_SECONDS = 600;

/** A chain in memory: V2 blocks of the test network, as a peer has them. */
export class TestChain {
  private constructor(
    readonly preset: NetworkPreset,
    readonly blocks: Block[],
    /** After each block. */
    readonly states: ChainState[],
    private seed: number
  ) {}

  static create(preset = testPreset, seed = 0): TestChain {
    const applied = applyBlock(preset.network, genesisState(preset.network), preset.genesis, EMPTY_SUPPLEMENT);
    return new TestChain(preset, [preset.genesis], [applied.state], seed);
  }

  get tip(): ChainState {
    return this.states.at(-1)!;
  }

  idAt(height: number): BlockId {
    return this.states[height]!.index.id;
  }

  /** Another chain with the same blocks up to a height; what is added to it has other ids. */
  fork(height: number, seed: number): TestChain {
    return new TestChain(this.preset, this.blocks.slice(0, height + 1), this.states.slice(0, height + 1), seed);
  }

  /** A solved block on the tip, not added. */
  next(v2Transactions: readonly V2Transaction[] = [], seconds = BLOCK_SECONDS): Block {
    const { network } = this.preset;
    const parts = { network, state: this.tip, transactions: [], v2Transactions };
    const timestamp = unixSeconds(this.tip.prevTimestamps[0]! + seconds);
    const random = (length: number) => new Uint8Array(length).fill(this.seed);
    const { block } = buildTemplate(parts, DEV_ADDRESSES.unlockConditions, timestamp, random);
    return solveBlock(network, this.tip, block);
  }

  add(block: Block): this {
    const applied = applyBlock(this.preset.network, this.tip, block, EMPTY_SUPPLEMENT);
    this.blocks.push(block);
    this.states.push(applied.state);
    return this;
  }

  extend(count: number, seconds?: number): this {
    for (let i = 0; i < count; i++) this.add(this.next([], seconds));
    return this;
  }

  /** What an honest peer with this chain answers. */
  handlers(): CallHandlers {
    const place = (id: BlockId): number => this.states.findIndex(({ index }) => index.id === id);
    return {
      shareNodes: () => [],
      discoverIp: () => undefined,
      sendHeaders: ({ index, max }) => {
        if (this.states[index.height]?.index.id !== index.id) return undefined;
        const rest = this.blocks.slice(index.height + 1);
        const headers = rest.slice(0, Number(max)).map(blockHeaderOf);
        return { headers, remaining: BigInt(rest.length - headers.length) };
      },
      sendBlocks: ({ history, max }) => {
        const from = Math.max(0, ...history.map(place));
        const blocks = this.blocks.slice(from + 1, from + 1 + Number(max));
        return {
          count: blocks.length,
          blocks: blocks.map(encodeBlock),
          remaining: BigInt(this.blocks.length - 1 - from - blocks.length)
        };
      },
      sendTransactions: ({ index, hashes }) => ({
        transactions: [],
        v2transactions: (this.blocks[place(index.id)]?.v2?.transactions ?? []).filter((txn) =>
          hashes.includes(v2OutlineHash(txn))
        )
      }),
      sendCheckpoint: ({ index }) => {
        const height = place(index.id);
        return height < 1 ? undefined : { block: this.blocks[height]!, state: this.states[height - 1]! };
      },
      relayHeader: () => undefined,
      relayOutline: () => undefined,
      relayTransactions: () => undefined
    };
  }
}

export const idOf = (block: Block): BlockId => blockId(blockHeaderOf(block));
