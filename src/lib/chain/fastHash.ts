import { BLOCK_BYTES, DIGEST_OFFSET, HASH_MODULE, MESSAGE_OFFSET } from './blake2b.gen';
import { installBlake2b, type Blake2b256 } from './hash';

const DIGEST_BYTES = 32;
const PAGE_BYTES = 65_536;

/** BLAKE2b-256 in WebAssembly, one call per message: most of the chain's messages fit in a single BLAKE2b block. */
export async function fastBlake2b256(): Promise<Blake2b256> {
  const module = Uint8Array.from(atob(HASH_MODULE), (character) => character.charCodeAt(0));
  const { exports } = (await WebAssembly.instantiate(module)).instance;
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

/** Makes it this thread's hash. Without WebAssembly, as in Safari's Lockdown Mode, the default remains. */
export async function installFastHash(): Promise<void> {
  if (typeof WebAssembly !== 'undefined') installBlake2b(await fastBlake2b256());
}
