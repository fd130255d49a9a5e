import type { Generation } from '$lib/chain/transaction/generation';
import { networkPreset, TEST_GENESIS_TIMESTAMP, type NetworkPreset } from '$lib/server/node/network/presets';

/** Higher than any chain of a benchmark. */
const FAR_AWAY = 1_000_000_000;

/** Network of the benchmarks: V2 from the second block on, or V1 only. */
export function presetOf(generation: Generation): NetworkPreset {
  const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
  if (generation === 'v2') return preset;
  const heights = { allowHeight: FAR_AWAY, requireHeight: FAR_AWAY + 1, finalCutHeight: FAR_AWAY + 2 };
  const hardforkV2 = { ...preset.network.hardforkV2, ...heights };
  return { ...preset, network: { ...preset.network, hardforkV2 } };
}
