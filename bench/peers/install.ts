import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of peers, for benchmarks only. */
export const CACHE = join(import.meta.dirname, '../../.cache/bench');

/** Installs a package from npm for a measurement only, once, and gives its directory. */
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

/** A C file as a program. */
export interface Native {
  readonly path: string;
  /** The compiler, as it introduces itself, and its flags. */
  readonly compiler: string;
}

const SCALAR = ['-fno-tree-vectorize', '-fno-tree-slp-vectorize'];
// Which is fastest differs by compiler and processor: with AVX-512, gcc turns single rotations into vector code that
// takes several times as long on some.
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

/** Megahashes a second on one core. */
export const rateOf = ({ path }: Native, ms: number): number =>
  Number(execFileSync(path, [String(ms)], { encoding: 'utf8' }).split(' ')[0]);

/** The fastest scalar code that gcc or clang makes of a C file, of a handful of flags. */
export function fastestScalar(source: string): Native | undefined {
  const made = (['gcc', 'clang'] as const).flatMap((command) =>
    SCALAR_SETS.flatMap((flags) => compiled(source, command, [...flags, ...SCALAR]) ?? [])
  );
  // The best of a few: a busy machine only ever slows a run down.
  const rates = made.map((native) => Math.max(...Array.from({ length: TRIALS }, () => rateOf(native, TRIAL_MS))));
  for (const [i, { compiler }] of made.entries()) console.log(`   ${rates[i]!.toFixed(2)} MH/s of ${compiler}`);
  return made[rates.indexOf(Math.max(...rates))];
}

/** What clang makes of the C file if it may search several nonces at once: not scalar, but the ceiling of one core. */
export const vectorized = (source: string): Native | undefined => compiled(source, 'clang', ['-O3', '-march=native']);

/** Undefined without that compiler, and where it does not know a flag. */
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
