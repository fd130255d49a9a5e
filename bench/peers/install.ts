import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of benchmark peers. */
export const CACHE = join(import.meta.dirname, '../../.cache/bench');

/** Installs an npm package for benchmarks, once. @returns its directory */
export function installed(name: string, version: string): string {
  const prefix = join(CACHE, `${name}-${version}`);
  const directory = join(prefix, 'node_modules', name);
  if (!existsSync(directory)) {
    mkdirSync(prefix, { recursive: true });
    execFileSync('npm', ['install', '--prefix', prefix, '--no-save', '--no-audit', '--no-fund', `${name}@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit']
    });
  }
  return directory;
}

/** A compiled C file. */
export interface Native {
  readonly path: string;
  /** Name and version of the compiler, and its flags. */
  readonly compiler: string;
}

const SCALAR = ['-fno-tree-vectorize', '-fno-tree-slp-vectorize'];
// The fastest flags depend on compiler and processor: with AVX-512, gcc turns single rotations into vector code that is
// several times slower on some.
const SCALAR_SETS = [
  ['-O2'],
  ['-O3'],
  ['-O2', '-march=native'],
  ['-O3', '-march=native'],
  ['-O3', '-march=native', '-mno-avx512f'],
  ['-O3', '-march=native', '-fno-schedule-insns2']
];
const TRIAL_MS = 300;
const TRIALS = 3;

/** Million hashes per second on one core. */
export const rateOf = ({ path }: Native, ms: number): number =>
  Number(execFileSync(path, [String(ms)], { encoding: 'utf8' }).split(' ')[0]);

/** The fastest scalar code that gcc or clang generates from a C file with a selection of flags. */
export function fastestScalar(source: string): Native | undefined {
  const made = (['gcc', 'clang'] as const).flatMap((command) =>
    SCALAR_SETS.flatMap((flags) => compiled(source, command, [...flags, ...SCALAR]) ?? [])
  );
  // Best of several trials: load on the machine only ever slows a run down.
  const rates = made.map((native) => Math.max(...Array.from({ length: TRIALS }, () => rateOf(native, TRIAL_MS))));
  for (const [i, { compiler }] of made.entries()) console.log(`   ${rates[i]!.toFixed(2)} MH/s of ${compiler}`);
  return made[rates.indexOf(Math.max(...rates))];
}

/** clang's code if it may search several nonces at once: not scalar, but the upper limit of one core. */
export const vectorized = (source: string): Native | undefined => compiled(source, 'clang', ['-O3', '-march=native']);

/** Undefined if the compiler is missing or does not support a flag. */
function compiled(source: string, command: 'gcc' | 'clang', flags: readonly string[]): Native | undefined {
  const path = join(CACHE, ['native', command, ...flags].join(''));
  mkdirSync(CACHE, { recursive: true });
  try {
    const [name = command] = execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n');
    execFileSync(command, [...flags, '-o', path, source], { stdio: 'ignore' });
    return { path, compiler: `${name} ${flags.join(' ')}` };
  } catch {
    return undefined;
  }
}
