import * as z from 'zod/mini';
import type { CoinOutput } from '../../chain/elements';
import { coinOutput as coinOutputLayout, v1CoinOutput } from '../../chain/elements';
import type { BlockId, Hash256 } from '../../chain/ids';
import type { Target } from '../../chain/state';
import { unixSeconds, type Height, type UnixSeconds } from '../../chain/time';
import { transaction as transactionLayout, type Transaction } from '../../chain/transaction';
import { transactionId } from '../../chain/transactionIds';
import { v2Transaction as v2TransactionLayout, type V2Transaction } from '../../chain/v2transaction';
import { v2TransactionId } from '../../chain/v2TransactionIds';
import { decodeHex, encodeHex } from '../../codec/bytes';
import { CodecError } from '../../codec/errors';
import { decode, encode } from '../../codec/layout';
import { converted, listOf, type JsonCodec } from '../schemas/codec';
import * as scalars from '../schemas/scalars';

/** A block to be solved, as a mining server hands it out: its content, and what solves it. */
export interface BlockTemplate {
  /** 1 or 2: which generation of block it is. */
  readonly version: 1 | 2;
  readonly height: Height;
  readonly parentId: BlockId;
  readonly timestamp: UnixSeconds;
  /** A hash at or below it solves the block. */
  readonly target: Target;
  /** Fits exactly these payouts and transactions. */
  readonly commitment: Hash256;
  readonly minerPayouts: readonly CoinOutput[];
  readonly transactions: readonly Transaction[];
  /** With proofs valid at the parent. */
  readonly v2Transactions: readonly V2Transaction[];
  /** Sent with the next request, it lets the server answer only when there is something new. */
  readonly longPollId: string;
}

const item = z.object({ data: z.string(), txid: z.optional(z.string()), txtype: z.optional(z.string()) });

const wire = z.object({
  transactions: listOf(item, 'null'),
  minerpayout: listOf(item, 'null'),
  previousblockhash: scalars.blockId,
  longpollid: z.string(),
  target: scalars.target,
  height: scalars.height,
  curtime: z.int(),
  version: z.union([z.literal(1), z.literal(2)]),
  /** The compact form of the difficulty, for programs that know nothing else. */
  bits: z.optional(z.string()),
  commitment: scalars.hash256
});

/** The template of `getblocktemplate`. Transactions travel in binary, payouts in the encoding of the block's generation. */
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
        ...template.transactions.map((txn) => ({
          data: encodeHex(encode(transactionLayout, txn)),
          txid: transactionId(txn),
          txtype: '1'
        })),
        ...template.v2Transactions.map((txn) => ({
          data: encodeHex(encode(v2TransactionLayout, txn)),
          txid: v2TransactionId(txn),
          txtype: '2'
        }))
      ],
      minerpayout: template.minerPayouts.map((output) => ({ data: encodeHex(encode(payout, output)) })),
      previousblockhash: template.parentId,
      longpollid: template.longPollId,
      target: template.target,
      height: template.height,
      curtime: template.timestamp,
      version: template.version,
      commitment: template.commitment
    };
  }
);

/** What is known already; without it the server answers at once. */
export const templateRequest = z.object({ longpollid: z.optional(z.string()) });

/** A solved block in binary. */
export const solvedBlock: JsonCodec<Uint8Array> = converted(
  z.object({ params: z.array(z.string()) }),
  ({ params }) => {
    if (params[0] === undefined) throw new CodecError('no block in params');
    return decodeHex(params[0]);
  },
  (bytes) => ({ params: [encodeHex(bytes)] })
);
