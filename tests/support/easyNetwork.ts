import { encodeJson } from '$lib/api/schemas/codec';
import { block } from '$lib/api/schemas/blocks';
import { network as networkSchema } from '$lib/api/schemas/network';
import { targetOf } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import { stringifyJson } from '$lib/codec/json';
import { networkPreset, type PresetName } from '$lib/server/node/network/presets';

/**
 * The text of a network file: a development network from now on, with another work to a block.
 * @param hashes that a block takes at first
 */
export function easyNetwork(preset: PresetName, hashes: bigint): string {
  const { network, genesis } = networkPreset(preset, unixSeconds(Math.floor(Date.now() / 1000)));
  const target = targetOf(hashes);
  const { hardforkASIC } = network;
  const easy = { ...network, initialTarget: target, hardforkASIC: { ...hardforkASIC, oakTarget: target } };
  return stringifyJson({ network: encodeJson(networkSchema, easy), genesis: encodeJson(block, genesis) });
}
