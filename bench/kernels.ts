/**
 * The search kernels in Chromium workers, compared with alternatives available to a page and with C on one core: the
 * same header, interleaved rounds, ratios of rates within the same round.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { openChromium } from './chromium.ts';
import { figureOf, ratios, type Measurement } from './figures.ts';
import type { Contender, Order } from './kernels/protocol.ts';
import { lavapipe } from './lavapipe.ts';
import { fastestScalar, rateOf, vectorized } from './peers/install.ts';
import { nanoPowKernels } from './peers/nanoPow.ts';
import { radv } from './radv.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MS = 1500;

export const measure: Measurement = async ({ runs }) => {
  const peers = nanoPowKernels();
  const source = join(import.meta.dirname, 'peers', 'grind.c');
  const natives = [
    { name: 'wasm_vs_c', what: 'scalar C', native: fastestScalar(source) },
    { name: 'wasm_vs_c_vectorized', what: 'C, several nonces at once', native: vectorized(source) }
  ].flatMap(({ native, ...rest }) => {
    if (!native) console.log(`   ${rest.what} was not measured: there is no compiler for it`);
    return native ? [{ ...rest, native }] : [];
  });
  const server = await createServer({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0 },
    resolve: { alias: { $lib: join(ROOT, 'src/lib') } },
    worker: { format: 'es' }
  });
  const browser = await openChromium();
  try {
    await server.listen();
    const page = await browser.newPage();
    const { port } = server.httpServer!.address() as { port: number };
    await page.goto(`http://localhost:${port}/bench/kernels/index.html`);
    await page.waitForFunction(() => 'measure' in globalThis);
    const inPage = (contender: Contender, workers = 1): Promise<number> =>
      page.evaluate(
        ([order, count]) =>
          (globalThis as unknown as { measure(order: Order, workers: number): Promise<number> }).measure(order, count),
        [{ contender, ms: MS, peers }, workers] as const
      );
    const contenders: Readonly<Record<string, () => Promise<number>>> = {
      ...Object.fromEntries(natives.map(({ name, native }) => [name, async () => rateOf(native, MS)])),
      wasm: () => inPage('wasm'),
      'nano-pow': () => inPage('nano-pow'),
      'hash-wasm': () => inPage('hash-wasm'),
      js: () => inPage('js'),
      noble: () => inPage('noble'),
      'wasm two workers': () => inPage('wasm', 2),
      wgsl: () => inPage('wgsl'),
      'nano-pow wgsl': () => inPage('nano-pow wgsl')
    };
    for (const run of Object.values(contenders)) await run();
    const rates: Record<string, number[]> = {};
    for (let round = 0; round < runs; round++) {
      for (const [name, run] of Object.entries(contenders)) (rates[name] ??= []).push(await run());
    }
    for (const [name, values] of Object.entries(rates)) {
      console.log(`   ${name.padEnd(18)} ${values.map((rate) => rate.toFixed(2)).join(' ')} MH/s`);
    }
    const quotient = (name: string, above: string, below: string, peer: string, how: string) =>
      figureOf(name, ratios(rates[above]!, rates[below]!), { unit: 'x', peer, how });
    const worker = 'one Chromium worker each';
    return [
      ...natives.map(({ name, what, native }) =>
        quotient(
          name,
          'wasm',
          name,
          `${what}, ${native.compiler}, one core`,
          'WebAssembly in one Chromium worker; C built by whichever of gcc and clang, with various flags, is fastest'
        )
      ),
      quotient('wasm_vs_nanopow', 'wasm', 'nano-pow', 'nano-pow 5.1.9, its WebAssembly kernel', worker),
      quotient('wasm_vs_hashwasm', 'wasm', 'hash-wasm', 'hash-wasm, header by header', worker),
      quotient('wasm_two_workers', 'wasm two workers', 'wasm', 'one worker', 'two Chromium workers on two cores'),
      quotient('js_vs_noble', 'js', 'noble', '@noble/hashes, header by header', worker),
      quotient(
        'wgsl_vs_nanopow_swiftshader',
        'wgsl',
        'nano-pow wgsl',
        'nano-pow 5.1.9, its WGSL kernel',
        'SwiftShader in a Chromium worker, three dispatches of 50 ms in flight each'
      ),
      ...(await lavapipe(runs)),
      ...(await radv())
    ];
  } finally {
    await browser.close();
    await server.close();
  }
};
