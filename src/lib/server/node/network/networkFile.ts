import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { block } from '$lib/api/schemas/blocks';
import { decodeJson } from '$lib/api/schemas/codec';
import { network } from '$lib/api/schemas/network';
import { NETWORK_DIALECT, OUR_DIALECT, translateJsonKeys } from '$lib/api/dialect';
import { NEVER, withStrictEphemeralOutputs, type Network } from '$lib/chain/network/network';
import { CodecError } from '$lib/codec/errors';
import { parseJson } from '$lib/codec/json';
import { AppError } from '$lib/errors';
import type { NetworkPreset } from './presets';

/** The file of a private network cannot be read, or does not describe a usable network. */
export class NetworkFileError extends AppError {
  readonly code = 'node/network-file';
}

const networkFile = z.object({ network, genesis: block });

/** A file without the height is older than the rule, which then applies from the start: without it, coins can be made. */
const withEphemeralRule = (given: Network): Network =>
  given.hardforkV2.ephemeralOutputHeight === NEVER ? withStrictEphemeralOutputs(given) : given;

/**
 * Rejects rules under which no block could be made, and a name that would leave the data folder, in which it names a
 * folder.
 * @throws {CodecError}
 */
function requireUsable({ name, hardforkV2 }: Network): void {
  const { allowHeight, requireHeight, finalCutHeight } = hardforkV2;
  if (/[/\\]/.test(name)) throw new CodecError('its name must not contain slashes', 'network.name');
  if (allowHeight > requireHeight || requireHeight > finalCutHeight) {
    throw new CodecError('allowHeight, requireHeight and finalCutHeight must not decrease', 'network.hardforkV2');
  }
}

/**
 * Reads a private network in the format of the real wallet server: `{"network": …, "genesis": …}`.
 * @throws {NetworkFileError}
 */
export function readNetworkFile(path: string): NetworkPreset {
  const text = readText(path);
  try {
    const written = parseJson(text);
    const preset = decodeJson(networkFile, translateJsonKeys(written, NETWORK_DIALECT, OUR_DIALECT));
    requireUsable(preset.network);
    return { ...preset, network: withEphemeralRule(preset.network) };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new NetworkFileError(`${path} does not describe a network: ${problem}`, { cause: error });
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new NetworkFileError(`${path} cannot be read: ${problem}`, { cause: error });
  }
}
