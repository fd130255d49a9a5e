/**
 * The WGSL kernel on lavapipe, Mesa's software rasterizer, in Deno: a different WGSL compiler (naga) and shader
 * compiler (LLVM) than Chromium's. Needs Debian's mesa-vulkan-drivers; otherwise the figure is omitted.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { figureOf, ratios, type Figure } from './figures.ts';
import { CACHE, installed } from './peers/install.ts';
import { nanoPowKernels } from './peers/nanoPow.ts';

const ROOT = join(import.meta.dirname, '..');
const DRIVERS = ['lvp_icd.x86_64.json', 'lvp_icd.json', 'lvp_icd.aarch64.json'].map((name) =>
  join('/usr/share/vulkan/icd.d', name)
);

interface Rates {
  readonly ours: number[];
  readonly theirs: number[];
  readonly adapter: string;
  readonly shape: { readonly workgroupSize: number; readonly noncesPerInvocation: number };
}

/** Bundles the Deno program into one file, because Deno does not resolve imports like the app's bundler. */
async function bundle(directory: string): Promise<string> {
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    resolve: { alias: { $lib: join(ROOT, 'src/lib') } },
    build: {
      outDir: directory,
      emptyOutDir: false,
      minify: false,
      target: 'esnext',
      lib: { entry: join(ROOT, 'bench/kernels/lavapipe.ts'), formats: ['es'], fileName: 'lavapipe' }
    }
  });
  return join(directory, 'lavapipe.js');
}

/** One figure, or none and a printed line with the reason. */
export async function lavapipe(runs: number): Promise<Figure[]> {
  const driver = DRIVERS.find((path) => existsSync(path));
  if (driver === undefined) {
    console.log('   lavapipe left out: Debian has it in mesa-vulkan-drivers');
    return [];
  }
  const deno = installed('deno', '2.9.6');
  const directory = join(CACHE, 'lavapipe');
  mkdirSync(directory, { recursive: true });
  const shader = join(directory, 'nano-pow.wgsl');
  writeFileSync(shader, nanoPowKernels().nanoPowShader);
  const program = await bundle(directory);
  const printed = execFileSync(
    process.execPath,
    [join(deno, 'bin.cjs'), 'run', '-A', '--unstable-webgpu', program, shader, String(runs)],
    {
      encoding: 'utf8',
      env: { ...process.env, VK_DRIVER_FILES: driver, XDG_RUNTIME_DIR: directory, DENO_DIR: join(directory, 'deno') },
      stdio: ['ignore', 'pipe', 'inherit']
    }
  );
  const { ours, theirs, adapter, shape } = JSON.parse(printed) as Rates;
  console.log(`   ${'wgsl, lavapipe'.padEnd(18)} ${ours.map((rate) => rate.toFixed(2)).join(' ')} MH/s`);
  console.log(`   ${'nano-pow, lavapipe'.padEnd(18)} ${theirs.map((rate) => rate.toFixed(2)).join(' ')} MH/s`);
  const { workgroupSize, noncesPerInvocation } = shape;
  return [
    figureOf('wgsl_vs_nanopow_lavapipe', ratios(ours, theirs), {
      unit: 'x',
      peer: 'nano-pow 5.1.9, its WGSL kernel',
      how: `${adapter} in Deno, ${workgroupSize} invocations of ${noncesPerInvocation} nonces (calibrated), three dispatches in flight each`
    })
  ];
}
