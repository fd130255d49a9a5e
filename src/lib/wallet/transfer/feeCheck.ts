import { HASTINGS_PER_COIN, type Hastings } from '$lib/chain/currency/currency';
import { FeeNotConfirmedError } from '../errors';
import { decodeUnsigned, unsignedBytes, type SigningMessage } from './signatureHashes';
import { signedWeight } from './signedWeight';
import { coinsSpent, type Transfer } from './transfer';

/** What a transaction pays to miners, and what else it does with coins. */
export interface FeeFacts {
  readonly fee: Hastings;
  /** Of the signed transaction. */
  readonly weight: number;
  /** Coins to others and to addresses of ours that are no change, without the fee. */
  readonly sent: Hastings;
  /** Coins of all inputs. */
  readonly spent: Hastings;
  /** Hastings for one unit of weight that a server recommends. It can raise a warning, never silence one. */
  readonly recommended?: Hastings;
}

/** Why a fee stands out. */
export type FeeReason =
  /** For its weight: more than a busy network asks. */
  | 'rate'
  /** More than ten times what the server recommends. */
  | 'recommended'
  /** By itself: more than a whole transaction costs on a busy network. */
  | 'amount'
  /** Against what is paid, or where nothing is paid, against the coins that are spent. */
  | 'share';

/** `extreme`: nothing signs it unless the person typed the fee. */
export type FeeLevel = 'normal' | 'high' | 'extreme';

export interface FeeAssessment {
  readonly level: FeeLevel;
  /** Of that level. */
  readonly reasons: readonly FeeReason[];
}

/**
 * Bounds that hold whatever a server says. Nodes recommend at least 10^19 hastings for one unit of weight, and more by
 * the cube of what waits in their pool: a hundred times that with a pool of one and a half blocks, ten thousand times
 * with one of seven, where it would take over an hour to empty. The rates are between hastings and a unit of weight.
 */
const HIGH = {
  rate: 10n ** 21n,
  amount: 10n * HASTINGS_PER_COIN,
  /** One tenth. */
  shareDivisor: 10n
} as const;
const EXTREME = {
  rate: 10n ** 23n,
  amount: 100n * HASTINGS_PER_COIN,
  /** One quarter; of small change the fee may well be most. */
  shareDivisor: 4n,
  shareFrom: HASTINGS_PER_COIN
} as const;
const RECOMMENDED_MULTIPLE = 10n;

/** How a fee compares with absolute bounds, with what is paid, and with what is recommended. */
export function assessFee({ fee, weight, sent, spent, recommended }: FeeFacts): FeeAssessment {
  const isRateAbove = (rate: bigint): boolean => fee > rate * BigInt(weight);
  const extreme = extremeReasons({ fee, weight, spent });
  if (extreme.length > 0) return { level: 'extreme', reasons: extreme };
  // Coins that only come back to us, as in a consolidation, are no payment: then the fee is held against all of them.
  const base = sent > 0n ? sent : spent;
  const high: FeeReason[] = [
    ...(isRateAbove(HIGH.rate) ? (['rate'] as const) : []),
    ...(fee > HIGH.amount ? (['amount'] as const) : []),
    ...(fee * HIGH.shareDivisor > base ? (['share'] as const) : []),
    ...(recommended !== undefined && isRateAbove(recommended * RECOMMENDED_MULTIPLE) ? (['recommended'] as const) : [])
  ];
  return high.length > 0 ? { level: 'high', reasons: high } : { level: 'normal', reasons: [] };
}

function extremeReasons({ fee, weight, spent }: Pick<FeeFacts, 'fee' | 'weight' | 'spent'>): FeeReason[] {
  return [
    ...(fee > EXTREME.rate * BigInt(weight) ? (['rate'] as const) : []),
    ...(fee > EXTREME.amount ? (['amount'] as const) : []),
    ...(fee > EXTREME.shareFrom && fee * EXTREME.shareDivisor > spent ? (['share'] as const) : [])
  ];
}

/**
 * The check of whoever holds a key and sees nothing but the bytes that are signed. They hold neither the weight of the
 * signatures nor what the inputs are worth, so only the amount is bounded: milder than {@link assessFee}, never stricter.
 * @param confirmed the fee that the person typed, if so
 * @throws {FeeNotConfirmedError}
 */
export function requireFee(message: Pick<SigningMessage, 'generation' | 'unsigned'>, confirmed?: Hastings): void {
  const { fee } = decodeUnsigned(message.generation, message.unsigned);
  if (fee > EXTREME.amount && confirmed !== fee) throw new FeeNotConfirmedError(fee);
}

/**
 * @param confirmed the fee that the person typed, if so
 * @throws {FeeNotConfirmedError} it is extreme, and was not typed
 */
export function requireTransferFee(transfer: Transfer, confirmed?: Hastings): void {
  const { fee } = decodeUnsigned(transfer.generation, unsignedBytes(transfer));
  const weight = signedWeight(transfer, { height: transfer.basis.height, medianTimestamp: Infinity });
  const isExtreme = extremeReasons({ fee, weight, spent: coinsSpent(transfer) }).length > 0;
  if (isExtreme && confirmed !== fee) throw new FeeNotConfirmedError(fee);
}
