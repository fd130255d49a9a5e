import { specifierText } from '$lib/chain/policy/specifier';
import { encodeHex } from '$lib/codec/bytes';
import { converted, decodeJson, type JsonCodec } from '../../schemas/codec';
import { unlockKey } from './transactions';

/**
 * A host's public key as text, `<algorithm>:<hex>`, as used in paths and filters. `{algorithm, key: base64}` on the
 * wire; the text form is also decoded.
 */
export const hostKey: JsonCodec<string> = converted(
  unlockKey,
  ({ algorithm, key }) => `${specifierText(algorithm)}:${encodeHex(key)}`,
  (text) => decodeJson(unlockKey, text)
);
