import { runAtOnce } from '$lib/async/stepQueue';
import type { Block } from '$lib/chain/block/block';
import { decodeBlockInSteps } from '$lib/chain/block/decodeBlockInSteps';
import type { Layout } from '$lib/codec/layout';

/** All steps at once. */
export const decodeBlock = (bytes: Uint8Array, layout: Layout<Block>): Block =>
  runAtOnce(decodeBlockInSteps(bytes, layout));
