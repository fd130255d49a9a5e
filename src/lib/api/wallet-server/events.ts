import * as z from 'zod/mini';
import type { Address } from '../../chain/address';
import type { ChainEventData } from '../../chain/chainEvent';
import type { ChainIndex } from '../../chain/elements';
import type { Hash256 } from '../../chain/ids';
import type { Height, UnixSeconds } from '../../chain/time';
import { converted, decodeWithin, encodeWithin, listOf, type JsonCodec } from '../schemas/codec';
import { coinElement, fundElement } from '../schemas/elements';
import { fileContractElement } from '../schemas/fileContracts';
import * as scalars from '../schemas/scalars';
import { transaction } from '../schemas/transactions';
import { v2FileContractResolution, v2Transaction } from '../schemas/v2transactions';

/** An entry of an address's history. */
export interface WalletEvent {
  readonly id: Hash256;
  /** The confirming block; an unconfirmed event has the height after the tip and a zero id. */
  readonly index: ChainIndex;
  /** 1 in the tip block, 0 while unconfirmed. */
  readonly confirmations: number;
  readonly data: ChainEventData;
  /** When the coins of it can be spent. */
  readonly maturityHeight: Height;
  readonly timestamp: UnixSeconds;
  readonly relevant: readonly Address[];
}

const payout = z.object({ svccoinElement: coinElement });
const v1TransactionData = z.object({
  transaction,
  spentSvccoinElements: listOf(coinElement, 'null'),
  spentSvcfundElements: listOf(fundElement, 'null')
});
const v1Resolution = z.object({ parent: fileContractElement, svccoinElement: coinElement, missed: z.boolean() });
const v2Resolution = z.object({
  resolution: v2FileContractResolution,
  svccoinElement: coinElement,
  missed: z.boolean()
});

const CLAIM_WIRE = 'svcfundClaim';

function decodeData(type: string, data: unknown): ChainEventData {
  switch (type) {
    case 'miner':
    case 'foundation':
      return { type, coinElement: decodeWithin(payout, data, 'data').svccoinElement };
    case CLAIM_WIRE:
      return { type: 'claim', coinElement: decodeWithin(payout, data, 'data').svccoinElement };
    case 'v1Transaction': {
      const wire = decodeWithin(v1TransactionData, data, 'data');
      const { transaction, spentSvccoinElements: spentCoins, spentSvcfundElements: spentFunds } = wire;
      return { type, transaction, spentCoins, spentFunds };
    }
    case 'v2Transaction':
      return { type, transaction: decodeWithin(v2Transaction, data, 'data') };
    case 'v1ContractResolution': {
      const { svccoinElement, ...rest } = decodeWithin(v1Resolution, data, 'data');
      return { type, ...rest, coinElement: svccoinElement };
    }
    case 'v2ContractResolution': {
      const { svccoinElement, ...rest } = decodeWithin(v2Resolution, data, 'data');
      return { type, ...rest, coinElement: svccoinElement };
    }
    default:
      return { type: 'other', name: type };
  }
}

function encodeData(data: ChainEventData): { type: string; data: unknown } {
  const { type } = data;
  switch (type) {
    case 'miner':
    case 'foundation':
      return { type, data: encodeWithin(payout, { svccoinElement: data.coinElement }, 'data') };
    case 'claim':
      return { type: CLAIM_WIRE, data: encodeWithin(payout, { svccoinElement: data.coinElement }, 'data') };
    case 'v1Transaction': {
      const { transaction, spentCoins, spentFunds } = data;
      const wire = { transaction, spentSvccoinElements: [...spentCoins], spentSvcfundElements: [...spentFunds] };
      return { type, data: encodeWithin(v1TransactionData, wire, 'data') };
    }
    case 'v2Transaction':
      return { type, data: encodeWithin(v2Transaction, data.transaction, 'data') };
    case 'v1ContractResolution': {
      const { parent, coinElement, missed } = data;
      return { type, data: encodeWithin(v1Resolution, { parent, svccoinElement: coinElement, missed }, 'data') };
    }
    case 'v2ContractResolution': {
      const { resolution, coinElement, missed } = data;
      return { type, data: encodeWithin(v2Resolution, { resolution, svccoinElement: coinElement, missed }, 'data') };
    }
    case 'other':
      return { type: data.name, data: {} };
  }
}

/** A {@link WalletEvent} as JSON; `type` decides the shape of `data`. */
export const walletEvent: JsonCodec<WalletEvent> = converted(
  z.object({
    id: scalars.hash256,
    index: scalars.chainIndex,
    confirmations: scalars.confirmations,
    type: z.string(),
    data: z.unknown(),
    maturityHeight: scalars.height,
    timestamp: scalars.timestamp,
    relevant: listOf(scalars.address, 'omitted')
  }),
  ({ type, data, ...rest }): WalletEvent => ({ ...rest, data: decodeData(type, data) }),
  ({ data, relevant, ...rest }) => ({ ...rest, ...encodeData(data), relevant: [...relevant] })
);
