import { decodeStartInSteps } from '$lib/codec/decodeInSteps';
import { CodecError } from '$lib/codec/errors';
import type { Layout } from '$lib/codec/layout';
import { v1Block, type Block } from './block';
import { rememberEncoding } from './blockLayout';

/**
 * Decodes the block at the start of the bytes. `encodeBlock` returns the original V2 bytes. Yields between its steps.
 * @throws {CodecError} malformed or truncated
 */
export function* decodeBlockInSteps(bytes: Uint8Array, layout: Layout<Block>): Generator<void, Block> {
  const start = yield* decodeStartInSteps(layout, bytes);
  if ('missing' in start) throw new CodecError('the block is truncated');
  if (layout !== v1Block) rememberEncoding(start.value, bytes.slice(0, start.length));
  return start.value;
}
