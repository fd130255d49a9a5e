import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeJson } from '$lib/api/schemas/codec';
import { block } from '$lib/api/schemas/blocks';
import { network as networkSchema } from '$lib/api/schemas/network';
import { targetOf } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import { stringifyJson } from '$lib/codec/json';
import { networkPreset, type PresetName } from '$lib/server/node/network/presets';
import { temporaryFolder } from './temporary';

/**
 * The text of a network file: a development network starting now, with a different work per block.
 * @param hashes initial expected hashes per block
 */
export function easyNetwork(preset: PresetName, hashes: bigint): string {
  const { network, genesis } = networkPreset(preset, unixSeconds(Math.floor(Date.now() / 1000)));
  const target = targetOf(hashes);
  const { hardforkASIC } = network;
  const easy = { ...network, initialTarget: target, hardforkASIC: { ...hardforkASIC, oakTarget: target } };
  return stringifyJson({ network: encodeJson(networkSchema, easy), genesis: encodeJson(block, genesis) });
}

/**
 * With this many hashes per block, a tab finds a few blocks per second on any engine: it stops before there are many.
 */
const TAB_HASHES = 1n << 19n;

/** A value of QUARRY_NETWORK for a network that a tab can mine: the path of its file. */
export function easyNetworkFile(preset: PresetName): string {
  const path = join(temporaryFolder('network'), 'network.json');
  writeFileSync(path, easyNetwork(preset, TAB_HASHES));
  return path;
}
