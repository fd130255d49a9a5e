import { describe, expect, test, vi } from 'vitest';
import type { Address } from '$lib/chain/address';
import { BadRequestError, NotFoundError, ServerError } from '$lib/api/http/errors';
import { verifySolution } from '$lib/mining/grinder/verifySolution';
import type { WorkUnit } from '$lib/mining/work/workUnit';
import type { MiningServices } from '$lib/services/mining/sources/services';
import { openWorkSource } from '$lib/services/mining/sources/openWorkSource';

const exchange = { method: 'POST', path: '/x' };
const id = (digit: string) => digit.repeat(64);
const { signal } = new AbortController();

const world = { nowMs: () => 0, randomBytes: (count: number) => new Uint8Array(count) };
const servicesOf = (daemon: object, wallet: object = {}) => ({ ...world, daemon, wallet }) as unknown as MiningServices;
const PAID = { kind: 'wallet', address: '07'.repeat(38) as Address } as const;
const WORK = { header: new Uint8Array(80) } as unknown as WorkUnit;
const SOLUTION = verifySolution({ header: WORK.header, target: new Uint8Array(32) }, 1009n, 1009n);

describe('work of the daemon', () => {
  const consensus = {
    status: async () => ({ height: 7, currentBlock: id('7') }),
    block: vi.fn(async ({ query }: { query: { height?: number } }) => ({
      id: id(String(query.height)),
      minerPayouts: []
    }))
  };

  test('the tip, blocks below it, and nothing above it', async () => {
    const source = openWorkSource(servicesOf({ consensus }), { kind: 'daemon' });
    expect(await source.getTip(signal)).toEqual({ height: 7, id: id('7') });
    expect(await source.getBlockIdAt(7, signal)).toBe(id('7'));
    expect(await source.getBlockIdAt(3, signal)).toBe(id('3'));
    expect(await source.getBlockIdAt(8, signal)).toBeUndefined();
    expect(consensus.block).toHaveBeenCalledTimes(1);
  });

  test('a rejected header is a result with the node’s error', async () => {
    const error = new BadRequestError(exchange, 400, 'stale header');
    const submitHeader = () => Promise.reject(error);
    const source = openWorkSource(servicesOf({ consensus, miner: { submitHeader } }), { kind: 'daemon' });
    expect(await source.submit(WORK, SOLUTION, signal)).toEqual({ accepted: false, error });
  });

  test('a failing daemon throws', async () => {
    const submitHeader = () => Promise.reject(new ServerError(exchange, 500, 'disk full'));
    const source = openWorkSource(servicesOf({ consensus, miner: { submitHeader } }), { kind: 'daemon' });
    await expect(source.submit(WORK, SOLUTION, signal)).rejects.toMatchObject({ code: 'api/server-error' });
  });
});

describe('work built on the wallet server', () => {
  test('no block at a height above the tip', async () => {
    const indexAt = () => Promise.reject(new NotFoundError(exchange, 404, ''));
    const source = openWorkSource(servicesOf({}, { indexAt }), PAID);
    expect(await source.getBlockIdAt(9, signal)).toBeUndefined();
  });

  test('a pool that stays on another block than the tip provides no work', async () => {
    const wallet = {
      network: async () => ({}),
      tipState: vi.fn(async () => ({ index: { height: 7, id: id('7') } })),
      poolTransactions: async () => ({ basis: { height: 6, id: id('6') }, transactions: [], v2Transactions: [] })
    };
    const source = openWorkSource(servicesOf({}, wallet), PAID);
    await expect(source.getWork(signal)).rejects.toMatchObject({ code: 'mining/malformed-work' });
    expect(wallet.tipState).toHaveBeenCalledTimes(3);
  });
});
