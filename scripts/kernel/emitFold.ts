import { BANNER } from './banner.ts';
import { NONCE_WORD } from './blake2b.ts';
import type { Kernel } from './blake2b.ts';
import { operandsOf } from './graph.ts';
import type { Node } from './graph.ts';

/** `foldHeader` in TypeScript: everything that depends on the header but not on the nonce, computed once per header. */
export function emitFold(kernel: Kernel): string {
  const needed = new Set<Node>(kernel.folded);
  for (const node of kernel.graph.nodes.toReversed()) {
    if (needed.has(node)) operandsOf(node).forEach((part) => needed.add(part));
  }
  const name = (node: Node): string => {
    if (node.op === 'constant') return `0x${node.value.toString(16)}n`;
    return node.op === 'input' ? node.name : `t${node.id}`;
  };
  const lines = kernel.graph.nodes
    .filter((node) => needed.has(node))
    .flatMap((node): string[] => {
      switch (node.op) {
        case 'constant':
          return [];
        case 'input':
          return [`  const ${node.name} = view.getBigUint64(${8 * Number(node.name.slice(1))}, true);`];
        case 'add':
          return [`  const t${node.id} = BigInt.asUintN(64, ${name(node.left)} + ${name(node.right)});`];
        case 'xor':
          return [`  const t${node.id} = ${name(node.left)} ^ ${name(node.right)};`];
        case 'rotateRight':
          return [
            `  const t${node.id} = BigInt.asUintN(64, (${name(node.of)} >> ${node.by}n) | (${name(node.of)} << ${64 - node.by}n));`
          ];
      }
    });
  return [
    `// ${BANNER}`,
    '',
    '/** Number of 64-bit words that foldHeader returns. */',
    `export const FOLDED_WORDS = ${kernel.folded.length};`,
    '',
    '/**',
    ` * The part of BLAKE2b-256 over an 80-byte header that does not depend on its nonce (bytes [${8 * NONCE_WORD},${8 * NONCE_WORD + 8})):`,
    ' * message words and first-round values, in the order in which every search kernel reads them.',
    ' */',
    'export function foldHeader(header: Uint8Array): BigUint64Array<ArrayBuffer> {',
    '  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);',
    ...lines,
    `  return BigUint64Array.of(${kernel.folded.map(name).join(', ')});`,
    '}',
    ''
  ].join('\n');
}
