// Adds the blocks of a chain file to another one, those after its tip, until it is killed: they are validated while the
// ones before are being stored.
import type { Generation } from '$lib/chain/transaction/generation';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { startWriter } from '$lib/server/node/store/writes/writerThread';
import { presetOf } from '../../bench/sync/presetOf';

const [whole, part, generation] = process.argv.slice(2);
const from = new ChainStore(whole!);
const to = new ChainStore(part!, startWriter);
const signatures = new SignatureChecker(async (checks) => checks.map(() => false));
const preset = presetOf(generation as Generation);
const assumedValid = from.blocks.tip()!;
const chain = new ChainManager({ store: to, ...preset, clock: Date.now, signatures, assumedValid });
const RUN = 5;

const first = chain.tip.height + 1;
for (let height = first; height <= assumedValid.height; height += RUN) {
  const ids = Array.from({ length: RUN }, (_, i) => from.blocks.bestAt(height + i)).filter((id) => id !== undefined);
  await chain.addBlocksAhead(ids.map((id) => from.block(id)!.block));
  if (height > first) continue;
  await chain.stored();
  process.stdout.write('adding\n');
}
await chain.stored();
// Not the end, which the test waits for.
setInterval(() => undefined, 1_000);
