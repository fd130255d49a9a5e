import wabt from 'wabt';
import { BANNER } from './banner.ts';
import { IV, MIXINGS, PARAMETERS, ROUNDS, SIGMA } from './blake2b.ts';

const BLOCK_BYTES = 128;
/** The state of eight words; finally, its first four are the digest. */
const STATE = 0;
const MESSAGE = 64;

const hex = (value: bigint) => `0x${value.toString(16).padStart(16, '0')}`;

/** One mixing, RFC 7693 section 3.1, on the locals v0 to v15 with two words of the message. */
function mixing([a, b, c, d]: (typeof MIXINGS)[number], x: number, y: number): string {
  const v = (i: number) => `(local.get $v${i})`;
  const add = (to: number, ...parts: string[]) =>
    `(local.set $v${to} ${parts.reduce((sum, part) => `(i64.add ${sum} ${part})`, v(to))})`;
  const turn = (to: number, by: number, other: number) =>
    `(local.set $v${to} (i64.rotr (i64.xor ${v(to)} ${v(other)}) (i64.const ${by})))`;
  return [
    add(a, v(b), `(local.get $m${x})`),
    turn(d, 32, a),
    add(c, v(d)),
    turn(b, 24, c),
    add(a, v(b), `(local.get $m${y})`),
    turn(d, 16, a),
    add(c, v(d)),
    turn(b, 63, c)
  ].join(' ');
}

/** BLAKE2b-256 of a whole message as WebAssembly text: no state survives a call, so a hash takes one call. */
export function emitHashWat(): string {
  const words = (count: number) => Array.from({ length: count }, (_, i) => i);
  const locals = (name: string, count: number) =>
    words(count)
      .map((i) => `(local $${name}${i} i64)`)
      .join(' ');
  const rounds = words(ROUNDS).map((round) => {
    const schedule = SIGMA[round % SIGMA.length] ?? [];
    return MIXINGS.map((mixed, i) => mixing(mixed, schedule[2 * i] ?? -1, schedule[2 * i + 1] ?? -1)).join('\n      ');
  });
  return `(module
  (memory (export "memory") 1)
  (func $compress (param $at i32) (param $counted i64) (param $last i64)
    ${locals('v', 16)}
    ${locals('m', 16)}
      ${words(8)
        .map((i) => `(local.set $v${i} (i64.load offset=${STATE + 8 * i} (i32.const 0)))`)
        .join(' ')}
      ${IV.map((word, i) => `(local.set $v${8 + i} (i64.const ${hex(word)}))`).join(' ')}
      (local.set $v12 (i64.xor (local.get $v12) (local.get $counted)))
      (local.set $v14 (i64.xor (local.get $v14) (local.get $last)))
      ${words(16)
        .map((i) => `(local.set $m${i} (i64.load offset=${8 * i} (local.get $at)))`)
        .join(' ')}
      ${rounds.join('\n      ')}
      ${words(8)
        .map(
          (i) =>
            `(i64.store offset=${STATE + 8 * i} (i32.const 0) (i64.xor (i64.load offset=${STATE + 8 * i} (i32.const 0)) (i64.xor (local.get $v${i}) (local.get $v${8 + i}))))`
        )
        .join('\n      ')})
  (func (export "hash") (param $length i32)
    (local $at i32) (local $end i32)
    ${IV.map((word, i) => `(i64.store offset=${STATE + 8 * i} (i32.const 0) (i64.const ${hex(i === 0 ? word ^ PARAMETERS : word)}))`).join('\n    ')}
    (local.set $at (i32.const ${MESSAGE}))
    (local.set $end (i32.add (local.get $at) (local.get $length)))
    ;; What is left of the last block is zero; an empty message is a block of zeros.
    (memory.fill (local.get $end) (i32.const 0) (i32.const ${BLOCK_BYTES}))
    (block $ended (loop $next
      (br_if $ended (i32.le_u (local.get $end) (i32.add (local.get $at) (i32.const ${BLOCK_BYTES}))))
      (call $compress (local.get $at)
        (i64.extend_i32_u (i32.sub (local.tee $at (i32.add (local.get $at) (i32.const ${BLOCK_BYTES}))) (i32.const ${MESSAGE})))
        (i64.const 0))
      (br $next)))
    (call $compress (local.get $at) (i64.extend_i32_u (local.get $length)) (i64.const -1))))
`;
}

/** The assembled module as base64 text in TypeScript, with its memory layout. */
export async function emitHash(): Promise<string> {
  const parsed = (await wabt()).parseWat('hash.wat', emitHashWat(), { bulk_memory: true });
  const bytes = parsed.toBinary({}).buffer;
  parsed.destroy();
  return [
    `// ${BANNER}`,
    '',
    '/** Offset of the message in the memory of the module; {@link BLOCK_BYTES} free bytes must follow it. */',
    `export const MESSAGE_OFFSET = ${MESSAGE};`,
    `export const BLOCK_BYTES = ${BLOCK_BYTES};`,
    '/** Offset of the 32-byte digest that the module writes. */',
    `export const DIGEST_OFFSET = ${STATE};`,
    '',
    '/**',
    ' * BLAKE2b-256 as a WebAssembly module, base64. It exports `memory` and `hash(length: i32)`, which hashes the message',
    ' * of that many bytes.',
    ' */',
    `export const HASH_MODULE =`,
    `  '${Buffer.from(bytes).toString('base64')}';`,
    ''
  ].join('\n');
}
