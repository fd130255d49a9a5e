import { generationAt, type Generation } from '$lib/chain/transaction/generation';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import type { Network } from '$lib/chain/network/network';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import type { AddressBook } from '../keys/account';
import type { Holdings } from '../sync/coins';
import {
  AmountBelowFeeError,
  FeeError,
  InsufficientFundsError,
  NoRecipientError,
  TransactionTooLargeError,
  ZeroAmountError
} from '../errors';
import type { Moment } from '../policy/satisfy';
import { coinSources, fundSources, isWorthSpending, momentOf, type CoinSource, type FundSource } from './sources';
import { LOW_DIVISOR, MIN_RATE } from '../transfer/feeCheck';
import { signedWeight } from '../transfer/signedWeight';
import { buildTransfer } from './buildTransfer';
import type { Transfer } from '../transfer/transfer';

/** An output: coins or fund units to an address. */
export type Recipient =
  | { readonly address: Address; readonly coins: Hastings }
  | { readonly address: Address; readonly funds: FundUnits };

export interface SpendRequest {
  readonly holdings: Holdings;
  readonly addresses: AddressBook;
  readonly network: Network;
  readonly recipients: readonly Recipient[];
  /** Index of the recipient that receives the whole remainder instead of its amount. */
  readonly sendMax?: number;
  /**
   * Indexes of the recipients of coins whose amounts pay the fee, in equal shares; the first also pays the indivisible
   * remainder. If empty, the fee is paid on top. If the send-max recipient receives coins, it pays the fee instead.
   */
  readonly feeFrom?: readonly number[];
  /** Recommended fee rate, hastings per unit of weight. */
  readonly feePerWeight: Hastings;
  /** Absolute fee instead of rate × weight. */
  readonly feeOverride?: Hastings;
  readonly changeAddress: Address;
  /** Claim address of spent fund units; default: the change address. */
  readonly claimAddress?: Address;
  /** Spend only these coins, and any fund outputs. */
  readonly only?: ReadonlySet<string>;
  /** Never spend these: frozen outputs, and inputs of pending transactions. */
  readonly excluded?: ReadonlySet<string>;
  /** Median of the tip's timestamps in seconds; if omitted, time locks count as closed. */
  readonly medianTimestamp?: number;
}

/** A complete unsigned transaction. */
export interface SpendPlan {
  readonly transfer: Transfer;
  readonly fee: Hastings;
  /** Weight of the signed transaction. */
  readonly weight: number;
}

// Half of a block: no single transaction should fill one.
const MAX_WEIGHT = MAX_BLOCK_WEIGHT / 2;
const MAX_FEE_FACTOR = 100n;

/**
 * Minimum and maximum of `feeOverride`. A server that recommends too much or too little must not keep the user from the
 * fee of a quiet network.
 */
export function feeBounds(feePerWeight: Hastings, weight: number): { lowest: Hastings; highest: Hastings } {
  const [recommended, quiet] = [feePerWeight * BigInt(weight), MIN_RATE * BigInt(weight)];
  const lowest = recommended / LOW_DIVISOR;
  const highest = (recommended > quiet ? recommended : quiet) * MAX_FEE_FACTOR;
  return { lowest: hastings(lowest < quiet ? lowest : quiet), highest: hastings(highest) };
}

/**
 * A transaction to the recipients: largest outputs first, fee = rate × weight of the signed transaction, remainder to
 * the change address. Change worth less than the cost of spending it is added to the fee. Deterministic; the height
 * determines V1 or V2.
 * @param coins result of {@link coinSources}, if already computed
 * @throws {NoRecipientError | ZeroAmountError | InsufficientFundsError | AmountBelowFeeError | FeeError |
 * TransactionTooLargeError}
 */
export function planSpend(request: SpendRequest, coins?: readonly CoinSource[]): SpendPlan {
  return new Planner(request, coins).plan();
}

const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);

/** How the coins of a transaction are divided beyond the requested amounts. */
interface Amounts {
  /** To the send-max recipient. */
  readonly coins: bigint;
  readonly change: bigint;
  /** Part of the fee that is deducted from the payers' amounts. */
  readonly taken?: bigint;
}

/** A transaction whose fee matches its weight. */
interface FeeSolution {
  readonly transfer: Transfer;
  readonly weight: number;
  readonly fee: bigint;
}

class Planner {
  readonly #moment: Moment;
  readonly #generation: Generation;
  readonly #funds: readonly FundSource[];
  readonly #coins: readonly CoinSource[];
  /** Indexes of the recipients who pay the fee; empty: it is paid on top. */
  readonly #payers: readonly number[];

  constructor(
    private readonly request: SpendRequest,
    coins: readonly CoinSource[] | undefined
  ) {
    const { recipients, sendMax, feeFrom = [], holdings, network, feePerWeight, feeOverride } = request;
    if (recipients.length === 0) throw new NoRecipientError();
    recipients.forEach((recipient, i) => {
      const amount: bigint = 'coins' in recipient ? recipient.coins : recipient.funds;
      if (amount <= 0n && i !== sendMax) throw new ZeroAmountError(i);
    });
    this.#moment = momentOf(request);
    this.#generation = generationAt(network, holdings.basis.height);
    this.#funds = this.#selectFunds(fundSources(request));
    const sources = coins ?? coinSources(request);
    this.#payers = this.#isMax('coins')
      ? []
      : recipients.flatMap((recipient, i) => ('coins' in recipient && feeFrom.includes(i) ? [i] : []));
    // If the fee is fixed or deducted from the amounts, a coin helps even if it costs more than it is worth.
    const isAnyUseful = !this.#isMax('coins') && (feeOverride !== undefined || this.#payers.length > 0);
    this.#coins = isAnyUseful ? sources : sources.filter((source) => isWorthSpending(source, feePerWeight));
  }

  plan(): SpendPlan {
    if (this.#isMax('coins')) return this.#complete(this.#solveMax(this.#maxCoins()));
    for (let count = this.#firstGuess(); count <= this.#coins.length; count++) {
      const coins = this.#coins.slice(0, count);
      const solution = this.#solve(coins);
      if (solution !== undefined) return this.#complete(solution);
    }
    const { weight } = this.#build(this.#coins, 0n, { coins: this.#requested('coins'), change: 0n });
    const required = this.#requested('coins') + (this.#payers.length > 0 ? 0n : this.#feeOf(weight));
    throw new InsufficientFundsError('coins', required, this.#total(this.#coins));
  }

  #isMax(unit: 'coins' | 'funds'): boolean {
    const { recipients, sendMax } = this.request;
    return sendMax !== undefined && recipients[sendMax] !== undefined && unit in recipients[sendMax];
  }

  /** Sum of the amounts, without the send-max recipient. */
  #requested(unit: 'coins' | 'funds'): bigint {
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

  /** The largest fund outputs that suffice; all of them for send-max. */
  #selectFunds(sources: readonly FundSource[]): FundSource[] {
    const requested = this.#requested('funds');
    const available = sumOf(sources.map(({ fund }) => fund.output.value));
    const isMax = this.#isMax('funds');
    if (isMax ? available <= requested : available < requested) {
      throw new InsufficientFundsError('funds', isMax ? requested + 1n : requested, available);
    }
    if (isMax) return [...sources];
    const chosen: FundSource[] = [];
    let sum = 0n;
    for (const source of sources) {
      if (sum >= requested) break;
      chosen.push(source);
      sum += source.fund.output.value;
    }
    return chosen;
  }

  #fundTotal(): bigint {
    return sumOf(this.#funds.map(({ fund }) => fund.output.value));
  }

  /** Minimum number of the largest coins needed, considering only their own weight. */
  #firstGuess(): number {
    const { feePerWeight, feeOverride } = this.request;
    const isOnTop = this.#payers.length === 0;
    const rate = isOnTop && feeOverride === undefined ? feePerWeight : 0n;
    let missing = this.#requested('coins') + (isOnTop ? (feeOverride ?? 0n) : 0n);
    let count = 0;
    while (count < this.#coins.length && missing > 0n) {
      const { coin, weight } = this.#coins[count]!;
      missing -= coin.output.value - rate * BigInt(weight);
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
    const { lowest, highest } = feeBounds(feePerWeight, weight);
    if (feeOverride < lowest || feeOverride > highest) throw new FeeError(feeOverride, lowest, highest);
  }

  /** @param taken part of the fee that is deducted from the payers' amounts */
  #build(coins: readonly CoinSource[], fee: bigint, { coins: max, change, taken = 0n }: Amounts) {
    const { recipients, sendMax, changeAddress, claimAddress = changeAddress, holdings, network } = this.request;
    const fundRest = this.#fundTotal() - this.#requested('funds');
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
            ? [
                {
                  address: recipient.address,
                  value: i === sendMax ? hastings(max) : this.#received(i, recipient.coins, taken)
                }
              ]
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

  /** Value of a recipient's output after `taken` is deducted from the payers' amounts. */
  #received(i: number, amount: Hastings, taken: bigint): Hastings {
    if (taken === 0n || !this.#payers.includes(i)) return amount;
    const count = BigInt(this.#payers.length);
    const share = hastings(taken / count + (i === this.#payers[0] ? taken % count : 0n));
    if (amount <= share) throw new AmountBelowFeeError(i, amount, share);
    return hastings(amount - share);
  }

  /**
   * Solves fee = rate × weight by iteration, because the weight of a V1 transaction depends slightly on its amounts; if
   * it oscillates, the higher fee is used.
   */
  #solveFee<S extends FeeSolution | undefined>(build: (fee: bigint) => S): S {
    let fee = 0n;
    let solution = build(fee);
    for (let round = 0; ; round++) {
      if (solution === undefined) return solution;
      const requested = this.#feeOf(solution.weight);
      if (requested === fee || (round > 3 && requested < fee)) return solution;
      fee = requested;
      solution = build(fee);
    }
  }

  /** Send-max: the whole remainder to one recipient. */
  #solveMax(coins: readonly CoinSource[]): FeeSolution {
    const left = this.#total(coins) - this.#requested('coins');
    const solution = this.#solveFee((fee) =>
      left > fee ? this.#build(coins, fee, { coins: left - fee, change: 0n }) : undefined
    );
    if (solution !== undefined) return solution;
    const { weight } = this.#build(coins, 0n, { coins: 1n, change: 0n });
    throw new InsufficientFundsError('coins', this.#requested('coins') + this.#feeOf(weight) + 1n, this.#total(coins));
  }

  /** With change if it is worth spending, else with the remainder in the fee; undefined if the coins do not suffice. */
  #solve(coins: readonly CoinSource[]): FeeSolution | undefined {
    const { feeOverride, feePerWeight } = this.request;
    const rest = this.#total(coins) - this.#requested('coins');
    if (this.#payers.length > 0) return rest < 0n ? undefined : this.#solveTaken(coins, rest);
    const withoutChange = this.#solveFee((fee) =>
      rest >= fee ? this.#build(coins, fee, { coins: 0n, change: 0n }) : undefined
    );
    if (withoutChange === undefined) return undefined;
    const withChange = this.#solveFee((fee) =>
      rest > fee ? this.#build(coins, fee, { coins: 0n, change: rest - fee }) : undefined
    );
    if (withChange !== undefined) {
      const change = rest - withChange.fee;
      if (feeOverride !== undefined || change > feePerWeight * BigInt(coins.at(-1)!.weight)) return withChange;
    }
    return this.#build(coins, rest, { coins: 0n, change: 0n });
  }

  /**
   * Deducts the fee from the payers' amounts; the remainder becomes change. A remainder not worth spending goes toward
   * the fee first, as in Bitcoin Core, so less is deducted.
   */
  #solveTaken(coins: readonly CoinSource[], rest: bigint): FeeSolution {
    const { feeOverride, feePerWeight } = this.request;
    const isChange = rest > 0n && (feeOverride !== undefined || rest > feePerWeight * BigInt(coins.at(-1)!.weight));
    return this.#solveFee((fee) => {
      if (isChange) return this.#build(coins, fee, { coins: 0n, change: rest, taken: fee });
      const taken = fee > rest ? fee - rest : 0n;
      return this.#build(coins, rest + taken, { coins: 0n, change: 0n, taken });
    });
  }

  /** The largest coins that fit into a transaction. */
  #maxCoins(): readonly CoinSource[] {
    let weight = 0;
    const fitting = this.#coins.findIndex((source) => (weight += source.weight) > MAX_WEIGHT * 0.95);
    return fitting === -1 ? this.#coins : this.#coins.slice(0, fitting);
  }

  #complete({ transfer, weight, fee }: FeeSolution): SpendPlan {
    if (weight > MAX_WEIGHT) throw new TransactionTooLargeError(weight, MAX_WEIGHT);
    this.#requireSaneFee(weight);
    return { transfer, weight, fee: hastings(fee) };
  }
}
