import type { Kernel } from './blake2b.ts';
import type { Node } from './graph.ts';

/** The mixings of a half round are independent of each other. */
const MIXINGS_OF_HALF = 4;

/**
 * The kernel's steps, ordered so that the four mixings of a half round are interleaved, each slightly behind the
 * previous one: close enough for a processor to overlap them, and far enough apart that not all sixteen state words are
 * in use at once.
 * @param lag steps between the starts of consecutive mixings
 */
export function stagger({ perNonce, mixings }: Kernel, lag: number): Node[] {
  const live = new Set(perNonce);
  const mixed = new Set(mixings.flat());
  const due: { node: Node; at: number }[] = [];
  let halfEnds = 0;
  for (let first = 0; first < mixings.length; first += MIXINGS_OF_HALF) {
    const halfBegins = halfEnds;
    mixings.slice(first, first + MIXINGS_OF_HALF).forEach((mixing, i) => {
      const begins = halfBegins + i * lag;
      const steps = mixing.filter((node) => live.has(node));
      steps.forEach((node, step) => due.push({ node, at: begins + step }));
      halfEnds = Math.max(halfEnds, begins + steps.length);
    });
  }
  const unmixed = perNonce.filter((node) => !mixed.has(node));
  return [
    ...unmixed.filter(({ op }) => op === 'input'),
    ...due.toSorted((a, b) => a.at - b.at).map(({ node }) => node),
    // The steps that compute the digest word from the final state.
    ...unmixed.filter(({ op }) => op !== 'input')
  ];
}
