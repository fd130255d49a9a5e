import * as z from 'zod/mini';
import type { CoinOutput } from '$lib/chain/element/elements';
import { coinOutput as coinOutputLayout, v1CoinOutput } from '$lib/chain/element/elements';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { type Target, workOf } from '$lib/chain/target';
import { unixSeconds, type Height, type UnixSeconds } from '$lib/chain/time';
import { transaction as transactionLayout, type Transaction } from '$lib/chain/transaction/transaction';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2Transaction as v2TransactionLayout, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { decode, encode } from '$lib/codec/layout';
import { converted, listOf, optional, type JsonCodec } from '../schemas/codec';
import * as scalars from '../schemas/scalars';

/** An unsolved block from a mining server: contents and target. */
export interface BlockTemplate {
  /** Block version, 1 or 2. */
  readonly version: 1 | 2;
  readonly height: Height;
  readonly parentId: BlockId;
  readonly timestamp: UnixSeconds;
  /** The block id must be at or below this. */
  readonly target: Target;
  /** Commits to exactly these payouts and transactions. */
  readonly commitment: Hash256;
  readonly minerPayouts: readonly CoinOutput[];
  readonly transactions: readonly Transaction[];
  /** With proofs valid at the parent. */
  readonly v2Transactions: readonly V2Transaction[];
  /** When sent with the next request, delays the response until a new template is available. */
  readonly longPollId: string;
}

/** A transaction or payout; the other fields are for compatibility and have no meaning. */
const item = z.object({
  data: z.string(),
  hash: z.optional(z.unknown()),
  txid: z.optional(z.string()),
  depends: z.optional(z.unknown()),
  fee: z.optional(z.unknown()),
  sigops: z.optional(z.unknown()),
  txtype: z.optional(z.string())
});

const itemOf = (bytes: Uint8Array, txid = '', txtype = '') => ({
  data: encodeHex(bytes),
  hash: '',
  txid,
  depends: null,
  fee: 0,
  sigops: 0,
  txtype
});

const MANTISSA_BYTES = 3;

/**
 * A number in Bitcoin's compact target format: a length byte and the three leading bytes, of which the first is below
 * 0x80.
 */
function compactForm(value: bigint): string {
  const digits = value.toString(16);
  const even = digits.padStart(digits.length + (digits.length % 2), '0');
  const bytes = parseInt(even.slice(0, 2), 16) < 0x80 ? even : `00${even}`;
  const mantissa = bytes.slice(0, 2 * MANTISSA_BYTES).padEnd(2 * MANTISSA_BYTES, '0');
  return (bytes.length / 2).toString(16).padStart(2, '0') + mantissa;
}

const wire = z.object({
  transactions: listOf(item, 'null'),
  minerpayout: listOf(item, 'null'),
  previousblockhash: scalars.blockId,
  longpollid: z.string(),
  target: scalars.target,
  height: scalars.height,
  curtime: z.int(),
  version: z.union([z.literal(1), z.literal(2)]),
  /** The compact form of the target, for compatibility. */
  bits: z.optional(z.string()),
  commitment: scalars.hash256
});

/** The response of `getblocktemplate`. Transactions are in binary, payouts in the encoding of the block version. */
export const blockTemplate: JsonCodec<BlockTemplate> = converted(
  wire,
  (from): BlockTemplate => {
    const typed = (type: string) => from.transactions.filter(({ txtype }) => txtype === type);
    const [v1, v2] = [typed('1'), typed('2')];
    if (v1.length + v2.length < from.transactions.length) throw new CodecError('a transaction of neither generation');
    const payout = from.version === 2 ? coinOutputLayout : v1CoinOutput;
    return {
      version: from.version,
      height: from.height,
      parentId: from.previousblockhash,
      timestamp: unixSeconds(from.curtime),
      target: from.target,
      commitment: from.commitment,
      minerPayouts: from.minerpayout.map(({ data }) => decode(payout, decodeHex(data))),
      transactions: v1.map(({ data }) => decode(transactionLayout, decodeHex(data))),
      v2Transactions: v2.map(({ data }) => decode(v2TransactionLayout, decodeHex(data))),
      longPollId: from.longpollid
    };
  },
  (template) => {
    const payout = template.version === 2 ? coinOutputLayout : v1CoinOutput;
    return {
      transactions: [
        ...template.transactions.map((txn) => itemOf(encode(transactionLayout, txn), transactionId(txn), '1')),
        ...template.v2Transactions.map((txn) => itemOf(encode(v2TransactionLayout, txn), v2TransactionId(txn), '2'))
      ],
      minerpayout: template.minerPayouts.map((output) => itemOf(encode(payout, output))),
      previousblockhash: template.parentId,
      longpollid: template.longPollId,
      target: template.target,
      height: template.height,
      curtime: template.timestamp,
      version: template.version,
      bits: compactForm(workOf(template.target)),
      commitment: template.commitment
    };
  }
);

/** The long-poll id of the known template; without it, the server responds immediately. */
export const templateRequest = z.object({ longpollid: z.optional(optional(z.string())) });

/** The first parameter is a solved block in binary, as hexadecimal text. */
export const solvedBlock = z.object({ params: listOf(z.string(), '[]') });
