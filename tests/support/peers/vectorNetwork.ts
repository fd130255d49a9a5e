import { network } from '$lib/api/schemas/network';
import { decodeJson } from '$lib/api/schemas/codec';
import type { Network } from '$lib/chain/network/network';
import type { JsonValue } from '$lib/codec/json';
import { loadVectors } from '../vectors';

/** The network of the vectors in tests/vectors/peers. */
export const vectorNetwork = (): Network =>
  decodeJson(network, loadVectors<{ network: JsonValue }>('peers/network').network);
