import { expect, test } from 'vitest';
import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import type { SyncMode } from '$lib/api/daemon/shapes/syncMode';
import { unixSeconds } from '$lib/chain/time';
import { NodeSync } from '$lib/state/node/nodeSync.svelte';
import { Live } from '$lib/state/reactive/live.svelte';

const GENESIS = unixSeconds(1_700_000_000);

test('the progress follows the status: target, rate and time left', async () => {
  let nowMs = (GENESIS + 600 * 10_000) * 1_000;
  const reading = { synced: false, height: 100, headersHeight: 900, headersComplete: true };
  const status = async () => ({ ...reading, genesisTimestamp: GENESIS, blockFrequency: 600 }) as ConsensusStatus;
  const consensus = new Live(status, () => nowMs);
  const sync = new NodeSync(consensus, { setMode: async () => undefined });
  const read = async () => {
    await consensus.refresh();
    sync.observe();
  };
  sync.observe();
  expect(sync.progress).toBeUndefined();
  await read();
  expect(sync.progress).toMatchObject({ target: { height: 900, source: 'headers' }, blocksPerSecond: undefined });

  nowMs += 10_000;
  reading.height = 500;
  await read();
  expect(sync.progress).toMatchObject({ height: 500, share: 500 / 900, blocksPerSecond: 40 });
  expect(sync.progress!.secondsLeft).toBeCloseTo(400 / (40 - 1 / 600));

  reading.synced = true;
  await read();
  expect(sync.progress).toMatchObject({ target: undefined, share: 1, secondsLeft: 0 });
});

test('a choice is sent to the node, and shown as the node confirms it', async () => {
  const reading = { synced: false, height: 100, syncMode: 'running' as SyncMode };
  const status = async () => ({ ...reading, genesisTimestamp: GENESIS, blockFrequency: 600 }) as ConsensusStatus;
  const consensus = new Live(status);
  let refuses = false;
  const sync = new NodeSync(consensus, {
    setMode: async ({ body: { mode } }) => {
      if (refuses) throw new Error('not now');
      reading.syncMode = mode;
    }
  });
  expect(await sync.setMode('paused')).toBe(true);
  sync.observe();
  expect(sync.progress).toMatchObject({ height: 100, mode: 'paused' });

  refuses = true;
  expect(await sync.setMode('running')).toBe(false);
  expect(sync.changing.problem?.message).toBe('not now');
  sync.observe();
  expect(sync.progress?.mode).toBe('paused');
});
