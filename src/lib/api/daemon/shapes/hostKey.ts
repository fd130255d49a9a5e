import { specifierOf, specifierText } from '$lib/chain/policy/specifier';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { converted, type JsonCodec } from '../../schemas/codec';
import { unlockKey } from './transactions';

/**
 * A host's public key as text, `<algorithm>:<hex>`, as used in paths and filters. `{algorithm, key: base64}` on the
 * wire; the text form is also decoded.
 */
export const hostKey: JsonCodec<string> = converted(
  unlockKey,
  ({ algorithm, key }) => `${specifierText(algorithm)}:${encodeHex(key)}`,
  (text) => {
    const colon = text.lastIndexOf(':');
    if (colon < 0) throw new CodecError('public key without algorithm');
    return { algorithm: specifierOf(text.slice(0, colon)), key: decodeHex(text.slice(colon + 1)) };
  }
);
