import wabt from 'wabt';
import { BANNER } from './banner.ts';
import type { Kernel } from './blake2b.ts';
import { operandsOf } from './graph.ts';
import type { Node } from './graph.ts';
import { allocateRegisters } from './registers.ts';
import { stagger } from './schedule.ts';

/** Nonces an iteration tries: two in the lanes of the vector stream, one in the scalar stream. */
const STREAMS = 3;
/** Hits the module's list holds; the search stops when another iteration might not fit. */
const HIT_SLOTS = 1024;

const hex = (value: bigint) => `0x${value.toString(16).padStart(16, '0')}`;

/** Byte patterns that rotate both 64-bit lanes right by a whole number of bytes. */
const lanesRotatedBy = (bytes: number) => Array.from({ length: 16 }, (_, i) => (i & 8) + ((i + bytes) & 7)).join(' ');

/**
 * The orders of instructions that are shipped (src/lib/mining/grinder/wasmSchedule.ts names them): which is fastest
 * depends on the processor, and is measured there.
 */
const SCHEDULES = {
  staggered: { lag: 2, subtracts: true },
  abreast: { lag: 0, subtracts: false },
  overlapped: { lag: 14, subtracts: false }
} as const;

interface Schedule {
  /**
   * Steps between the beginnings of two mixings of half a round. Cycles for three nonces, measured on the code that
   * Chromium makes of it: 625 with none, 614 with two, 628 with four, 668 where one mixing follows the other. The vector
   * stream alone takes 570.
   */
  readonly lag: number;
  /**
   * Whether the scalar stream subtracts the negative of a folded word instead of adding the word: V8 has no register left
   * for these, and reads them from its stack within a subtraction, but with an instruction of their own before an
   * addition.
   */
  readonly subtracts: boolean;
}

/**
 * The search loop as WebAssembly text. Each node of the kernel becomes a vector operation followed by the same scalar
 * one: the scalar stream fills execution ports that the vector stream leaves idle.
 */
function emitWat(kernel: Kernel, { lag, subtracts }: Schedule): string {
  const { folded, result } = kernel;
  const perNonce = stagger(kernel, lag);
  const positions = new Map(perNonce.map((node, i) => [node, i]));
  const reads = perNonce.map((node) => operandsOf(node).flatMap((part) => positions.get(part) ?? []));
  const { registerOf, count } = allocateRegisters(reads, [perNonce.length - 1]);
  const registers = Array.from({ length: count }, (_, i) => i);
  const register = (node: Node) => registerOf[positions.get(node) ?? -1];

  const isFolded = (node: Node) => node.op !== 'constant' && node.stage === 'header';

  const vector = (node: Node): string => {
    if (node.op === 'constant') return `(v128.const i64x2 ${hex(node.value)} ${hex(node.value)})`;
    return node.stage === 'header' ? `(local.get $w${folded.indexOf(node)})` : `(local.get $v${register(node)})`;
  };
  const scalar = (node: Node): string => {
    if (node.op === 'constant') return `(i64.const ${hex(node.value)})`;
    if (node.stage === 'header') return `(i64.load offset=${8 * folded.indexOf(node)} (i32.const 0))`;
    return `(local.get $s${register(node)})`;
  };
  const vectorRotation = (of: string, by: number): string => {
    switch (by) {
      case 32:
        return `(i8x16.shuffle ${lanesRotatedBy(4)} ${of} ${of})`;
      case 63:
        return `(v128.or (i64x2.shr_u ${of} (i32.const 63)) (i64x2.add ${of} ${of}))`;
      default:
        return `(i8x16.swizzle ${of} (local.get $by${by}))`;
    }
  };
  const vectorValue = (node: Node): string => {
    switch (node.op) {
      case 'constant':
        throw new Error('a constant is no step');
      case 'input':
        return '(local.get $nonces)';
      case 'add':
        return `(i64x2.add ${vector(node.left)} ${vector(node.right)})`;
      case 'xor':
        return `(v128.xor ${vector(node.left)} ${vector(node.right)})`;
      case 'rotateRight':
        return vectorRotation(vector(node.of), node.by);
    }
  };
  const minus = (value: string, of: Node) => `(i64.sub ${value} (local.get $negative${folded.indexOf(of)}))`;
  const scalarValue = (node: Node): string => {
    switch (node.op) {
      case 'constant':
        throw new Error('a constant is no step');
      case 'input':
        return '(local.get $nonce)';
      case 'add':
        if (subtracts && isFolded(node.left)) return minus(scalar(node.right), node.left);
        if (subtracts && isFolded(node.right)) return minus(scalar(node.left), node.right);
        return `(i64.add ${scalar(node.left)} ${scalar(node.right)})`;
      case 'xor':
        return `(i64.xor ${scalar(node.left)} ${scalar(node.right)})`;
      case 'rotateRight':
        return `(i64.rotr ${scalar(node.of)} (i64.const ${node.by}))`;
    }
  };
  const steps = perNonce.map((node) => {
    const to = register(node);
    return `(local.set $v${to} ${vectorValue(node)}) (local.set $s${to} ${scalarValue(node)})`;
  });
  const hitsAt = 8 * folded.length;
  const storeHit = (stream: number) =>
    `(if (i32.and (local.get $mask) (i32.const ${1 << stream}))
        (then (i32.store offset=${hitsAt} (i32.shl (local.tee $found (i32.add (local.get $found) (i32.const 1))) (i32.const 2))
          (i32.add (local.get $i) (i32.const ${stream})))))`;
  const sum = (a: string, b: string) => `(i64.add ${a} ${b})`;
  const stepTimes = (n: number) => `(i64.mul (local.get $step) (i64.const ${n}))`;

  return `(module
  (memory (export "memory") 1)
  (func (export "search") (param $nonce i64) (param $step i64) (param $count i32) (param $top i32) (result i32)
    (local $i i32) (local $found i32) (local $mask i32) (local $nonces v128) (local $stride i64) (local $strides v128)
    (local $tops v128) (local $by16 v128) (local $by24 v128)
    ${folded.map((_, i) => `(local $w${i} v128) (local $negative${i} i64)`).join(' ')}
    ${registers.map((i) => `(local $v${i} v128)`).join(' ')}
    ${registers.map((i) => `(local $s${i} i64)`).join(' ')}
    ${folded.map((_, i) => `(local.set $w${i} (v128.load64_splat offset=${8 * i} (i32.const 0)))`).join(' ')}
    ${folded.map((node, i) => `(local.set $negative${i} (i64.sub (i64.const 0) ${scalar(node)}))`).join(' ')}
    (local.set $by16 (v128.const i8x16 ${lanesRotatedBy(2)}))
    (local.set $by24 (v128.const i8x16 ${lanesRotatedBy(3)}))
    (local.set $tops (i32x4.splat (local.get $top)))
    (local.set $nonces (i64x2.replace_lane 1 (i64x2.splat (local.get $nonce)) ${sum('(local.get $nonce)', '(local.get $step)')}))
    (local.set $nonce ${sum('(local.get $nonce)', stepTimes(2))})
    (local.set $stride ${stepTimes(STREAMS)})
    (local.set $strides (i64x2.splat (local.get $stride)))
    (loop $next
      ${steps.join('\n      ')}
      ;; The first four digest bytes of the three streams, as big-endian numbers in lanes 0 to 2.
      (local.set $v${register(result)} (i64x2.replace_lane 1
        (i8x16.shuffle 3 2 1 0 11 10 9 8 0 0 0 0 0 0 0 0 (local.get $v${register(result)}) (local.get $v${register(result)}))
        (i64.extend_i32_u (i32.or
          (i32.and (i32.rotl (i32.wrap_i64 (local.get $s${register(result)})) (i32.const 8)) (i32.const 0x00ff00ff))
          (i32.and (i32.rotr (i32.wrap_i64 (local.get $s${register(result)})) (i32.const 8)) (i32.const 0xff00ff00))))))
      (local.set $mask (i32x4.bitmask (i32x4.le_u (local.get $v${register(result)}) (local.get $tops))))
      (if (i32.and (local.get $mask) (i32.const 7)) (then
        ${[0, 1, 2].map(storeHit).join('\n        ')}))
      (local.set $nonces (i64x2.add (local.get $nonces) (local.get $strides)))
      (local.set $nonce (i64.add (local.get $nonce) (local.get $stride)))
      (local.set $i (i32.add (local.get $i) (i32.const ${STREAMS})))
      (br_if $next (i32.and
        (i32.lt_u (local.get $i) (local.get $count))
        (i32.le_u (local.get $found) (i32.const ${HIT_SLOTS - STREAMS})))))
    (i32.store offset=${hitsAt} (i32.const 0) (local.get $found))
    (local.get $i)))
`;
}

/** The modules assembled, in TypeScript as base64 text, with the layout of their memory. */
export async function emitWasm(kernel: Kernel): Promise<string> {
  const { parseWat } = await wabt();
  const modules = Object.entries(SCHEDULES).map(([name, schedule]) => {
    const parsed = parseWat('search.wat', emitWat(kernel, schedule), { simd: true });
    const bytes = parsed.toBinary({}).buffer;
    parsed.destroy();
    return { name, text: Buffer.from(bytes).toString('base64') };
  });
  return [
    `// ${BANNER}`,
    '',
    '/** Where the words of foldHeader go in the memory of the module: u64 each, little-endian. */',
    'export const FOLDED_OFFSET = 0;',
    '/** Where the module leaves its hits: a u32 count, then the index of each as u32. */',
    `export const HITS_OFFSET = ${8 * kernel.folded.length};`,
    `export const HIT_SLOTS = ${HIT_SLOTS};`,
    '',
    '/**',
    ' * The search kernel as WebAssembly modules with SIMD, base64, one for each schedule. Each exports `memory` and',
    ' * `search(first: i64, step: i64, count: i32, top: i32) -> i32`, which tries the nonces first + i * step for i from 0',
    ' * until count is reached or the list of hits is full, and returns how many it tried: three at a time, so up to two',
    ' * more than count.',
    ' */',
    'export const SEARCH_MODULES = {',
    modules.map(({ name, text }) => `  ${name}:\n    '${text}'`).join(',\n'),
    '};',
    ''
  ].join('\n');
}
