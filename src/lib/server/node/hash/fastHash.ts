import type { Blake2b256 } from '$lib/chain/hash';
import { BLOCK_BYTES, DIGEST_OFFSET, HASH_MODULE, MESSAGE_OFFSET } from './blake2b.gen';

const DIGEST_BYTES = 32;
const PAGE_BYTES = 65_536;

/** BLAKE2b-256 in WebAssembly, one call per message: most messages on a chain are one block long. */
export function fastBlake2b256(): Blake2b256 {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(HASH_MODULE, 'base64')));
  const { memory, hash } = exports as { memory: WebAssembly.Memory; hash(length: number): void };
  let bytes = new Uint8Array(memory.buffer);
  return (message) => {
    const missing = MESSAGE_OFFSET + message.length + BLOCK_BYTES - bytes.length;
    if (missing > 0) {
      memory.grow(Math.ceil(missing / PAGE_BYTES));
      bytes = new Uint8Array(memory.buffer);
    }
    bytes.set(message, MESSAGE_OFFSET);
    hash(message.length);
    return bytes.slice(DIGEST_OFFSET, DIGEST_OFFSET + DIGEST_BYTES);
  };
}
