import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';

// The longest legitimate responses in bytes, derived from consensus limits. Enforced by both our server and the page.

const MiB = 2 ** 20;

/** A level of indentation is two spaces or a tab; proofs in update feeds are nested eight levels deep. */
const INDENT = 18;
/** A hash in a list: 64 characters, quotes, comma, line break and indentation. */
const HASH = 68 + INDENT;
/**
 * Hashes in a proof: one per bit of the number of outputs ever created. Even with full blocks of outputs, 2^40 take 500
 * years.
 */
const MAX_PROOF_HASHES = 40;
const PROOF = MAX_PROOF_HASHES * HASH;
/** An input, output or diff without its proof: names, ids, addresses, amounts, indentation. */
const ELEMENT = 1_500;
/** Weight of the lightest inputs: an id and empty unlock conditions; an element and a policy without signatures. */
const V1_INPUT_WEIGHT = 56;
const V2_INPUT_WEIGHT = 130;

/** A block: V2 inputs, which contain proofs, are the longest for their weight. */
export const MAX_BLOCK_ANSWER = Math.ceil((MAX_BLOCK_WEIGHT / V2_INPUT_WEIGHT) * (PROOF + ELEMENT));

/**
 * The update of a block. Each spent output has its proof in its diff and in the list of updated leaves; for a V2 input,
 * also in the block.
 */
export const MAX_UPDATE_ANSWER = Math.ceil(
  MAX_BLOCK_WEIGHT * Math.max((2 * PROOF + 2 * ELEMENT) / V1_INPUT_WEIGHT, (3 * PROOF + 3 * ELEMENT) / V2_INPUT_WEIGHT)
);

/** A page of outputs; servers return at most 1000. */
export const MAX_OUTPUTS_ANSWER = 1_000 * (PROOF + ELEMENT);

/** Lists without pages, and pages of transactions regardless of size. */
export const MAX_LIST_ANSWER = 64 * MiB;

/** Everything else: single records. */
export const MAX_ANSWER = 4 * MiB;
