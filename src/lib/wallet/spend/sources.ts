import { generationAt } from '$lib/chain/transaction/generation';
import { sortInSlices } from '$lib/async/sortInSlices';
import { TimeSlices } from '$lib/async/timeSlices';
import type { Hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { coinInput, transactionSignature } from '$lib/chain/transaction/transaction';
import { encode } from '$lib/codec/layout';
import type { AddressBook, WalletAddress } from '../keys/account';
import { isMature, type Holdings, type OwnedCoin, type OwnedFund } from '../sync/coins';
import type { Moment } from '../policy/satisfy';
import { heaviestSatisfied, satisfiedBytes } from '../transfer/signedWeight';
import { wholeSignature } from '../transfer/signatureHashes';

/** An address of the wallet with a known policy. */
export interface Owner extends WalletAddress {
  readonly policy: SpendPolicy;
}

/** A coin that can be spent, with its owner. */
export interface CoinSource {
  readonly coin: OwnedCoin;
  readonly owner: Owner;
  /** Weight of the input, signatures included. */
  readonly weight: number;
}

/** A fund output that can be spent, with its owner. */
export interface FundSource {
  readonly fund: OwnedFund;
  readonly owner: Owner;
}

/** Which outputs of the wallet to consider, and when they are to be spent. */
export interface SourceOptions {
  readonly holdings: Holdings;
  readonly addresses: AddressBook;
  readonly network: Network;
  /** Ids of the only coins to consider; all by default. */
  readonly only?: ReadonlySet<string>;
  /** Ids of outputs to leave out. */
  readonly excluded?: ReadonlySet<string>;
  /** Unix seconds; without it, policies with a time lock count as locked. */
  readonly medianTimestamp?: number;
}

/**
 * With a sort key of numbers, which compare much faster than bigints and strings: the value, its rounding remainder
 * (together 106 bits, far more than a coin has), and the start of the id.
 */
interface OrderedSource extends CoinSource {
  readonly order: { readonly value: number; readonly rest: number; readonly id: number };
}

const ID_DIGITS = 12;
function orderOf({ id, output }: OwnedCoin): OrderedSource['order'] {
  const value = Number(output.value);
  const rest = Number(output.value - BigInt(value));
  return { value, rest, id: Number.parseInt(id.slice(0, ID_DIGITS), 16) };
}

/** Coins spendable in the next block, largest first; ties are ordered by id. */
export function coinSources(options: SourceOptions): CoinSource[] {
  const owners = new Owners(options);
  return options.holdings.coins.flatMap((coin) => owners.source(coin) ?? []).sort(largestFirst);
}

/**
 * Like {@link coinSources}, but in time slices, so that very many coins do not stall the page.
 * @throws the signal's reason
 */
export async function coinSourcesInSlices(options: SourceOptions, signal: AbortSignal): Promise<CoinSource[]> {
  const owners = new Owners(options);
  const slices = new TimeSlices();
  const sources: OrderedSource[] = [];
  for (const coin of options.holdings.coins) {
    await slices.turn();
    const source = owners.source(coin);
    if (source !== undefined) sources.push(source);
  }
  return sortInSlices(sources, largestFirst, signal);
}

const largestFirst = ({ order: a, coin: coinA }: OrderedSource, { order: b, coin: coinB }: OrderedSource): number =>
  b.value - a.value || b.rest - a.rest || a.id - b.id || compare(coinA.id, coinB.id);

/** Spendable fund outputs, largest first. */
export function fundSources(options: Omit<SourceOptions, 'only'>): FundSource[] {
  const owners = new Owners({ ...options, only: undefined });
  return options.holdings.funds
    .flatMap((fund) => {
      const found = owners.of(fund);
      return found === undefined ? [] : [{ fund, owner: found.owner }];
    })
    .sort((a, b) => compare(b.fund.output.value, a.fund.output.value) || compare(a.fund.id, b.fund.id));
}

/** The moment at which outputs are spent. */
export const momentOf = ({
  holdings,
  medianTimestamp
}: Pick<SourceOptions, 'holdings' | 'medianTimestamp'>): Moment => ({
  height: holdings.basis.height,
  medianTimestamp: medianTimestamp ?? -Infinity
});

/** Whether a coin is worth more than the fee for its input. @param rate hastings per unit of weight */
export const isWorthSpending = ({ coin, weight }: CoinSource, rate: Hastings): boolean =>
  coin.output.value > rate * BigInt(weight);

const compare = <T extends bigint | string>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** Owners of spendable outputs, cached by address. */
class Owners {
  readonly #cache = new Map<string, { owner: Owner; weight: number } | undefined>();
  readonly #moment: Moment;

  constructor(private readonly options: SourceOptions) {
    this.#moment = momentOf(options);
  }

  /** The coin, if it can be spent. */
  source(coin: OwnedCoin): OrderedSource | undefined {
    const found = this.of(coin);
    if (found === undefined || !isMature(coin, this.#moment.height)) return undefined;
    return { coin, owner: found.owner, weight: found.weight, order: orderOf(coin) };
  }

  of({ id, output }: OwnedCoin | OwnedFund): { owner: Owner; weight: number } | undefined {
    const { only, excluded } = this.options;
    if (excluded?.has(id) || (only !== undefined && !only.has(id))) return undefined;
    if (!this.#cache.has(output.address)) this.#cache.set(output.address, this.#resolve(output.address));
    return this.#cache.get(output.address);
  }

  #resolve(address: OwnedCoin['output']['address']): { owner: Owner; weight: number } | undefined {
    const entry = this.options.addresses.get(address);
    const policy = entry?.policy;
    if (entry === undefined || policy === undefined || policyAddress(policy) !== address) return undefined;
    const satisfied = heaviestSatisfied(policy, this.#moment);
    if (satisfied === undefined) return undefined;
    const owner = { ...entry, policy };
    if (generationAt(this.options.network, this.#moment.height) === 'v2') {
      return { owner, weight: V2_COIN_ELEMENT + satisfiedBytes(satisfied) };
    }
    // V1 supports only unlock conditions.
    if (policy.type !== 'uc') return undefined;
    return { owner, weight: v1InputBytes(policy.unlockConditions, satisfied.signatures.length) };
  }
}

/** Weight of a coin element: leaf index, empty proof, id, output, maturity height. */
const V2_COIN_ELEMENT = 104;

const ANY_ID = '0'.repeat(64);

function v1InputBytes(unlockConditions: Extract<SpendPolicy, { type: 'uc' }>['unlockConditions'], signatures: number) {
  const signature = wholeSignature(ANY_ID as Hash256, 0, new Uint8Array(64));
  const input = { parentId: ANY_ID as OwnedCoin['id'], unlockConditions };
  return encode(coinInput, input).length + signatures * encode(transactionSignature, signature).length;
}
