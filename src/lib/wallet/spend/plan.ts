import { generationAt, type Generation } from '$lib/chain/transaction/generation';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import type { Network } from '$lib/chain/network/network';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/weight';
import type { AddressBook } from '../keys/account';
import type { Holdings } from '../sync/coins';
import {
  FeeError,
  InsufficientFundsError,
  NoRecipientError,
  NothingToConsolidateError,
  TransactionTooLargeError,
  ZeroAmountError
} from '../errors';
import type { Moment } from '../policy/satisfy';
import { coinSources, fundSources, type CoinSource, type FundSource, type SourceOptions } from './sources';
import { signedWeight } from '../transfer/signedWeight';
import { buildTransfer } from './buildTransfer';
import type { Transfer } from '../transfer/transfer';

/** Coins or fund units for an address. */
export type Recipient =
  { readonly address: Address; readonly coins: Hastings } | { readonly address: Address; readonly funds: FundUnits };

export interface SpendRequest {
  readonly holdings: Holdings;
  readonly addresses: AddressBook;
  readonly network: Network;
  readonly recipients: readonly Recipient[];
  /** This recipient gets all that is left instead of its amount. */
  readonly sendMax?: number;
  /** Hastings for one unit of weight, as recommended. */
  readonly feePerWeight: Hastings;
  /** The whole fee, instead of rate times weight. */
  readonly feeOverride?: Hastings;
  readonly changeAddress: Address;
  /** Where claims of spent fund units go; the change address if left out. */
  readonly claimAddress?: Address;
  /** Spend none but these outputs. */
  readonly only?: ReadonlySet<string>;
  /** Never these: frozen ones, and those that waiting transactions spend. */
  readonly excluded?: ReadonlySet<string>;
  /** Median of the tip's timestamps in seconds; without it, time locks count as closed. */
  readonly medianTimestamp?: number;
}

export type ConsolidationRequest = Pick<
  SpendRequest,
  'holdings' | 'addresses' | 'network' | 'feePerWeight' | 'only' | 'excluded' | 'medianTimestamp'
> & {
  /** Where the sum goes. */
  readonly address: Address;
  /** Default 100; smallest coins first. */
  readonly maxInputs?: number;
};

/** A complete unsigned transaction. */
export interface SpendPlan {
  readonly transfer: Transfer;
  readonly fee: Hastings;
  /** Weight of the signed transaction. */
  readonly weight: number;
}

// A block holds twice as much, but nodes should not have to make a block of one transaction.
const MAX_WEIGHT = MAX_BLOCK_WEIGHT / 2;
const DEFAULT_CONSOLIDATION = 100;
const LOWEST_SHARE = 10n;
const HIGHEST_MULTIPLE = 100n;

/** Lowest and highest fee taken as an override where this one is recommended. */
export const feeBounds = (recommended: Hastings): { lowest: Hastings; highest: Hastings } => ({
  lowest: hastings(recommended / LOWEST_SHARE),
  highest: hastings(recommended * HIGHEST_MULTIPLE)
});

/**
 * The transaction that pays the recipients: the largest outputs first, fee = rate x weight of the signed transaction,
 * the rest back to the change address. Change that would cost more to spend than it is worth goes to the fee. The same
 * request gives the same plan; the height decides the generation.
 * @throws {NoRecipientError | ZeroAmountError | InsufficientFundsError | FeeError | TransactionTooLargeError}
 */
export function planSpend(request: SpendRequest): SpendPlan {
  return new Planner(request).plan();
}

/**
 * The transaction that puts small coins together into one output.
 * @throws {NothingToConsolidateError} fewer than two coins that are worth more than spending them costs
 */
export function planConsolidation(request: ConsolidationRequest): SpendPlan {
  const { address, maxInputs = DEFAULT_CONSOLIDATION, ...rest } = request;
  const small = coinSources(request, momentOf(request))
    .filter((source) => isWorthSpending(source, request.feePerWeight))
    .reverse()
    .slice(0, maxInputs);
  if (small.length < 2) throw new NothingToConsolidateError();
  return planSpend({
    ...rest,
    only: new Set(small.map(({ coin }) => coin.id)),
    recipients: [{ address, coins: hastings(0n) }],
    sendMax: 0,
    changeAddress: address
  });
}

const momentOf = ({ holdings, medianTimestamp }: SourceOptions): Moment => ({
  height: holdings.basis.height,
  medianTimestamp: medianTimestamp ?? -Infinity
});

const isWorthSpending = ({ coin, weight }: CoinSource, rate: Hastings): boolean =>
  coin.output.value > rate * BigInt(weight);

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

/** A fee with what it leaves to pay out. */
interface Settlement {
  readonly transfer: Transfer;
  readonly weight: number;
  readonly fee: bigint;
}

class Planner {
  readonly #moment: Moment;
  readonly #generation: Generation;
  readonly #funds: readonly FundSource[];
  readonly #coins: readonly CoinSource[];

  constructor(private readonly request: SpendRequest) {
    const { recipients, sendMax, holdings, network, feePerWeight } = request;
    if (recipients.length === 0) throw new NoRecipientError();
    recipients.forEach((recipient, i) => {
      const amount: bigint = 'coins' in recipient ? recipient.coins : recipient.funds;
      if (amount <= 0n && i !== sendMax) throw new ZeroAmountError(i);
    });
    this.#moment = momentOf(request);
    this.#generation = generationAt(network, holdings.basis.height);
    this.#funds = this.#selectFunds(fundSources(request, this.#moment));
    const sources = coinSources(request, this.#moment);
    this.#coins = this.#isMax('coins') ? sources.filter((source) => isWorthSpending(source, feePerWeight)) : sources;
  }

  plan(): SpendPlan {
    if (this.#isMax('coins')) return this.#complete(this.#settleMax(this.#maxCoins()));
    for (let count = this.#firstGuess(); count <= this.#coins.length; count++) {
      const coins = this.#coins.slice(0, count);
      const settled = this.#settle(coins);
      if (settled !== undefined) return this.#complete(settled);
    }
    const { weight } = this.#build(this.#coins, 0n, { coins: this.#wanted('coins'), change: 0n });
    const required = this.#wanted('coins') + this.#feeOf(weight);
    throw new InsufficientFundsError('coins', required, this.#total(this.#coins));
  }

  #isMax(unit: 'coins' | 'funds'): boolean {
    const { recipients, sendMax } = this.request;
    return sendMax !== undefined && recipients[sendMax] !== undefined && unit in recipients[sendMax];
  }

  /** What recipients are to get, without the one that gets what is left. */
  #wanted(unit: 'coins' | 'funds'): bigint {
    const { recipients, sendMax } = this.request;
    return sumOf(
      recipients.map((recipient, i) => {
        if (i === sendMax) return 0n;
        if (unit === 'coins') return 'coins' in recipient ? recipient.coins : 0n;
        return 'funds' in recipient ? recipient.funds : 0n;
      })
    );
  }

  #total(coins: readonly CoinSource[]): bigint {
    return sumOf(coins.map(({ coin }) => coin.output.value));
  }

  /** The largest fund outputs that suffice; all of them when everything goes. */
  #selectFunds(sources: readonly FundSource[]): FundSource[] {
    const wanted = this.#wanted('funds');
    const available = sumOf(sources.map(({ fund }) => fund.output.value));
    const isMax = this.#isMax('funds');
    if (isMax ? available <= wanted : available < wanted) {
      throw new InsufficientFundsError('funds', isMax ? wanted + 1n : wanted, available);
    }
    if (isMax) return [...sources];
    const chosen: FundSource[] = [];
    let sum = 0n;
    for (const source of sources) {
      if (sum >= wanted) break;
      chosen.push(source);
      sum += source.fund.output.value;
    }
    return chosen;
  }

  #fundTotal(): bigint {
    return sumOf(this.#funds.map(({ fund }) => fund.output.value));
  }

  /** How many of the largest coins it takes at least, by their own weight alone. */
  #firstGuess(): number {
    const { feePerWeight, feeOverride } = this.request;
    let missing = this.#wanted('coins') + (feeOverride ?? 0n);
    let count = 0;
    while (count < this.#coins.length && (missing > 0n || count === 0)) {
      const { coin, weight } = this.#coins[count]!;
      missing -= coin.output.value - (feeOverride === undefined ? feePerWeight * BigInt(weight) : 0n);
      count++;
    }
    return count;
  }

  #feeOf(weight: number): bigint {
    const { feeOverride, feePerWeight } = this.request;
    return feeOverride ?? feePerWeight * BigInt(weight);
  }

  #requireSaneFee(weight: number): void {
    const { feeOverride, feePerWeight } = this.request;
    if (feeOverride === undefined) return;
    const { lowest, highest } = feeBounds(hastings(feePerWeight * BigInt(weight)));
    if (feeOverride < lowest || feeOverride > highest) throw new FeeError(feeOverride, lowest, highest);
  }

  #build(coins: readonly CoinSource[], fee: bigint, { coins: max, change }: { coins: bigint; change: bigint }) {
    const { recipients, sendMax, changeAddress, claimAddress = changeAddress, holdings, network } = this.request;
    const fundRest = this.#fundTotal() - this.#wanted('funds');
    const transfer = buildTransfer({
      generation: this.#generation,
      network,
      basis: holdings.basis,
      coins,
      funds: this.#funds,
      claimAddress,
      coinOutputs: [
        ...recipients.flatMap((recipient, i) =>
          'coins' in recipient
            ? [{ address: recipient.address, value: i === sendMax ? hastings(max) : recipient.coins }]
            : []
        ),
        ...(change > 0n ? [{ address: changeAddress, value: hastings(change) }] : [])
      ],
      fundOutputs: [
        ...recipients.flatMap((recipient, i) =>
          'funds' in recipient
            ? [{ address: recipient.address, value: i === sendMax ? fundUnits(fundRest) : recipient.funds }]
            : []
        ),
        ...(fundRest > 0n && !this.#isMax('funds') ? [{ address: changeAddress, value: fundUnits(fundRest) }] : [])
      ],
      fee: hastings(fee)
    });
    return { transfer, fee, weight: signedWeight(transfer, this.#moment) };
  }

  /**
   * The fee that the transaction with that fee needs. Of V1 the weight depends a little on the amounts in it, so it is
   * looked for; where it would swing between two, the higher one is taken.
   */
  #settleFee(build: (fee: bigint) => Settlement | undefined): Settlement | undefined {
    let fee = 0n;
    let settled = build(fee);
    for (let round = 0; settled !== undefined; round++) {
      const wanted = this.#feeOf(settled.weight);
      if (wanted === fee || (round > 3 && wanted < fee)) return settled;
      fee = wanted;
      settled = build(fee);
    }
    return undefined;
  }

  /** Everything to one recipient. */
  #settleMax(coins: readonly CoinSource[]): Settlement {
    const left = this.#total(coins) - this.#wanted('coins');
    const settled = this.#settleFee((fee) =>
      left > fee ? this.#build(coins, fee, { coins: left - fee, change: 0n }) : undefined
    );
    if (settled !== undefined) return settled;
    const { weight } = this.#build(coins, 0n, { coins: 1n, change: 0n });
    throw new InsufficientFundsError('coins', this.#wanted('coins') + this.#feeOf(weight) + 1n, this.#total(coins));
  }

  /** With change if that is worth it, else with the rest in the fee; undefined when these coins do not suffice. */
  #settle(coins: readonly CoinSource[]): Settlement | undefined {
    const { feeOverride, feePerWeight } = this.request;
    const rest = this.#total(coins) - this.#wanted('coins');
    if (rest < 0n) return undefined;
    const exact = this.#settleFee((fee) =>
      rest >= fee ? this.#build(coins, fee, { coins: 0n, change: 0n }) : undefined
    );
    if (exact === undefined || exact.fee === rest) return exact;
    const withChange = this.#settleFee((fee) =>
      rest > fee ? this.#build(coins, fee, { coins: 0n, change: rest - fee }) : undefined
    );
    if (withChange !== undefined) {
      const change = rest - withChange.fee;
      if (feeOverride !== undefined || change > feePerWeight * BigInt(coins.at(-1)!.weight)) return withChange;
    }
    return this.#build(coins, rest, { coins: 0n, change: 0n });
  }

  /** As many of the coins as fit into a transaction, largest first. */
  #maxCoins(): readonly CoinSource[] {
    let weight = 0;
    const fitting = this.#coins.findIndex((source) => (weight += source.weight) > MAX_WEIGHT * 0.95);
    return fitting === -1 ? this.#coins : this.#coins.slice(0, fitting);
  }

  #complete({ transfer, weight, fee }: Settlement): SpendPlan {
    if (weight > MAX_WEIGHT) throw new TransactionTooLargeError(weight, MAX_WEIGHT);
    this.#requireSaneFee(weight);
    return { transfer, weight, fee: hastings(fee) };
  }
}
