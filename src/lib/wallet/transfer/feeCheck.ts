import { HASTINGS_PER_COIN, hastings, type Hastings } from '$lib/chain/currency/currency';
import { FeeNotConfirmedError } from '../errors';
import { decodeUnsigned, unsignedBytes, type SigningMessage } from './signatureHashes';
import { signedWeight } from './signedWeight';
import { coinsSpent, type Transfer } from './transfer';

/** The fee of a transaction, and the amounts it is compared with. */
export interface FeeFacts {
  readonly fee: Hastings;
  /** Weight of the signed transaction. */
  readonly weight: number;
  /** Coins paid to others and to own addresses other than change, without the fee. */
  readonly sent: Hastings;
  /** Coins of all inputs. */
  readonly spent: Hastings;
  /** A server's recommended rate, hastings per unit of weight. It can raise a warning, but never suppress one. */
  readonly recommended?: Hastings;
}

/** The rate that nodes recommend while their pools are almost empty, and the least; hastings per unit of weight. */
export const MIN_RATE = hastings(10n ** 19n);
/** A fee of less than this part of the recommended one is low. */
export const LOW_DIVISOR = 10n;

/**
 * Whether a transaction may be dropped or never be confirmed. The network has no minimum fee: nodes accept a transaction
 * without one while they have room, but they drop those that pay least first, and most blocks prefer the others.
 */
export function isFeeLow({ fee, weight, recommended }: Pick<FeeFacts, 'fee' | 'weight' | 'recommended'>): boolean {
  const rate = recommended !== undefined && recommended > MIN_RATE ? recommended : MIN_RATE;
  return fee * LOW_DIVISOR < rate * BigInt(weight);
}

/** Why a fee stands out. */
export type FeeReason =
  /** High for its weight: above the rates of a busy network. */
  | 'rate'
  /** More than ten times what the server recommends. */
  | 'recommended'
  /** High in absolute terms: more than a whole transaction costs on a busy network. */
  | 'amount'
  /** High relative to the amount paid, or if nothing is paid, to the coins spent. */
  | 'share';

/** `extreme`: not signed unless the user typed the fee. */
export type FeeLevel = 'normal' | 'high' | 'extreme';

export interface FeeAssessment {
  readonly level: FeeLevel;
  /** The reasons for this level. */
  readonly reasons: readonly FeeReason[];
}

/**
 * Absolute bounds, independent of any server. Rates are in hastings per unit of weight. Nodes recommend at least 10^19,
 * rising with the cube of the pool's size: a hundred times that with one and a half blocks in the pool, ten thousand
 * times with seven, which take over an hour to clear.
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
  /** One quarter, for fees above `shareFrom`: of a tiny amount, the fee may well be most. */
  shareDivisor: 4n,
  shareFrom: HASTINGS_PER_COIN
} as const;
const RECOMMENDED_MULTIPLE = 10n;

/** Compares a fee with absolute bounds, the amount paid, and the recommended rate. */
export function assessFee({ fee, weight, sent, spent, recommended }: FeeFacts): FeeAssessment {
  const isRateAbove = (rate: bigint): boolean => fee > rate * BigInt(weight);
  const extreme = extremeReasons({ fee, weight, spent });
  if (extreme.length > 0) return { level: 'extreme', reasons: extreme };
  // If all coins return to the wallet, as in a consolidation, the fee is compared with the coins spent.
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
 * The check by a key holder, which has only the signed bytes. They contain neither the weight of the signatures nor the
 * values of the inputs, so only the fee itself is bounded: more lenient than {@link assessFee}, never stricter.
 * @param confirmed the fee that the user typed, if any
 * @throws {FeeNotConfirmedError}
 */
export function requireFee(message: Pick<SigningMessage, 'generation' | 'unsigned'>, confirmed?: Hastings): void {
  const { fee } = decodeUnsigned(message.generation, message.unsigned);
  if (fee > EXTREME.amount && confirmed !== fee) throw new FeeNotConfirmedError(fee);
}

/**
 * @param confirmed the fee that the user typed, if any
 * @throws {FeeNotConfirmedError} the fee is extreme, and was not typed
 */
export function requireTransferFee(transfer: Transfer, confirmed?: Hastings): void {
  const { fee } = decodeUnsigned(transfer.generation, unsignedBytes(transfer));
  const weight = signedWeight(transfer, { height: transfer.basis.height, medianTimestamp: Infinity });
  const isExtreme = extremeReasons({ fee, weight, spent: coinsSpent(transfer) }).length > 0;
  if (isExtreme && confirmed !== fee) throw new FeeNotConfirmedError(fee);
}
