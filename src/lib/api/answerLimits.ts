import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';

// The longest legitimate answers in bytes, from what consensus allows. Both our server and the page stop at them.

const MiB = 2 ** 20;

/** A level of indentation is two spaces or a tab; update feeds nest their proofs eight levels deep. */
const INDENT = 18;
/** A hash in a list: 64 characters, quotes, comma, line break. */
const HASH = 68 + INDENT;
/**
 * Hashes of a proof: one for each bit of the number of outputs ever made. Blocks full of outputs need 500 years to reach
 * 2^40 of them.
 */
const MAX_PROOF_HASHES = 40;
const PROOF = MAX_PROOF_HASHES * HASH;
/** Everything of an input, an output or a diff besides its proof: names, ids, addresses, amounts, indentation. */
const ELEMENT = 1_500;
/** Weight of the lightest inputs: an id and empty unlock conditions; an element and a policy without signatures. */
const V1_INPUT_WEIGHT = 56;
const V2_INPUT_WEIGHT = 130;

/** A block: V2 inputs carry their proofs, nothing else is longer for its weight. */
export const MAX_BLOCK_ANSWER = Math.ceil((MAX_BLOCK_WEIGHT / V2_INPUT_WEIGHT) * (PROOF + ELEMENT));

/**
 * The update of one block. Each spent output has its proof in its diff and in the list of updated leaves, that of a V2
 * input in the block as well.
 */
export const MAX_UPDATE_ANSWER = Math.ceil(
  MAX_BLOCK_WEIGHT * Math.max((2 * PROOF + 2 * ELEMENT) / V1_INPUT_WEIGHT, (3 * PROOF + 3 * ELEMENT) / V2_INPUT_WEIGHT)
);

/** Outputs of a page; servers give 1000 at most. */
export const MAX_OUTPUTS_ANSWER = 1_000 * (PROOF + ELEMENT);

/** Lists without pages, and pages of transactions of any size. */
export const MAX_LIST_ANSWER = 64 * MiB;

/** Everything else: single records. */
export const MAX_ANSWER = 4 * MiB;
