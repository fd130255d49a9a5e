import * as z from 'zod/mini';
import { transaction as v1Schema } from '$lib/api/schemas/transactions';
import { v2Transaction as v2Schema } from '$lib/api/schemas/v2transactions';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { WalletEvent } from '$lib/api/wallet-server/events';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import type { UnixSeconds } from '$lib/chain/time';
import { stringifyJson } from '$lib/codec/json';
import { undefinedIfNotFound } from '$lib/api/http/undefinedIfNotFound';
import type { ChainReader } from './blockReader';
import { idOfTransaction, transactionsOf, type AnyTransaction, type SpentElements } from './transactionView';

/** A transaction and its location. */
export interface TransactionFacts {
  readonly any: AnyTransaction;
  readonly spent: SpentElements | undefined;
  /** Its block; undefined in the pool. */
  readonly index: ChainIndex | undefined;
  readonly timestamp: UnixSeconds | undefined;
}

interface TransactionSources {
  readonly reader: Pick<ChainReader, 'byId' | 'recent'>;
  /** Undefined if not configured. */
  readonly wallet: WalletServer | undefined;
}

/**
 * Finds a transaction: in the given block, else through the wallet server among confirmed and pool transactions.
 * Undefined if it is not found.
 */
export async function readTransactionFacts(
  { reader, wallet }: TransactionSources,
  id: Hash256,
  inBlock: BlockId | undefined,
  signal: AbortSignal
): Promise<TransactionFacts | undefined> {
  if (wallet) {
    const event = await undefinedIfNotFound(wallet.event({ params: { id } }, { signal }));
    const found = event && factsOfEvent(event, true);
    if (found) return found;
    const waiting = await wallet.poolEvents({}, { signal });
    const unconfirmed = waiting.find((one) => one.id === id);
    const pooled = unconfirmed && factsOfEvent(unconfirmed, false);
    if (pooled) return pooled;
  }
  const known = inBlock && (await reader.byId(inBlock, signal));
  for (const { id: blockId, height, block } of known ? [known] : reader.recent()) {
    const any = transactionsOf(block).find((one) => (idOfTransaction(one) as string) === id);
    if (any) return { any, spent: undefined, index: { height, id: blockId }, timestamp: block.timestamp };
  }
  return undefined;
}

function factsOfEvent({ data, index, timestamp }: WalletEvent, confirmed: boolean): TransactionFacts | undefined {
  const where = confirmed ? { index, timestamp } : { index: undefined, timestamp: undefined };
  if (data.type === 'v2Transaction') {
    return { any: { generation: 2, transaction: data.transaction }, spent: undefined, ...where };
  }
  if (data.type !== 'v1Transaction') return undefined;
  const spent = { coins: data.spentCoins, funds: data.spentFunds };
  return { any: { generation: 1, transaction: data.transaction }, spent, ...where };
}

/** The transaction as JSON in a wallet server's form. */
export const transactionJson = (any: AnyTransaction): string =>
  stringifyJson(any.generation === 1 ? z.encode(v1Schema, any.transaction) : z.encode(v2Schema, any.transaction), 2);
