import * as z from 'zod/mini';
import type {
  ChainIndexElement,
  CoinElement,
  CoinOutput,
  FundElement,
  FundOutput,
  StateElement
} from '$lib/chain/element/elements';
import { renamed, type JsonCodec } from './codec';
import { address, blockId, coinOutputId, fundOutputId, merkleProof, u64, units } from './scalars';
import { amount } from './amount';

export const coinOutput: JsonCodec<CoinOutput> = z.object({ value: amount, address });
export const fundOutput: JsonCodec<FundOutput> = z.object({ value: units, address });

export const stateElement: JsonCodec<StateElement> = z.object({
  leafIndex: u64,
  merkleProof
});

/** Wire fields of a coin element; output lists add to them. */
export const coinElementFields = {
  id: coinOutputId,
  stateElement,
  svccoinOutput: coinOutput,
  maturityHeight: u64
};
export const coinElement: JsonCodec<CoinElement> = renamed(z.object(coinElementFields), { svccoinOutput: 'output' });

/** Wire fields of a fund element; output lists add to them. */
export const fundElementFields = { id: fundOutputId, stateElement, svcfundOutput: fundOutput, claimStart: amount };
export const fundElement: JsonCodec<FundElement> = renamed(z.object(fundElementFields), { svcfundOutput: 'output' });

export const chainIndexElement: JsonCodec<ChainIndexElement> = z.object({
  id: blockId,
  stateElement,
  chainIndex: z.object({ height: u64, id: blockId })
});
