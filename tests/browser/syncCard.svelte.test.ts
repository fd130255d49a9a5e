import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { UnreachableError } from '$lib/api/http/errors';
import { m } from '$lib/messages/chain/pages';
import SyncCard from '../../src/routes/(app)/chain/_parts/SyncCard.svelte';

const status = { synced: true, height: 5, currentBlock: 'aa', difficulty: 1n, blockFrequency: 600 };

test.each([false, true])(
  'the latest block is being loaded only while the node responds: failing %s',
  async (failing) => {
    const problem = failing ? new UnreachableError({ method: 'GET', path: '/' }) : undefined;
    const consensus = { value: status, problem, stale: failing, atMs: 0, reading: false, refresh: () => undefined };
    const shown = mount(SyncCard, {
      target: document.body,
      props: {
        consensus: consensus as never,
        sync: { progress: undefined } as never,
        embedded: false,
        newest: undefined
      }
    });
    flushSync();
    expect(document.body.textContent.includes(m.sync.loadingBlock)).toBe(!failing);
    await unmount(shown);
  }
);
