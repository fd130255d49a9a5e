import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Market } from '$lib/server/node/market/market';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureWorkers } from '$lib/server/node/signatures/signatureWorkers';
import { SeedVault } from '$lib/server/node/signing/seedVault';
import { ChainStore } from '$lib/server/node/store/store';
import { ask, openNode, type OpenNode } from '../support/node';

let open: OpenNode;
beforeEach(async () => {
  open = await openNode();
});
afterEach(() => open.node.close());

test('the stack trace is text to a client, and an array of bytes on the wire, as documented', async () => {
  const { stack } = await open.daemon.daemon.stack();
  expect(stack).toMatch(/^Error: .*\n +at /);
  const wire = (await (await ask(open, '/daemon/stack')).json()) as { stack: number[] };
  expect(wire.stack.slice(0, 5)).toEqual([...Buffer.from('Error')]);
});

test('speed limits are stored separately for daemon and gateway, and must not be negative', async () => {
  const { daemon, gateway } = open.daemon;
  await daemon.configure({ body: { maxdownloadspeed: 1000n, maxuploadspeed: 2000n } });
  await gateway.configure({ body: { maxuploadspeed: 3000n } });
  expect(await daemon.settings()).toMatchObject({ maxDownloadSpeed: 1000n, maxUploadSpeed: 2000n });
  expect(await gateway.status()).toMatchObject({ maxDownloadSpeed: 0n, maxUploadSpeed: 3000n });
  for (const configure of [daemon.configure, gateway.configure]) {
    await expect(configure({ body: { maxdownloadspeed: -1n } })).rejects.toMatchObject({
      serverMessage: expect.stringContaining("rate can't be below 0")
    });
  }
});

test('every module is on, and constants are those of the chain', async () => {
  const { modules } = await open.daemon.daemon.settings();
  expect(modules).toMatchObject({ consensus: true, gateway: true, host: true, miner: true, renter: true });
  const { blockFrequency, coinPrecision, rootTarget } = await open.daemon.daemon.constants();
  const status = await open.daemon.consensus.status();
  expect({ blockFrequency, coinPrecision, rootTarget }).toEqual({
    blockFrequency: status.blockFrequency,
    coinPrecision: status.coinPrecision,
    rootTarget: status.rootTarget
  });
});

test.each([
  ['..', "path cannot be '..'"],
  ['../x', 'path cannot begin with ../']
])('a renter directory cannot be %s', async (siapath, reason) => {
  const response = await ask(open, '/renter/bubble', { method: 'POST', body: new URLSearchParams({ siapath }) });
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(reason)]);
});

describe('a node that is closed', () => {
  afterEach(() => vi.restoreAllMocks());

  test('closes all of its parts, the chain after those that would find it closed', async () => {
    const [threads, pool] = [
      vi.spyOn(SignatureWorkers.prototype, 'close'),
      vi.spyOn(TransactionPool.prototype, 'close')
    ];
    const [market, vault] = [vi.spyOn(Market.prototype, 'close'), vi.spyOn(SeedVault.prototype, 'close')];
    const chain = vi.spyOn(ChainStore.prototype, 'close');
    await open.node.close();
    const order = (part: { readonly mock: { readonly invocationCallOrder: number[] } }) =>
      part.mock.invocationCallOrder[0]!;
    expect(vault).toHaveBeenCalledTimes(1);
    for (const part of [threads, pool, market]) expect(order(part)).toBeLessThan(order(chain));
  });

  test('ends the threads that verify signatures, even if it could not be opened', async () => {
    const threads = vi.spyOn(SignatureWorkers.prototype, 'close');
    await expect(openNode({ checkpoint: 'published' })).rejects.toMatchObject({ code: 'node/no-checkpoint' });
    expect(threads).toHaveBeenCalledTimes(1);
  });
});
