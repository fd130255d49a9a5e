import { expect, test } from 'vitest';
import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import { unixSeconds } from '$lib/chain/time';
import { NodeSync } from '$lib/state/node/nodeSync.svelte';
import { Live } from '$lib/state/reactive/live.svelte';

const GENESIS = unixSeconds(1_700_000_000);

test('the progress follows the readings of the status: target, rate and time left', async () => {
  let nowMs = (GENESIS + 600 * 10_000) * 1_000;
  const reading = { synced: false, height: 100, headersHeight: 900, headersComplete: true };
  const status = async () => ({ ...reading, genesisTimestamp: GENESIS, blockFrequency: 600 }) as ConsensusStatus;
  const consensus = new Live(status, () => nowMs);
  const sync = new NodeSync(consensus);
  const read = async () => {
    await consensus.refresh();
    sync.observe();
  };
  sync.observe();
  expect(sync.progress).toBeUndefined();
  await read();
  expect(sync.progress).toMatchObject({ target: { height: 900, isEstimate: false }, blocksPerSecond: undefined });

  nowMs += 10_000;
  reading.height = 500;
  await read();
  expect(sync.progress).toMatchObject({ height: 500, share: 500 / 900, blocksPerSecond: 40 });
  expect(sync.progress!.secondsLeft).toBeCloseTo(400 / (40 - 1 / 600));

  reading.synced = true;
  await read();
  expect(sync.progress).toMatchObject({ target: undefined, share: 1, secondsLeft: 0 });
});
