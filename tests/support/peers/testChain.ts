import type { Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import type { ChainState } from '$lib/chain/block/state';
import type { BlockId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import { sign } from '$lib/chain/keys/sign';
import { advanceProof } from '$lib/chain/proof/advanceProof';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
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
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { solveBlock } from '../solve';

export const testPreset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const BLOCK_SECONDS = 600;
const COIN = 10n ** 24n;
const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const policy = { type: 'pk', publicKey: key.publicKey } as const;

/** A chain in memory: V2 blocks of the test network, as a peer has them. */
export class TestChain {
  private constructor(
    readonly preset: NetworkPreset,
    readonly blocks: Block[],
    /** The state after each block. */
    readonly states: ChainState[],
    /** The genesis coin of the public key, with its proof after each block. */
    readonly coins: CoinElement[],
    private seed: number
  ) {}

  static create(preset = testPreset, seed = 0): TestChain {
    const applied = applyBlock(preset.network, genesisState(preset.network), preset.genesis, EMPTY_SUPPLEMENT);
    const { coinElement } = applied.update.coinElements.find(
      ({ coinElement: { output } }) => output.address === DEV_ADDRESSES.policy
    )!;
    return new TestChain(preset, [preset.genesis], [applied.state], [coinElement], seed);
  }

  get tip(): ChainState {
    return this.states.at(-1)!;
  }

  idAt(height: number): BlockId {
    return this.states[height]!.index.id;
  }

  /** A chain with the same blocks up to a height; blocks added to it get different ids. */
  fork(height: number, seed: number): TestChain {
    const [blocks, states, coins] = [this.blocks, this.states, this.coins].map((all) => all.slice(0, height + 1));
    return new TestChain(this.preset, blocks as Block[], states as ChainState[], coins as CoinElement[], seed);
  }

  /** A payment of the genesis coin to its own address, valid in the next block. */
  payment(isSigned = true): V2Transaction {
    const parent = this.coins.at(-1)!;
    const unsigned: V2Transaction = {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
      coinOutputs: [{ value: hastings(parent.output.value - COIN), address: DEV_ADDRESSES.policy }],
      minerFee: hastings(COIN)
    };
    const signed = sign(key.privateKey, inputSigHash(isSigned ? unsigned : EMPTY_V2_TRANSACTION));
    return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [signed], preimages: [] } }] };
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
    const coin = this.coins.at(-1)!;
    this.coins.push({ ...coin, stateElement: advanceProof(applied.update, coin.stateElement) });
    return this;
  }

  extend(count: number, seconds?: number): this {
    for (let i = 0; i < count; i++) this.add(this.next([], seconds));
    return this;
  }

  /** The responses of an honest peer with this chain. */
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
