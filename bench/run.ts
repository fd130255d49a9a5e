/**
 * Measures figures and stores them in bench/results.json: `npm run bench`, or `npm run bench -- kernels node`. Each
 * group documents its method in its own file; peers are installed under .cache and never shipped.
 */
import { parseArgs } from 'node:util';
import { report, type Measurement } from './figures.ts';

const GROUPS: Readonly<Record<string, () => Promise<{ readonly measure: Measurement }>>> = {
  kernels: () => import('./kernels.ts'),
  node: () => import('./node.ts'),
  pool: () => import('./pool.ts'),
  peers: () => import('./peerConnection.ts'),
  sync: () => import('./sync.ts'),
  wire: () => import('./wire.ts'),
  size: () => import('./size.ts'),
  app: () => import('./app.ts'),
  interactions: () => import('./interactions.ts'),
  many: () => import('./many.ts'),
  steady: () => import('./steady.ts'),
  held: () => import('./held.ts'),
  cluster: () => import('./cluster.ts')
};
/** Too slow for every run, or dependent on a separately installed program. */
const ON_REQUEST = ['held', 'cluster'];

const USAGE = `Usage: npm run bench -- [GROUP...] [--runs N] [--minutes N]

  GROUP        ${Object.keys(GROUPS).join(', ')}
               default: all but ${ON_REQUEST.join(' and ')}
  --runs N     rounds of each measurement; default 7
  --minutes N  duration of the group held; default 60`;

const { wanted, runs, minutes } = readArguments();

/** Ends the process after printing the help or what is wrong: a misspelled option must not start hours of measuring. */
function readArguments() {
  try {
    const options = {
      runs: { type: 'string' },
      minutes: { type: 'string' },
      help: { type: 'boolean', short: 'h' }
    } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (values.help) {
      console.log(USAGE);
      return process.exit(0);
    }
    const unknown = positionals.filter((name) => !(name in GROUPS));
    if (unknown.length > 0) throw new Error(`no such group: ${unknown.join(', ')}`);
    return {
      wanted: positionals,
      runs: wholeNumber('runs', values.runs ?? '7'),
      minutes: wholeNumber('minutes', values.minutes ?? '60')
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return process.exit(2);
  }
}

/** @throws {Error} naming the option */
function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${option} must be a whole number above 0, not "${text}"`);
  return Number(text);
}

let failed = false;
const usual = Object.keys(GROUPS).filter((name) => !ON_REQUEST.includes(name));
for (const name of wanted.length > 0 ? wanted : usual) {
  console.log(`── ${name}`);
  try {
    const { measure } = await GROUPS[name]!();
    report(await measure({ runs, minutes }));
  } catch (error) {
    // A peer that cannot be installed must not prevent other measurements.
    failed = true;
    console.error(`${name} was not measured: ${error instanceof Error ? error.message : String(error)}`);
  }
}
process.exit(failed ? 1 : 0);
