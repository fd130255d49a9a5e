import { expect, test } from 'vitest';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { createMiningServerSource, type MiningService } from '$lib/mining/work/miningServerSource';
import type { ChainReader } from '$lib/mining/work/workSource';

/** Responds to every long poll immediately, with another template each time if it `changes`. */
function impatientServer(changes: boolean) {
  let asked = 0;
  const service: MiningService = {
    getTemplate: async () => {
      asked++;
      return {
        version: 1,
        height: 1,
        parentId: '00'.repeat(32) as BlockId,
        timestamp: unixSeconds(0),
        target: 1n,
        commitment: '00'.repeat(32) as Hash256,
        minerPayouts: [],
        transactions: [],
        v2Transactions: [],
        longPollId: changes ? String(asked) : 'same'
      };
    },
    getChain: async () => undefined,
    submitBlock: async () => ({ accepted: true })
  };
  return { service, asked: () => asked };
}

test.each([
  ['another template', true],
  ['the same template', false]
])(
  'a server that responds to each long poll immediately with %s is polled a few times per second',
  async (_, changes) => {
    const { service, asked } = impatientServer(changes);
    const stop = new AbortController();
    let ms = 0;
    const scheduler = {
      now: () => ms,
      yield: async () => {},
      sleep: async (forMs: number) => {
        ms += forMs;
        if (ms >= 60_000) stop.abort();
      }
    };
    const chain = {} as ChainReader;
    const source = createMiningServerSource(service, chain, undefined, {
      randomBytes: (n) => new Uint8Array(n),
      scheduler
    });
    const following = (async () => {
      for await (const _update of source.followWork!(stop.signal));
    })();
    await expect(following).rejects.toThrow();
    expect(asked()).toBeLessThanOrEqual(10 + 2 * 60);
  }
);
