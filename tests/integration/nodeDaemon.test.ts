import { afterEach, beforeEach, expect, test } from 'vitest';
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
