import * as z from 'zod/mini';
import type { Network } from '$lib/chain/network/network';
import { converted, type JsonCodec } from './codec';
import { address, amount, count, height, i64, target, timestamp, u64 } from './scalars';

const heightOrZero: JsonCodec<number> = converted(
  z.nullish(height),
  (value) => value ?? 0,
  (value) => value
);

/** The constants of a network. `ephemeralOutputHeight` is absent on older servers: then the rule holds from 0 on. */
export const network: JsonCodec<Network> = z.object({
  name: z.string(),
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
    ephemeralOutputHeight: heightOrZero
  })
});
