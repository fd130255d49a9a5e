import * as z from 'zod/mini';
import { NEVER, type Network } from '$lib/chain/network/network';
import { CodecError } from '$lib/codec/errors';
import { isShowableName } from '$lib/codec/visibleText';
import { converted, type JsonCodec } from './codec';
import { address, count, height, i64, shortText, target, timestamp, u64 } from './scalars';
import { amount } from './amount';

/** Absent on servers without the rule. */
const heightOrNever: JsonCodec<number> = converted(
  z.nullish(height),
  (value) => value ?? NEVER,
  (value) => (value === NEVER ? undefined : value)
);

const SECOND = 1_000_000_000n;
/** The foundation's subsidy is paid once a month. */
const MONTH = 30n * 86_400n * SECOND;

/** Rejects a misleading name, and rules that are divided by. @throws {CodecError} */
function requireUsable(rules: Network): Network {
  const { name, blockInterval, hardforkASIC } = rules;
  if (!isShowableName(name)) throw new CodecError('must be a short text without direction controls', 'name');
  if (blockInterval < SECOND || blockInterval > MONTH) {
    throw new CodecError('must be from a second to 30 days, in nanoseconds', 'blockInterval');
  }
  if (hardforkASIC.nonceFactor === 0n) throw new CodecError('must not be 0', 'hardforkASIC.nonceFactor');
  return rules;
}

const parameters: JsonCodec<Network> = z.object({
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

/** Network parameters. Wallet servers up to 2.12.0 have no `ephemeralOutputHeight`: they accept any parent. */
export const network: JsonCodec<Network> = converted(parameters, requireUsable, (rules) => rules);
