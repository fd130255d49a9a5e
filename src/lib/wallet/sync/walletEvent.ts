import type { Address } from '$lib/chain/address';
import type { FundUnits, Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type Hash256 } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';

/** `contract`: payout of a resolved contract. `transaction`: V1 or V2. */
export type WalletEventType = 'miner' | 'foundation' | 'claim' | 'contract' | 'transaction';

/** An output created or spent by an event. */
export interface EventParty {
  /** Id of the coin or fund output. */
  readonly id: Hash256;
  readonly address: Address;
  /** Exactly one of `coins` and `funds` is set. */
  readonly coins?: Hastings;
  readonly funds?: FundUnits;
  /** Whether the address is one of the wallet's. */
  readonly own: boolean;
}

/** A change of a wallet's balance. Derived from blocks in the page or from a server's events, with the same result. */
export interface WalletEvent {
  /** Id of the transaction, or of the output of a payout. Unique within a wallet. */
  readonly id: Hash256;
  readonly type: WalletEventType;
  /** The confirming block; while unconfirmed the height after the tip, and a zero id. */
  readonly index: ChainIndex;
  readonly timestamp: UnixSeconds;
  /** Tip height from which its coins can be spent. */
  readonly maturityHeight: Height;
  readonly inputs: readonly EventParty[];
  readonly outputs: readonly EventParty[];
  readonly fee: Hastings;
  /** Net change in hastings; negative for payments. */
  readonly coins: bigint;
  /** Net change in fund units. */
  readonly funds: bigint;
}

/** The user's own texts about events. */
export interface EventTexts {
  /** The label of an address, or its name in the address book; empty without one. */
  readonly nameOf: (address: Address) => string;
  /** Notes by event id, which may be empty. */
  readonly notes: ReadonlyMap<Hash256, string>;
}

/** Whether it is in a block. */
export const isConfirmed = ({ index }: WalletEvent): boolean => index.id !== ZERO_BLOCK_ID;

/** Confirmations after which a payment or event counts as final. */
export const FINAL_CONFIRMATIONS = 10;

/** 1 in the tip block, 0 while unconfirmed. */
export const confirmationsOf = (event: WalletEvent, tipHeight: Height): number =>
  isConfirmed(event) ? Math.max(0, tipHeight - event.index.height + 1) : 0;

/** What an event means to the wallet; transactions are classified by the direction of their amount. */
export type WalletEventKind = Exclude<WalletEventType, 'transaction'> | 'sent' | 'received' | 'internal';

/** Payments between own addresses are `internal`; others are classified by the change of the balance. */
export function kindOfEvent({ type, coins, funds, inputs, outputs }: WalletEvent): WalletEventKind {
  if (type !== 'transaction') return type;
  const spentOwn = inputs.some(({ own }) => own);
  if (spentOwn && outputs.every(({ own }) => own)) return 'internal';
  return coins < 0n || funds < 0n || (spentOwn && coins === 0n) ? 'sent' : 'received';
}

/** The address to show for an event: the recipient of a payment, else the own address that was paid. */
export function counterpartOf(event: WalletEvent): Address | undefined {
  const paysOut = event.type === 'transaction' && event.inputs.some(({ own }) => own);
  const foreign = event.outputs.find(({ own }) => !own);
  const own = event.outputs.find((output) => output.own);
  return (paysOut ? (foreign ?? own) : own)?.address;
}
