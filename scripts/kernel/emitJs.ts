import { BANNER } from './banner.ts';
import type { Kernel } from './blake2b.ts';
import { splitHalves } from './halves.ts';
import type { Half, HalfOp, HalfProgram } from './halves.ts';
import { allocateRegisters } from './registers.ts';

const readsOf = (op: HalfOp): Half[] => {
  switch (op.op) {
    case 'sum':
      return [...op.terms];
    case 'carry':
      return [op.sum, op.term];
    case 'xor':
    case 'funnel':
      return [op.left, op.right];
  }
};
const stepsAmong = (halves: readonly Half[]) => halves.flatMap((half) => (half.at === 'step' ? [half.index] : []));
const byPart = (half: { part: 'low' | 'high' }) => (half.part === 'low' ? 'l' : 'h');

/**
 * Number of loops the hash is split into. As a whole, the compiled code exceeds the processor's L1 instruction cache,
 * so that each hash would fetch all of it again; half of it fits (measured: two loops are 1.8 times as fast, three gain
 * less).
 */
const PARTS = 2;
/** Nonces per loop. */
const BATCH = 64;
/** How far a split may be moved to a point with fewer live values. */
const CUT_WINDOW = 60;

/** A run of steps, and the earlier steps that it or a later part reads. */
interface PartOfHash {
  readonly steps: readonly { readonly op: HalfOp; readonly index: number }[];
  readonly alive: readonly number[];
}

function cut(program: HalfProgram): PartOfHash[] {
  const reads = [...program.steps.map(readsOf), [program.result]].map(stepsAmong);
  const aliveAt = (place: number) => [...new Set(reads.slice(place).flat())].filter((index) => index < place);
  const places = Array.from({ length: PARTS }, (_, part) => {
    if (part === 0) return 0;
    const middle = Math.round((part * program.steps.length) / PARTS);
    const near = Array.from({ length: 2 * CUT_WINDOW }, (_, i) => middle - CUT_WINDOW + i);
    return near.reduce((best, place) => (aliveAt(place).length < aliveAt(best).length ? place : best));
  });
  const steps = program.steps.map((op, index) => ({ op, index }));
  return places.map((place, part) => ({ steps: steps.slice(place, places[part + 1]), alive: aliveAt(place) }));
}

/**
 * The search loop in TypeScript, for any engine: one function (split ones measured slower), 32-bit halves in signed
 * integers, the carry as a converted comparison (a conditional expression measured 2.6 times slower).
 */
export function emitJs(kernel: Kernel): string {
  const program = splitHalves(kernel);
  const { registerOf, count } = allocateRegisters(
    program.steps.map((op) => stepsAmong(readsOf(op))),
    stepsAmong([program.result])
  );
  const register = (index: number) => `r${registerOf[index]}`;
  const text = (half: Half): string => {
    switch (half.at) {
      case 'literal':
        return String(half.value | 0);
      case 'nonce':
        return `n${byPart(half)}`;
      case 'folded':
        return `w${half.index}${byPart(half)}`;
      case 'step':
        return register(half.index);
    }
  };
  const expression = (op: HalfOp): string => {
    switch (op.op) {
      case 'sum':
        return `(${op.terms.map(text).join(' + ')}) | 0`;
      case 'carry':
        return `+(${text(op.sum)} >>> 0 < ${text(op.term)} >>> 0)`;
      case 'xor':
        return `${text(op.left)} ^ ${text(op.right)}`;
      case 'funnel':
        return `(${text(op.right)} >>> ${op.by}) | (${text(op.left)} << ${32 - op.by})`;
    }
  };
  const parts = cut(program);
  const width = Math.max(...parts.map(({ alive }) => alive.length));
  const partLoop = ({ steps, alive }: PartOfHash, part: number) => {
    const kept = parts[part + 1]?.alive;
    return [
      '    nl = batchLow;',
      '    nh = batchHigh;',
      `    for (let i = 0, at = 0; i < batch; i++, at += ${width}) {`,
      ...alive.map((index, i) => `      ${register(index)} = state[at + ${i}] as number;`),
      ...steps.map(({ op, index }) => `      ${register(index)} = ${expression(op)};`),
      ...(kept?.map((index, i) => `      state[at + ${i}] = ${register(index)};`) ?? [
        `      const word = ${text(program.result)};`,
        '      const swapped = ((word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;',
        '      if (swapped <= top) hits[++found] = tried + i;'
      ]),
      '      const sum = (nl + stepLow) | 0;',
      '      nh = (nh + stepHigh + +(sum >>> 0 < nl >>> 0)) | 0;',
      '      nl = sum;',
      '    }'
    ];
  };
  const parameter = (index: number) => [
    `  const w${index}l = folded[${2 * index}] as number;`,
    `  const w${index}h = folded[${2 * index + 1}] as number;`
  ];
  const registers = Array.from({ length: count }, (_, i) => `r${i} = 0`);
  return [
    `// ${BANNER}`,
    '',
    '/**',
    ' * Tries the nonces first + i * step for i in [0, count) and writes the i of each whose digest begins with four bytes',
    ' * at or below `top` (big-endian) to `hits`, from index 1; hits[0] counts them. Stops early when another batch of',
    ` * ${BATCH} might not fit. 64-bit values come as 32-bit halves; \`folded\` holds the words of foldHeader as (low, high) pairs.`,
    ' * @returns number of nonces tried',
    ' */',
    'export function search(',
    '  folded: Int32Array,',
    '  firstLow: number,',
    '  firstHigh: number,',
    '  stepLow: number,',
    '  stepHigh: number,',
    '  count: number,',
    '  top: number,',
    '  hits: Uint32Array',
    '): number {',
    ...kernel.folded.flatMap((_, i) => parameter(i)),
    '  // Values carried from one loop to the next, for each nonce.',
    `  const state = new Int32Array(${BATCH * width});`,
    '  let nl = firstLow | 0;',
    '  let nh = firstHigh | 0;',
    '  let found = 0;',
    '  let tried = 0;',
    `  let ${registers.join(', ')};`,
    `  while (tried < count && found < hits.length - ${BATCH}) {`,
    `    const batch = Math.min(${BATCH}, count - tried);`,
    '    const batchLow = nl;',
    '    const batchHigh = nh;',
    ...parts.flatMap(partLoop),
    '    tried += batch;',
    '  }',
    '  hits[0] = found;',
    '  return tried;',
    '}',
    ''
  ].join('\n');
}
