/**
 * Measures figures and stores them in bench/results.json: `npm run bench`, or `npm run bench -- kernels node`. Each
 * group documents its method in its own file; peers are installed under .cache and never shipped.
 */
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

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const runs = Number(process.argv.find((argument) => argument.startsWith('--runs='))?.slice(7) ?? 7);
const minutes = Number(process.argv.find((argument) => argument.startsWith('--minutes='))?.slice(10) ?? 60);
const unknown = wanted.filter((name) => !(name in GROUPS));
if (unknown.length > 0) {
  console.error(`no such group: ${unknown.join(', ')}. There are: ${Object.keys(GROUPS).join(', ')}`);
  process.exit(2);
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
