/** Runs in Deno: our kernel and nano-pow's shader, alternating, on the available adapter; prints rates as JSON. */
import { bestShape, calibrate } from '$lib/gpu/calibrate';
import { measureSlots, openNanoPow, openOurs } from './gpu';

declare const Deno: { args: string[]; readTextFileSync(path: string): string };

const [shaderPath = '', runs = '7', ms = '1000'] = Deno.args;
const adapter = await navigator.gpu.requestAdapter();
if (!adapter) throw new Error('there is no adapter');
const shape = bestShape(await calibrate(await adapter.requestDevice(), () => performance.now()));
const ours = await openOurs(navigator.gpu, shape);
const theirs = await openNanoPow(navigator.gpu, Deno.readTextFileSync(shaderPath));

const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
const rateOf = async (slots: typeof ours) => {
  const { hashes, ms: took } = await measureSlots(slots, Number(ms));
  return hashes / took / 1000;
};
for (let run = 0; run <= Number(runs); run++) {
  const pair = { ours: await rateOf(ours), theirs: await rateOf(theirs) };
  // The first round is warm-up.
  if (run > 0) for (const name of ['ours', 'theirs'] as const) rates[name].push(pair[name]);
}
console.log(JSON.stringify({ ...rates, shape, adapter: adapter.info.description }));
