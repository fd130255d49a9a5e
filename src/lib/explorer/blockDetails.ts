import * as z from 'zod/mini';
import { printedBlock } from '$lib/api/daemon/printedBlock';
import { blockWithId } from '$lib/api/schemas/blocks';
import { v1Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { hastings, sumHastings, type Hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { blockWeight } from '$lib/chain/block/weight';
import { encode } from '$lib/codec/layout';
import { stringifyJson } from '$lib/codec/json';
import type { ChainReader, KnownBlock } from './blockReader';
import { feeOfTransaction, transactionsOf } from './transactionView';

/** A block with its position in the chain. */
export interface BlockFacts {
  readonly known: KnownBlock;
  /** Expected number of hashes for this block; undefined for genesis, or without a daemon. */
  readonly difficulty: bigint | undefined;
  /** The best chain's block at the same height; undefined above its tip. */
  readonly bestId: BlockId | undefined;
  readonly tipHeight: Height;
  readonly isBest: boolean;
  /** 1 for the tip; undefined for side-branch blocks. */
  readonly confirmations: number | undefined;
}

/** Whether a text has the form of an ID of a block, a transaction, an output or a contract. */
export const isIdText = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/** A block's height or id. */
export type BlockName = { readonly height: Height } | { readonly id: BlockId };

/** Parses a block id or height from a URL; undefined for other text. */
export function parseBlockName(text: string): BlockName | undefined {
  if (/^\d{1,12}$/.test(text)) return { height: Number(text) };
  return isIdText(text) ? { id: text.toLowerCase() as BlockId } : undefined;
}

/**
 * Reads a block and its position. Daemons also return side-branch blocks by id, without marking them; these are
 * detected by another block at their height.
 */
export async function readBlockFacts(
  reader: Pick<ChainReader, 'byId' | 'byHeight' | 'tip'>,
  name: BlockName,
  signal: AbortSignal
): Promise<BlockFacts | undefined> {
  const [known, tip] = await Promise.all([
    'id' in name ? reader.byId(name.id, signal) : reader.byHeight(name.height, signal),
    reader.tip(signal)
  ]);
  if (!known) return undefined;
  const [parent, best] = await Promise.all([
    known.height > 0 ? reader.byId(known.block.parentId, signal) : undefined,
    'id' in name && known.height <= tip.height ? reader.byHeight(known.height, signal) : undefined
  ]);
  const bestId = 'id' in name ? best?.id : known.id;
  const isBest = bestId === known.id;
  return {
    known,
    difficulty: parent?.childDifficulty,
    bestId,
    tipHeight: tip.height,
    isBest,
    confirmations: isBest ? Math.max(1, tip.height - known.height + 1) : undefined
  };
}

/** Sizes and totals of a block, which require encoding its transactions. */
export interface BlockSums {
  readonly byteLength: number;
  /** Block weight; undefined if V2 transactions are unknown. */
  readonly weight: number | undefined;
  readonly fees: Hastings;
  /** Sum of the miner payouts. */
  readonly paid: Hastings;
  /** New coins: the miner payouts minus the fees. */
  readonly subsidy: Hastings;
}

/** The sizes and totals of a block. */
export function sumsOf({ block, isWhole }: KnownBlock): BlockSums {
  const fees = sumHastings(transactionsOf(block).map(feeOfTransaction));
  const paid = sumHastings(block.minerPayouts.map(({ value }) => value));
  return {
    byteLength: encode(block.v2 ? v2Block : v1Block, block).length,
    weight: isWhole ? blockWeight(block) : undefined,
    fees,
    paid,
    subsidy: hastings(paid > fees ? paid - fees : 0n)
  };
}

const INDENT = 2;

/** The block as JSON in our dialect: in a wallet server's form if complete, else in a daemon's. */
export function blockJson({ id, height, block, childDifficulty, isWhole }: KnownBlock): string {
  if (isWhole) return stringifyJson(z.encode(blockWithId, block), INDENT);
  const { parentId, nonce, timestamp, minerPayouts, transactions } = block;
  const head = { id, height, parentId, nonce, difficulty: childDifficulty ?? 0n, timestamp };
  return stringifyJson(
    z.encode(printedBlock, { ...head, minerPayouts: [...minerPayouts], transactions: [...transactions] }),
    INDENT
  );
}
