import * as z from 'zod/mini';
import { NEVER, type Network } from '$lib/chain/network/network';
import { converted, type JsonCodec } from './codec';
import { address, count, height, i64, shortText, target, timestamp, u64 } from './scalars';
import { amount } from './amount';

/** Absent on servers without the rule. */
const heightOrNever: JsonCodec<number> = converted(
  z.nullish(height),
  (value) => value ?? NEVER,
  (value) => (value === NEVER ? undefined : value)
);

/** Network parameters. Wallet servers up to 2.12.0 have no `ephemeralOutputHeight`: they accept any parent. */
export const network: JsonCodec<Network> = z.object({
  name: shortText,
  initialCoinbase: amount,
  minimumCoinbase: amount,
  initialTarget: target,
  blockInterval: i64,
  maturityDelay: count,
  hardforkDevAddr: z.object({ height, oldAddress: address, newAddress: address }),
  hardforkTax: z.object({ height }),
  hardforkStorageProof: z.object({ height }),
  hardforkOak: z.object({ height, fixHeight: height, genesisTimestamp: timestamp }),
  hardforkASIC: z.object({ height, oakTime: i64, oakTarget: target, nonceFactor: u64 }),
  hardforkFoundation: z.object({ height, primaryAddress: address, failsafeAddress: address }),
  hardforkV2: z.object({
    allowHeight: height,
    requireHeight: height,
    finalCutHeight: height,
    ephemeralOutputHeight: heightOrNever
  })
});
