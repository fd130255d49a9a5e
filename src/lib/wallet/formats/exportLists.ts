import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { formatCoins } from '$lib/chain/currency/currencyText';
import { currencyValue, formatCurrency, type CoinPrice } from '$lib/chain/currency/price';
import { formatPolicy } from '$lib/chain/policy/policyText';
import { formatCsv } from '$lib/codec/csv';
import { stringifyJson } from '$lib/codec/json';
import type { WalletAddress } from '../keys/account';
import { isConfirmed, type EventTexts, type WalletEvent } from '../sync/walletEvent';

const EVENT_COLUMNS = [
  'date',
  'type',
  'coins',
  'fee',
  'fund units',
  'status',
  'height',
  'maturity height',
  'addresses',
  'label',
  'note',
  'id'
];

const signedCoins = (amount: bigint): string =>
  amount < 0n ? `-${formatCoins(hastings(-amount))}` : formatCoins(hastings(amount));

/** Recipient addresses of an outgoing payment, own addresses of an incoming one. */
function addressesOf({ outputs, coins, funds }: WalletEvent): Address[] {
  const isPaid = coins > 0n || funds > 0n;
  return [...new Set(outputs.filter(({ own }) => own === isPaid).map(({ address }) => address))];
}

/** The fee paid by the wallet: the whole fee if it spent coins, else zero. */
const ownFee = ({ inputs, fee }: WalletEvent): bigint =>
  inputs.some(({ own, coins }) => own && coins !== undefined) ? fee : 0n;

const dateOf = (timestamp: number): string => new Date(timestamp * 1000).toISOString();

/** Data for the optional columns. */
export interface EventContext {
  /** Balance after the newest event, in hastings; only if no event of the wallet is omitted. */
  readonly coinsAfter?: bigint;
  /** Prices of a coin, by seconds since 1970. */
  readonly prices?: { readonly currency: string; readonly at: (timestamp: number) => CoinPrice | undefined };
}

/** The balance after each event. @param events newest first, none omitted @param coins balance after the newest */
export function balancesAfter(events: readonly WalletEvent[], coins: bigint): bigint[] {
  let after = coins;
  return events.map((event) => {
    const balance = after;
    after -= event.coins;
    return balance;
  });
}

/**
 * A header and one row per event, newest first; exact amounts in coins, negative for outgoing payments, fee included.
 * No date while unconfirmed: servers give the time of their answer.
 * With a context, also the balance after each event and its value at that day's price.
 */
export function eventsCsv(
  events: readonly WalletEvent[],
  { nameOf, notes }: EventTexts,
  { coinsAfter, prices }: EventContext = {}
): string {
  const balances = coinsAfter === undefined ? undefined : balancesAfter(events, coinsAfter);
  return formatCsv([
    [
      ...EVENT_COLUMNS,
      ...(balances ? ['balance'] : []),
      ...(prices ? [`price (${prices.currency})`, `value (${prices.currency})`] : [])
    ],
    ...events.map((event, i) => {
      const addresses = addressesOf(event);
      const price = prices?.at(event.timestamp);
      return [
        isConfirmed(event) ? dateOf(event.timestamp) : '',
        event.type,
        signedCoins(event.coins),
        formatCoins(hastings(ownFee(event))),
        String(event.funds),
        isConfirmed(event) ? 'confirmed' : 'unconfirmed',
        isConfirmed(event) ? String(event.index.height) : '',
        String(event.maturityHeight),
        addresses.join(' '),
        addresses.flatMap((address) => nameOf(address) || []).join(' / '),
        notes.get(event.id) ?? '',
        event.id,
        ...(balances ? [signedCoins(balances[i]!)] : []),
        ...(prices ? [price && formatCurrency(price), price && formatCurrency(currencyValue(event.coins, price))] : [])
      ].map((field) => field ?? '');
    })
  ]);
}

/** The complete events with their notes; amounts are strings in hastings, as servers send them. */
export const eventsJson = (events: readonly WalletEvent[], { notes }: Pick<EventTexts, 'notes'>): string =>
  `${stringifyJson(
    events.map((event) => ({
      ...event,
      note: notes.get(event.id) || undefined,
      timestamp: isConfirmed(event) ? dateOf(event.timestamp) : undefined,
      inputs: event.inputs.map(partyJson),
      outputs: event.outputs.map(partyJson),
      fee: event.fee.toString(),
      coins: event.coins.toString(),
      funds: Number(event.funds)
    })),
    2
  )}\n`;

const partyJson = ({ coins, funds, ...party }: WalletEvent['outputs'][number]) => ({
  ...party,
  ...(coins !== undefined && { coins: coins.toString() }),
  ...(funds !== undefined && { funds: Number(funds) })
});

/** `address,label,key index,key form,spend policy`; read back by `parseAddressList`. */
export const addressesCsv = (addresses: readonly WalletAddress[]): string =>
  formatCsv([
    ['address', 'label', 'key index', 'key form', 'spend policy'],
    ...addresses.map(({ address, label, key, policy }) => [
      address,
      label,
      key === undefined ? '' : String(key.index),
      key?.form ?? '',
      policy === undefined ? '' : formatPolicy(policy)
    ])
  ]);
