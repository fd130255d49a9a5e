import * as z from 'zod/mini';
import type { Address } from '$lib/chain/address';
import type { ChainEventData } from '$lib/chain/block/chainEvent';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { chosen, converted, listOf, type JsonCodec } from '../schemas/codec';
import { coinElement, fundElement } from '../schemas/elements';
import { fileContractElement } from '../schemas/fileContracts';
import * as scalars from '../schemas/scalars';
import { transaction } from '../schemas/transactions';
import { v2FileContractResolution, v2Transaction } from '../schemas/v2transactions';

/** An entry of an address's history. */
export interface WalletEvent {
  readonly id: Hash256;
  /** The confirming block; for an unconfirmed event, the next height and a zero id. */
  readonly index: ChainIndex;
  /** 1 in the tip block, 0 while unconfirmed. */
  readonly confirmations: number;
  readonly data: ChainEventData;
  /** Height from which its coins can be spent. */
  readonly maturityHeight: Height;
  readonly timestamp: UnixSeconds;
  readonly relevant: readonly Address[];
}

type Data<Type extends ChainEventData['type']> = Extract<ChainEventData, { readonly type: Type }>;

const payout = (type: 'miner' | 'foundation' | 'claim'): JsonCodec<Data<typeof type>> =>
  converted(
    z.object({ svccoinElement: coinElement }),
    ({ svccoinElement }) => ({ type, coinElement: svccoinElement }),
    (data) => ({ svccoinElement: data.coinElement })
  );

const v1Transaction: JsonCodec<Data<'v1Transaction'>> = converted(
  z.object({
    transaction,
    spentSvccoinElements: listOf(coinElement, 'null'),
    spentSvcfundElements: listOf(fundElement, 'null')
  }),
  (wire) => ({
    type: 'v1Transaction',
    transaction: wire.transaction,
    spentCoins: wire.spentSvccoinElements,
    spentFunds: wire.spentSvcfundElements
  }),
  (data) => ({
    transaction: data.transaction,
    spentSvccoinElements: [...data.spentCoins],
    spentSvcfundElements: [...data.spentFunds]
  })
);

const v2TransactionData: JsonCodec<Data<'v2Transaction'>> = converted(
  v2Transaction,
  (transaction) => ({ type: 'v2Transaction', transaction }),
  (data) => data.transaction
);

const v1ContractResolution: JsonCodec<Data<'v1ContractResolution'>> = converted(
  z.object({ parent: fileContractElement, svccoinElement: coinElement, missed: z.boolean() }),
  ({ svccoinElement, ...rest }) => ({ type: 'v1ContractResolution', ...rest, coinElement: svccoinElement }),
  ({ parent, coinElement, missed }) => ({ parent, svccoinElement: coinElement, missed })
);

const v2ContractResolution: JsonCodec<Data<'v2ContractResolution'>> = converted(
  z.object({ resolution: v2FileContractResolution, svccoinElement: coinElement, missed: z.boolean() }),
  ({ svccoinElement, ...rest }) => ({ type: 'v2ContractResolution', ...rest, coinElement: svccoinElement }),
  ({ resolution, coinElement, missed }) => ({ resolution, svccoinElement: coinElement, missed })
);

/** An event of an unknown type. */
const other = (name: string): JsonCodec<Data<'other'>> =>
  converted(
    z.unknown(),
    () => ({ type: 'other', name }),
    () => ({})
  );

/** Events with the wire type `type`. */
const eventOf = <D extends ChainEventData>(type: string, data: JsonCodec<D>): JsonCodec<WalletEvent> =>
  converted(
    z.object({
      id: scalars.hash256,
      index: scalars.chainIndex,
      confirmations: scalars.confirmations,
      type: scalars.shortText,
      data: data as unknown as JsonCodec<ChainEventData>,
      maturityHeight: scalars.height,
      timestamp: scalars.timestamp,
      relevant: listOf(scalars.address, 'omitted')
    }),
    ({ type: _type, ...rest }): WalletEvent => rest,
    ({ relevant, ...rest }) => ({ ...rest, type, relevant: [...relevant] })
  );

const CLAIM_WIRE = 'svcfundClaim';

/** Codecs of the known events, by wire type. */
export const WALLET_EVENTS: Readonly<Record<string, JsonCodec<WalletEvent>>> = {
  miner: eventOf('miner', payout('miner')),
  foundation: eventOf('foundation', payout('foundation')),
  [CLAIM_WIRE]: eventOf(CLAIM_WIRE, payout('claim')),
  v1Transaction: eventOf('v1Transaction', v1Transaction),
  v2Transaction: eventOf('v2Transaction', v2TransactionData),
  v1ContractResolution: eventOf('v1ContractResolution', v1ContractResolution),
  v2ContractResolution: eventOf('v2ContractResolution', v2ContractResolution)
};

const ofType = (type: string): JsonCodec<WalletEvent> =>
  (Object.hasOwn(WALLET_EVENTS, type) ? WALLET_EVENTS[type] : undefined) ?? eventOf(type, other(type));

/** A {@link WalletEvent} as JSON; `type` decides the shape of `data`. */
export const walletEvent: JsonCodec<WalletEvent> = chosen(
  (wire) => ofType(String((wire as { type?: unknown } | null)?.type)),
  ({ data }) => ofType(data.type === 'other' ? data.name : data.type === 'claim' ? CLAIM_WIRE : data.type)
);
