import { encodeHex } from '$lib/codec/bytes';

const ID_BYTES = 16;

/** A random id. Pages that are not secure (plain HTTP from another computer) have no `crypto.randomUUID`. */
export const randomId = (): string => encodeHex(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
