// Tests the built app against the servers used in practice: npm run test:compat [-- --from FOLDER] [-- --stand-in]
// [Playwright arguments]. They run on 127.0.0.1 on a private network. COMPAT_WALLET, COMPAT_MINING and COMPAT_DAEMON
// are paths of installed programs, COMPAT_JUDGE that of tests/compat/judge; with --from, the programs are built from
// source checkouts in that folder; otherwise, they are installed as Go modules. Unavailable programs are skipped, with
// the reason. With --stand-in, the embedded node replaces the wallet server: this tests the suite itself and proves
// nothing about the real servers.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findOrBuildJudge, findOrInstall, type Installed, type Program } from './compat/install.ts';
import { buildApp } from './run/build.mjs';
import { installTestChromium, requireTestChromium } from './run/chromium.mjs';
import { helpText, type Option } from './run/options.mjs';
import { run, stopChildrenOnSignals } from './run/process.mjs';

const OPTIONS: readonly Option[] = [
  {
    name: 'from',
    value: 'FOLDER',
    variable: '',
    help: 'build the servers from the checkouts of their sources in FOLDER'
  },
  { name: 'stand-in', variable: '', help: 'use the embedded node in place of the wallet server: tests the suite only' }
];
const root = join(import.meta.dirname, '..');
const cache = join(root, '.cache', 'compat');
const programs = JSON.parse(readFileSync(join(root, 'tests/compat/servers.json'), 'utf8')) as Program[];
const { values: options, tokens } = parseArgs({
  options: {
    from: { type: 'string' },
    'stand-in': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false }
  },
  strict: false,
  tokens: true
});
if (options.help) {
  console.log(helpText('npm run test:compat --', OPTIONS, 'Other arguments are passed to Playwright.'));
  process.exit(0);
}
const from = checkoutsFolder();
// Playwright's own arguments are passed on unchanged.
const ours = new Set(
  tokens.flatMap((token) => {
    if (token.kind !== 'option' || (token.name !== 'from' && token.name !== 'stand-in')) return [];
    return token.name === 'from' && token.inlineValue === false ? [token.index, token.index + 1] : [token.index];
  })
);
const further = process.argv.slice(2).filter((_, i) => !ours.has(i));

mkdirSync(cache, { recursive: true });
const env: NodeJS.ProcessEnv = { ...process.env };
const leftOut: string[] = [];
const places = { cache, from };
const offer = (key: string, name: string, installed: Installed) => {
  const line = `${name}: ${'path' in installed ? `${installed.path}, ${installed.how}` : installed.reason}`;
  console.log(line);
  if ('path' in installed) env[`COMPAT_${key}`] = installed.path;
  else {
    delete env[`COMPAT_${key}`];
    leftOut.push(line);
  }
};
for (const program of programs) {
  offer(program.key.toUpperCase(), `${program.name} ${program.version}`, findOrInstall(program, places));
}
offer('JUDGE', 'reference implementation', findOrBuildJudge(join(root, 'tests/compat/judge'), places));
if (leftOut.length > programs.length && !options['stand-in']) {
  console.log('skipped: none of the servers could be installed here; `-- --stand-in` runs the suite without them');
} else {
  if (options['stand-in']) env.COMPAT_STAND_IN = '1';
  env.PLAYWRIGHT_CHROMIUM = (await requireTestChromium()) ?? (await installTestChromium());
  await buildApp(root, process.execPath, env);
  const cli = join(root, 'node_modules/playwright/cli.js');
  const config = join(root, 'playwright.compat.config.ts');
  stopChildrenOnSignals();
  process.exitCode = await run(process.execPath, [cli, 'test', '--config', config, ...further], env);
  // The runner lists what it skipped far below the reasons.
  for (const line of leftOut) console.log(`skipped: ${line}`);
}

/** The folder of `--from`, relative to that in which the command was run; ends the process if there is none. */
function checkoutsFolder(): string | undefined {
  if (options.from === undefined) return undefined;
  const folder = typeof options.from === 'string' ? resolve(process.env.INIT_CWD ?? '.', options.from) : undefined;
  if (folder !== undefined && existsSync(folder)) return folder;
  console.error(folder === undefined ? '--from must be followed by a folder' : `--from: ${folder} does not exist`);
  return process.exit(1);
}
