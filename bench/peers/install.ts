import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** What is fetched or made for measurements only. */
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

/** Compiles a C file to scalar code with the system's compiler; gives the program and the compiler's name. */
export function compiled(source: string): { readonly program: string; readonly compiler: string } {
  const program = join(CACHE, 'native');
  mkdirSync(CACHE, { recursive: true });
  execFileSync(
    'cc',
    ['-O3', '-march=native', '-fno-tree-vectorize', '-fno-tree-slp-vectorize', '-o', program, source],
    { stdio: ['ignore', 'ignore', 'inherit'] }
  );
  const [compiler = 'cc'] = execFileSync('cc', ['--version'], { encoding: 'utf8' }).split('\n');
  return { program, compiler };
}
