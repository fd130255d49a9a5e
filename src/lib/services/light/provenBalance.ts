import { type Hastings, type FundUnits, hastings, fundUnits } from '$lib/chain/currency/currency';
import type { Address } from '$lib/chain/address';
import type { Height } from '$lib/chain/time';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { OutputProof } from '$lib/wallet/sync/outputProof';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { spentBy, isMature } from '$lib/wallet/sync/coins';

/** The proven parts of a balance. */
export interface ProvenTotals {
  readonly spendable: Hastings;
  /** As `spendable`, at addresses without a known policy. */
  readonly watched: Hastings;
  /** As `spendable`, at addresses whose policies do not allow payments yet. */
  readonly timeLocked: Hastings;
  readonly immature: Hastings;
  readonly funds: FundUnits;
  /** Number of proven outputs. */
  readonly proven: number;
  /** Number of outputs from the newest block; the next header will commit to them. */
  readonly newest: number;
  readonly outputs: number;
}

/** Addresses whose coins do not count as spendable. */
export interface UnspendableAddresses {
  /** Their policies do not allow payments yet. */
  readonly timeLocked: ReadonlySet<Address>;
  /** Their policies are unknown. */
  readonly watched: ReadonlySet<Address>;
}

/**
 * Sums the proven outputs; those frozen or spent in the pool do not count as spendable.
 * @param proofs may be of an earlier block: later outputs are unproven, and spent ones do not count
 */
export function provenBalance(
  { coins, funds, index }: WalletCache,
  proofs: ReadonlyMap<string, OutputProof>,
  pool: readonly WalletEvent[],
  frozen: ReadonlySet<string>,
  { timeLocked, watched }: UnspendableAddresses
): ProvenTotals {
  const spent = spentBy(pool);
  const isProven = ({ id }: { readonly id: string }): boolean => proofs.get(id)?.state === 'proven';
  const count = (state: OutputProof['state']): number =>
    [...coins.keys(), ...funds.keys()].filter((id) => proofs.get(id)?.state === state).length;
  const totals = { spendable: 0n, watched: 0n, timeLocked: 0n, immature: 0n, funds: 0n };
  const partAt = (address: Address) =>
    timeLocked.has(address) ? 'timeLocked' : watched.has(address) ? 'watched' : 'spendable';
  for (const coin of coins.values()) {
    const { value, address } = coin.output;
    if (!isProven(coin)) continue;
    if (!isMature(coin, index.height)) totals.immature += value;
    else if (spent.has(coin.id) || frozen.has(coin.id)) continue;
    else totals[partAt(address)] += value;
  }
  for (const fund of funds.values()) if (isProven(fund)) totals.funds += fund.output.value;
  return {
    spendable: hastings(totals.spendable),
    watched: hastings(totals.watched),
    timeLocked: hastings(totals.timeLocked),
    immature: hastings(totals.immature),
    funds: fundUnits(totals.funds),
    proven: count('proven'),
    newest: count('waiting'),
    outputs: coins.size + funds.size
  };
}

/** Numbers of outputs, and the height at which the proven ones are proven; undefined if none is. */
export interface ProvenOutputs extends Pick<ProvenTotals, 'proven' | 'newest' | 'outputs'> {
  readonly height: Height | undefined;
}

/** Sums over wallets, at the lowest height; undefined if nothing is proven in any. */
export function sumProven(all: readonly ProvenOutputs[]): (ProvenOutputs & { readonly height: Height }) | undefined {
  const heights = all.flatMap(({ height }) => height ?? []);
  if (heights.length === 0) return undefined;
  const sum = (part: 'proven' | 'newest' | 'outputs') => all.reduce((total, wallet) => total + wallet[part], 0);
  return { proven: sum('proven'), newest: sum('newest'), outputs: sum('outputs'), height: Math.min(...heights) };
}
