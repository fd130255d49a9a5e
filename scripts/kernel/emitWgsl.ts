import type { Kernel } from './blake2b.ts';
import { splitHalves } from './halves.ts';
import type { Half, HalfOp } from './halves.ts';
import { BANNER } from './banner.ts';

/**
 * `firstDigestWord` in WGSL: scalar u32 only, with left shifts written as multiplications. Compilers for real hardware
 * turn both into funnel shifts; SwiftShader shifts lane by lane but multiplies all lanes at once (1.36 times as fast).
 *
 * The folded words are passed by value, so that a loop over nonces reads them once: in a uniform buffer, lavapipe
 * checks the bounds of every read (1.4 times as fast with sixteen nonces per invocation).
 */
export function emitWgsl(kernel: Kernel): string {
  const program = splitHalves(kernel);
  const text = (half: Half): string => {
    switch (half.at) {
      case 'literal':
        return `0x${half.value.toString(16)}u`;
      case 'nonce':
        return half.part === 'low' ? 'nonce.x' : 'nonce.y';
      case 'folded':
        return `folded.w${half.index >> 1}.${'xyzw'[2 * (half.index % 2) + (half.part === 'low' ? 0 : 1)]}`;
      case 'step':
        return `s${half.index}`;
    }
  };
  const expression = (op: HalfOp): string => {
    switch (op.op) {
      case 'sum':
        return op.terms.map(text).join(' + ');
      case 'carry':
        return `select(0u, 1u, ${text(op.sum)} < ${text(op.term)})`;
      case 'xor':
        return `${text(op.left)} ^ ${text(op.right)}`;
      case 'funnel':
        return `(${text(op.right)} >> ${op.by}u) | (${text(op.left)} * 0x${(2 ** (32 - op.by)).toString(16)}u)`;
    }
  };
  const vectors = Array.from({ length: Math.ceil(kernel.folded.length / 2) }, (_, i) => i);
  return [
    `// ${BANNER}`,
    '',
    `const FOLDED_VECTORS = ${vectors.length};`,
    '',
    '// The words of foldHeader as (low, high) pairs, two to a vector.',
    'struct FoldedWords {',
    ...vectors.map((i) => `  w${i}: vec4u,`),
    '}',
    '',
    'fn foldedWords() -> FoldedWords {',
    `  return FoldedWords(${vectors.map((i) => `params.folded[${i}]`).join(', ')});`,
    '}',
    '',
    '// Low half of the first word of BLAKE2b-256 over the header with this nonce, (low, high): the first four bytes of',
    '// the digest, little-endian.',
    'fn firstDigestWord(folded: FoldedWords, nonce: vec2u) -> u32 {',
    ...program.steps.map((op, i) => `  let s${i} = ${expression(op)};`),
    `  return ${text(program.result)};`,
    '}',
    ''
  ].join('\n');
}
