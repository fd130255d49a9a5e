// Mutation testing: mutates the code in one place at a time and checks whether a test fails (with Stryker).
// `npm run mutate -- --help` lists the options. Without --lines every line is mutated, which takes hours.
import { globSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { environmentFor, findNode } from './run/node24.mjs';
import { readFlags } from './run/options.mjs';
import { run } from './run/process.mjs';

const AREAS = ['chain', 'consensus', 'wallet', 'mining', 'server'];
/** Minimum share of mutants that tests must detect. */
const NOTICED = 0.92;
/** @type {readonly import('./run/options.mjs').Option[]} */
const OPTIONS = [
  { name: 'area', value: 'NAME,...', variable: '', help: `folders of src/lib to mutate; default ${AREAS.join(',')}` },
  { name: 'lines', value: 'N', variable: '', help: 'mutate N random lines of each area; default all lines' },
  { name: 'seed', value: 'N', variable: '', help: 'seed of the random lines; default 1' },
  { name: 'file', value: 'PATH', variable: '', help: 'mutate this file instead of the areas' },
  { name: 'tests', value: 'PATTERN,...', variable: '', help: 'run these tests instead of all tests of the areas' }
];
const REPORT = join('.cache', 'reports', 'mutation.json');
const EXPLAINED = join('tests', 'mutation', 'explained.json');

/**
 * @typedef {object} Mutant as described in Stryker's report
 * @property {string} status
 * @property {string} mutatorName
 * @property {string} replacement
 * @property {{ start: { line: number, column: number }, end: { line: number, column: number } }} location
 */

const root = join(import.meta.dirname, '..');
process.chdir(root);
const options = readFlags(OPTIONS, 'npm run mutate --', requireUsable);
const areas = options.area?.split(',') ?? AREAS;

const patterns =
  options.file !== undefined
    ? [options.file]
    : options.lines === undefined
      ? areas.map((area) => `src/lib/${area}/**/*.ts`)
      : areas.flatMap((area) => drawLines(area, Number(options.lines), Number(options.seed ?? 1)));
const { node } = findNode(root);
const env = {
  ...environmentFor(node),
  QUARRY_MUTATED_AREAS: areas.join(','),
  QUARRY_MUTATION_TESTS: options.tests ?? ''
};
const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const status = await run(node, [stryker, 'run', '--mutate', patterns.join(',')], env);
process.exitCode = status === 0 ? judge() : status;

/** @param {Readonly<Record<string, string | undefined>>} flags @throws {Error} naming the flag */
function requireUsable({ area, lines, seed, file }) {
  const unknown = area?.split(',').filter((name) => !AREAS.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`--area must list some of ${AREAS.join(', ')}, not "${unknown.join(',')}"`);
  for (const [name, value] of Object.entries({ lines, seed })) {
    if (value !== undefined && !/^\d+$/.test(value))
      throw new Error(`--${name} must be a whole number, not "${value}"`);
  }
  if (file !== undefined && !existsSync(file.replace(/(:\d+)+-\d+(:\d+)?$/, '')))
    throw new Error(`--file must name a source file, not "${file}"`);
}

/**
 * Distinct random lines of code from an area's sources, as Stryker ranges.
 * @param {string} area
 * @param {number} count
 * @param {number} seed
 */
function drawLines(area, count, seed) {
  const lines = globSync(`src/lib/${area}/**/*.ts`, { exclude: (name) => String(name).endsWith('.gen.ts') })
    .sort()
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, i) =>
          /[=(?<>&|!]|return/.test(line) && !/^\s*(\/?\*|\/\/|import|export (type|interface))/.test(line)
            ? [`${path}:${i + 1}-${i + 1}`]
            : []
        )
    );
  const random = randomNumbers(seed);
  const drawn = [];
  while (drawn.length < count && lines.length > 0) drawn.push(...lines.splice(Math.floor(random() * lines.length), 1));
  return drawn;
}

/** @param {number} seed @returns {() => number} deterministic numbers in [0, 1) (mulberry32) */
function randomNumbers(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Prints the share of detected mutants and every undetected, unexplained one. @returns the exit status */
function judge() {
  /** @type {Record<string, { source: string, mutants: Mutant[] }>} */
  const files = JSON.parse(readFileSync(REPORT, 'utf8')).files;
  /** @type {{ file?: string, from: string, to: string, why: string }[]} a row without a file applies to all */
  const explained = existsSync(EXPLAINED) ? JSON.parse(readFileSync(EXPLAINED, 'utf8')) : [];
  let noticed = 0;
  let total = 0;
  let unexplained = 0;
  for (const [file, { source, mutants }] of Object.entries(files)) {
    for (const mutant of mutants) {
      if (mutant.status === 'Killed' || mutant.status === 'Timeout') noticed++;
      else if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') continue;
      total++;
      if (mutant.status === 'Killed' || mutant.status === 'Timeout') continue;
      const from = textAt(source, mutant.location);
      if (explained.some((row) => (row.file ?? file) === file && row.from === from && row.to === mutant.replacement))
        continue;
      unexplained++;
      console.log(`survived: ${file}:${mutant.location.start.line}\n  - ${from}\n  + ${mutant.replacement}`);
    }
  }
  const share = total === 0 ? 1 : noticed / total;
  console.log(`${noticed} of ${total} mutants killed (${(share * 100).toFixed(1)} %), ${unexplained} unexplained`);
  return share >= NOTICED && unexplained === 0 ? 0 : 1;
}

/** @param {string} source @param {Mutant['location']} location */
function textAt(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}
