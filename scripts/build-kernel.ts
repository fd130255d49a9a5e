/**
 * Generates the search kernels (WGSL, WebAssembly, JavaScript and header folding) and the chain's hash from a single
 * description of BLAKE2b. `node scripts/build-kernel.ts` writes them; with `--check` it compares them byte for byte and
 * fails on any difference.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { searchKernel } from './kernel/blake2b.ts';
import { emitFold } from './kernel/emitFold.ts';
import { emitHash } from './kernel/emitHash.ts';
import { emitJs } from './kernel/emitJs.ts';
import { emitWasm } from './kernel/emitWasm.ts';
import { emitWgsl } from './kernel/emitWgsl.ts';
import { countOperations, splitHalves } from './kernel/halves.ts';
import { CHECK_OPTION, readFlags } from './run/options.mjs';

const { check } = readFlags([CHECK_OPTION], 'npm run kernel:build --');
const root = new URL('../', import.meta.url);
const kernel = searchKernel();
const outputs = new Map([
  ['src/lib/mining/kernel/fold.gen.ts', emitFold(kernel)],
  ['src/lib/mining/kernel/js.gen.ts', emitJs(kernel)],
  ['src/lib/gpu/kernel/blake2b.gen.wgsl', emitWgsl(kernel)],
  ['src/lib/gpu/kernel/wasm.gen.ts', await emitWasm(kernel)],
  ['src/lib/chain/blake2b.gen.ts', await emitHash()]
]);

if (check) {
  const stale: string[] = [];
  for (const [path, text] of outputs) {
    const committed = await readFile(new URL(path, root), 'utf8').catch(() => undefined);
    if (committed !== text) stale.push(path);
  }
  for (const path of stale) console.error(`${path} is out of date: run npm run kernel:build`);
  if (stale.length > 0) process.exit(1);
  console.log('kernels are up to date');
} else {
  for (const [path, text] of outputs) {
    const file = fileURLToPath(new URL(path, root));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    console.log(`${path}: ${text.length} characters`);
  }
  const { add, carry, xor, funnel, total } = countOperations(splitHalves(kernel));
  console.log(`32-bit operations per hash: ${total} (${add} add, ${carry} carry, ${xor} xor, ${funnel} funnel shift)`);
}
