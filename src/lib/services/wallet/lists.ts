import { type OwnedCoin, type OwnedFund, claimOf } from '$lib/wallet/sync/coins';
import type { CoinOutputId } from '$lib/chain/ids';
import type { CoinRow, FundRow } from './views';
import type { Address } from '$lib/chain/address';
import { addHastings, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { UnixSeconds } from '$lib/chain/time';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

export const coinView = (coin: OwnedCoin, frozen: ReadonlySet<CoinOutputId>): CoinRow => ({
  id: coin.id,
  address: coin.output.address,
  value: coin.output.value,
  maturityHeight: Number(coin.maturityHeight),
  frozen: frozen.has(coin.id)
});

const NO_COINS = hastings(0n);

/** What each address holds, maturing coins included; addresses without coins are missing. */
export function balancesOf(coins: Iterable<OwnedCoin>): ReadonlyMap<Address, Hastings> {
  const balances = new Map<Address, Hastings>();
  for (const { output } of coins)
    balances.set(output.address, addHastings(balances.get(output.address) ?? NO_COINS, output.value));
  return balances;
}

/** When an address was first and last part of an event. */
export interface AddressUse {
  readonly first: UnixSeconds;
  readonly last: UnixSeconds;
}

/** Uses of the wallet's own addresses; unused ones are missing. @param events newest first */
export async function usesOf(events: AsyncIterable<WalletEvent>): Promise<ReadonlyMap<Address, AddressUse>> {
  const uses = new Map<Address, AddressUse>();
  for await (const { timestamp, inputs, outputs } of events)
    for (const { address, own } of [...inputs, ...outputs])
      if (own) uses.set(address, { first: timestamp, last: uses.get(address)?.last ?? timestamp });
  return uses;
}

/** @param fundTaxRevenue total contract tax so far, in hastings */
export const fundView = (fund: OwnedFund, fundTaxRevenue: Hastings): FundRow => ({
  id: fund.id,
  address: fund.output.address,
  units: fund.output.value,
  claim: claimOf(fund, fundTaxRevenue)
});
