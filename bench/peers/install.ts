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
  /** The compiler, as it introduces itself. */
  readonly compiler: string;
}

/** Compiles a C file to scalar code, where there is that compiler. */
export function compiled(source: string, command: 'cc' | 'clang'): Native | undefined {
  const path = join(CACHE, `native-${command}`);
  mkdirSync(CACHE, { recursive: true });
  try {
    const [compiler = command] = execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n');
    const flags = ['-O3', '-march=native', '-fno-tree-vectorize', '-fno-tree-slp-vectorize'];
    execFileSync(command, [...flags, '-o', path, source], { stdio: ['ignore', 'ignore', 'inherit'] });
    return { path, compiler };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
