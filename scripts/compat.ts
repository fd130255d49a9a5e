// The built app against the servers people really run: npm run test:compat [-- --stand-in] [playwright's arguments].
// They are installed as Go modules into .cache/compat and run on 127.0.0.1 on a private network. What cannot be
// installed is left out and said. --stand-in puts the embedded node in the wallet server's place: it tries the suite
// itself where nothing can be installed, and proves nothing about the real servers.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from './run/build.mjs';
import { findOrInstallChromium } from './run/chromium.mjs';
import { run, stopChildrenOnSignals } from './run/process.mjs';

interface Program {
  readonly key: string;
  readonly name: string;
  readonly binary: string;
  readonly version: string;
  /** What follows `go install`. */
  readonly install: readonly string[];
}

const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache', 'compat');
const programs = JSON.parse(readFileSync(join(root, 'tests/compat/servers.json'), 'utf8')) as Program[];
const standIn = process.argv.includes('--stand-in');
const further = process.argv.slice(2).filter((argument) => argument !== '--stand-in');

/** Where the program is, or why it is not there. */
type Installed = { readonly path: string } | { readonly reason: string };

/** Installed once for each version; the Go tool keeps its own cache besides. */
function install({ binary, version, install: what }: Program): Installed {
  const folder = join(cache, `${binary}-${version}`);
  const path = join(folder, binary);
  if (existsSync(path)) return { path };
  if (spawnSync('go', ['version']).status !== 0) return { reason: 'Go is not on this machine, or does not run' };
  console.log(`go install ${what.join(' ')}`);
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, GOBIN: folder, GOFLAGS: `${process.env.GOFLAGS ?? ''} -p=1`.trim() };
  const { status, stderr } = spawnSync('go', ['install', ...what], { env, encoding: 'utf8', maxBuffer: 64 << 20 });
  if (status === 0 && existsSync(path)) return { path };
  writeFileSync(join(cache, `${binary}-${version}.log`), stderr);
  return { reason: `go install failed: ${stderr.trim().split('\n').slice(-2).join(' ').slice(0, 400)}` };
}

mkdirSync(cache, { recursive: true });
const env: NodeJS.ProcessEnv = { ...process.env };
const leftOut: string[] = [];
for (const program of programs) {
  const installed = install(program);
  if ('path' in installed) env[`COMPAT_${program.key.toUpperCase()}`] = installed.path;
  else leftOut.push(`${program.name} ${program.version}: ${installed.reason}`);
  console.log(`${program.name} ${program.version}: ${'path' in installed ? installed.path : installed.reason}`);
}
if (leftOut.length === programs.length && !standIn) {
  console.log('skipped: none of the servers could be installed here; `-- --stand-in` tries the suite without them');
} else {
  if (standIn) env.COMPAT_STAND_IN = '1';
  env.PLAYWRIGHT_CHROMIUM = await findOrInstallChromium();
  await buildApp(root, process.execPath, env);
  const cli = join(root, 'node_modules/playwright/cli.js');
  const config = join(root, 'playwright.compat.config.ts');
  stopChildrenOnSignals();
  process.exitCode = await run(process.execPath, [cli, 'test', '--config', config, ...further], env);
  // The runner names what it skipped, far below the reasons.
  for (const line of leftOut) console.log(`not tried: ${line}`);
}
