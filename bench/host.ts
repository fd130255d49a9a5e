/**
 * A host with a history of about 10,000 contracts: simulating it, listing all contracts, serving them, and storing its
 * state. `node --import ./scripts/ts.mjs bench/host.ts [blocks] [runs]` prints medians with minimum and maximum, in
 * milliseconds.
 */
import { deserialize, serialize } from 'node:v8';
import { encodeAnswer } from '$lib/api/http/response';
import { hostRoutes } from '$lib/api/daemon/host';
import { installFastHash } from '$lib/chain/fastHash';
import { financialMetrics } from '$lib/server/node/host/metrics';
import { steppedHost } from '../tests/support/simulatedHost';

const BLOCKS = Number(process.argv[2] ?? 14_500);
const RUNS = Number(process.argv[3] ?? 7);

// Like the node.
await installFastHash();

async function measure(what: string, work: () => unknown): Promise<void> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const [median, least, most] = [times[RUNS >> 1]!, times[0]!, times.at(-1)!].map((ms) => ms.toFixed(1));
  console.log(`${what.padEnd(36)} ${median} (${least} to ${most})`);
}

const host = steppedHost({ capacity: 10_000_000 });
const start = performance.now();
host.pass(BLOCKS);
console.log(`${BLOCKS} blocks in ${(performance.now() - start).toFixed(0)} ms`);
console.log(`${host.state.open.length} open contracts, ${host.state.ended.length} ended`);

await measure('one more block', () => host.pass(1));
await measure('all contracts', () => host.obligations());
const obligations = host.obligations();
await measure('financial figures', () => financialMetrics(obligations));
await measure('answer with all contracts', () => encodeAnswer(hostRoutes.contracts, { contracts: obligations }));
const stored = serialize(host.state);
await measure(`store the state, ${(stored.length / 1e6).toFixed(1)} MB`, () => serialize(host.state));
await measure('read the state', () => deserialize(stored) as unknown);
