import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { settingsParameters } from '$lib/api/daemon/host';
import { MIN_FOLDER_BYTES, SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { hastings } from '$lib/chain/currency/currency';
import { encode } from '$lib/codec/layout';
import { v2Block } from '$lib/chain/block/blockLayout';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { ask, mine } from '../support/node';
import { beginHosting, comparable, openHostNode, type HostNode } from '../support/hostNode';
import { branchFrom } from '../support/walletWorld';
import { temporaryFolder } from '../support/temporary';

const GIB = 1n << 30n;
let root: string;
let opened: HostNode[] = [];
beforeEach(() => {
  root = temporaryFolder('host');
});
afterEach(async () => {
  await Promise.all(opened.map(({ node }) => node.close()));
  opened = [];
  rmSync(root, { recursive: true, force: true });
});

async function openHost(options: Parameters<typeof openHostNode>[0] = {}): Promise<HostNode> {
  const open = await openHostNode(options);
  opened.push(open);
  return open;
}
function directory(name: string): string {
  const path = join(root, name);
  mkdirSync(path);
  return path;
}
/** The host's stored sectors for its contracts. */
async function dataOf({ host }: HostNode): Promise<bigint> {
  const { contracts } = await host.contracts();
  const open = contracts.filter(({ obligationStatus }) => obligationStatus === 'obligationUnresolved');
  return open.reduce((sum, { dataSize }) => sum + dataSize, 0n) / SECTOR_BYTES;
}
async function storedBy({ host }: HostNode): Promise<bigint> {
  const { folders } = await host.folders();
  return folders.reduce((sum, folder) => sum + folder.capacity - folder.capacityRemaining, 0n) / SECTOR_BYTES;
}

describe('status', () => {
  test('a new host has the documented settings and checks whether it is reachable', async () => {
    const { host } = await openHost();
    const status = await host.status();
    expect(status.internalSettings).toMatchObject({
      acceptingContracts: false,
      maxDuration: 25_920n,
      windowSize: 144n,
      registrySize: 0n,
      minStoragePrice: 11_574_074_074n,
      ephemeralAccountExpiry: 604_800n
    });
    expect(status.externalSettings).toMatchObject({
      contractPrice: 150_000_000_000_000_000_000_000n,
      sectorSize: SECTOR_BYTES,
      totalStorage: 0n
    });
    expect(status).toMatchObject({ connectabilityStatus: 'checking', workingStatus: 'checking' });
    expect(status.financialMetrics.contractCount).toBe(0);
    expect((await host.contracts()).contracts).toEqual([]);
    expect((await host.folders()).folders).toEqual([]);
  });

  test('announced at a reachable address, the host is connectable and then works', async () => {
    const open = await openHost();
    const statuses = async () => {
      const { connectabilityStatus, workingStatus } = await open.host.status();
      return [connectabilityStatus, workingStatus];
    };
    await mine(open, 3);
    expect(await statuses()).toEqual(['not connectable', 'not working']);
    await open.host.announce({ body: { netaddress: 'host.example:9982' } });
    expect(await statuses()).toEqual(['checking', 'checking']);
    await mine(open, 2);
    expect(await statuses()).toEqual(['connectable', 'checking']);
    await mine(open, 2);
    expect(await statuses()).toEqual(['connectable', 'working']);
    await open.host.configure({ body: { netaddress: 'nowhere.invalid:9982' } });
    await mine(open, 2);
    expect(await statuses()).toEqual(['not connectable', 'not working']);
  });

  test('is not announced under an unresolvable name', async () => {
    const open = await openHost();
    const announced = open.host.announce({ body: { netaddress: 'nowhere.invalid:9982' } });
    await expect(announced).rejects.toMatchObject({
      status: 400,
      code: 'host/announced-address-invalid',
      serverMessage: expect.stringContaining('no such host') as string
    });
    expect((await open.host.status()).internalSettings.netAddress).toBe('');
  });

  test.each(['\r\n--x\r\nbroken', ''])('a folder is not added with the malformed form %j', async (body) => {
    const open = await openHost();
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await ask(open, '/host/storage/folders/add', { method: 'POST', body, headers });
    expect([answer.status, await answer.json()]).toEqual([400, { message: 'EOF', parameter: 'size' }]);
  });

  test('is not announced without an address, or with an invalid one', async () => {
    const { host } = await openHost();
    await expect(host.announce()).rejects.toThrow('cannot announce because address could not be determined');
    await expect(host.announce({ body: { netaddress: 'foo' } })).rejects.toThrow(
      'unable to perform manual host announcement: announcement requested with bad net address: address foo: missing port'
    );
    await host.configure({ body: { netaddress: 'host.example:9982' } });
    await host.announce();
  });
});

describe('settings', () => {
  test('are all accepted or none', async () => {
    const { host } = await openHost();
    const before = (await host.status()).internalSettings;
    await expect(host.configure({ body: { maxduration: 5n, netaddress: 'foo' } })).rejects.toThrow(
      'invalid NetAddress'
    );
    expect((await host.status()).internalSettings).toEqual(before);
    await host.configure({ body: { maxduration: 5n, registrysize: 40_000n, ephemeralaccountexpiry: 60n } });
    expect((await host.status()).internalSettings).toEqual({
      ...before,
      maxDuration: 5n,
      registrySize: 32_768n,
      ephemeralAccountExpiry: 60n
    });
    const { priceTable, externalSettings } = await host.status();
    expect(priceTable).toMatchObject({ registryEntriesTotal: 128n, registryEntriesLeft: 128n, maxDuration: 5n });
    expect(externalSettings.revisionNumber).toBe(1n);
  });

  test.each([
    ['maxduration=x', 'error parsing host settings: expected integer'],
    ['windowsize=-1', 'error parsing host settings: expected integer'],
    ['minstorageprice=-5', 'error parsing host settings: negative currency not allowed'],
    ['registrysize=1e', undefined]
  ])('%s', async (body, message) => {
    const open = await openHost();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await ask(open, '/host', { method: 'POST', body, headers });
    if (message === undefined) expect(answer.status).toBe(204);
    else expect([answer.status, await answer.json()]).toEqual([400, { message, parameter: body.split('=')[0] }]);
  });

  test('move the registry, and leave other files untouched', async () => {
    const open = await openHost();
    const place = join(directory('registry'), 'registry.dat');
    const taken = join(root, 'taken');
    writeFileSync(taken, 'keep me');
    const registryPath = async () => (await open.host.status()).internalSettings.customRegistryPath;
    for (const customregistrypath of ['registry.dat', join(root, 'nowhere', 'r.dat'), taken, join(root, 'registry')]) {
      await expect(open.host.configure({ body: { customregistrypath } })).rejects.toThrow('invalid registry path');
    }
    expect(await registryPath()).toBe('');
    await open.host.configure({ body: { customregistrypath: place, registrysize: 16_384n } });
    expect(await registryPath()).toBe(place);
    expect(readFileSync(place, 'utf8')).toContain('Registry');
    const { alerts } = await open.daemon.daemon.alerts();
    expect(alerts.some(({ message }) => message.includes(place))).toBe(true);
    await open.host.configure({ body: { customregistrypath: join(root, 'other.dat') } });
    expect(readdirSync(join(root, 'registry'))).toEqual([]);
    expect(readFileSync(taken, 'utf8')).toBe('keep me');
    await open.host.configure({ body: { customregistrypath: '' } });
    expect(await registryPath()).toBe('');
    expect(readdirSync(root).toSorted()).toEqual(['registry', 'taken']);
  });

  test('an empty address is one to detect, an absent one stays', async () => {
    const open = await openHost();
    const address = async () => (await open.host.status()).internalSettings.netAddress;
    await open.host.configure({ body: { netaddress: 'host.example:9982' } });
    await open.host.configure({ body: { windowsize: 200n } });
    expect(await address()).toBe('host.example:9982');
    await open.host.configure({ body: { netaddress: '' } });
    expect(await address()).toBe('');
  });
});

describe('the estimated score', () => {
  test('changes with the given prices, without side effects', async () => {
    const open = await openHost();
    await beginHosting(open, directory('a'), 1_000n * GIB);
    await mine(open, 5);
    const before = await open.host.status();
    const estimate = (query: Parameters<typeof open.host.estimateScore>[0]) => open.host.estimateScore(query);
    const usual = await estimate({});
    const cheap = await estimate({
      query: { minstorageprice: hastings(before.internalSettings.minStoragePrice / 2n) }
    });
    const dear = await estimate({ query: { minstorageprice: hastings(before.internalSettings.minStoragePrice * 9n) } });
    const closed = await estimate({ query: { acceptingcontracts: false } });
    expect(cheap.estimatedScore > usual.estimatedScore && usual.estimatedScore > dear.estimatedScore).toBe(true);
    expect(cheap.conversionRate).toBeGreaterThan(usual.conversionRate);
    expect(usual.conversionRate).toBeGreaterThan(dear.conversionRate);
    expect(closed).toEqual({ estimatedScore: 0n, conversionRate: 0 });
    expect(await open.host.status()).toEqual(before);
    await expect(estimate({ query: { minbaserpcprice: hastings(10n ** 30n) } })).rejects.toThrow('invalid ratio');
  });

  test('depends on exactly the settings that affect a factor of the score', async () => {
    const open = await openHost();
    await beginHosting(open, directory('a'), 1_000n * GIB);
    await mine(open, 5);
    const { internalSettings: now } = await open.host.status();
    type Query = ReturnType<typeof settingsParameters>;
    const scoreWith = async (query: Query) => (await open.host.estimateScore({ query })).estimatedScore;
    const usual = await scoreWith({});
    const counting: Query[] = [
      { acceptingcontracts: false },
      { maxduration: 1n },
      { collateral: hastings(1n) },
      { collateralbudget: hastings(1n) },
      { maxcollateral: hastings(1n) },
      { mincontractprice: hastings(now.minContractPrice * 100n) },
      { mindownloadbandwidthprice: hastings(now.minDownloadBandwidthPrice * 2n) },
      { minstorageprice: hastings(now.minStoragePrice * 2n) },
      { minuploadbandwidthprice: hastings(now.minUploadBandwidthPrice * 2n) }
    ];
    for (const query of counting) expect(await scoreWith(query), Object.keys(query)[0]).toBeLessThan(usual);
    const indifferent: Query[] = [
      { maxdownloadbatchsize: 1n },
      { maxrevisebatchsize: 1n },
      { netaddress: 'example.com:9982' },
      { netaddress: 'no port' },
      { windowsize: 1n },
      { ephemeralaccountexpiry: 1n },
      { maxephemeralaccountbalance: hastings(1n) },
      { maxephemeralaccountrisk: hastings(1n) }
    ];
    for (const query of indifferent) expect(await scoreWith(query), Object.keys(query)[0]).toBe(usual);
  });
});

describe('contracts', () => {
  test('are formed as the chain grows, and potential revenue is earned', async () => {
    const open = await openHost();
    await beginHosting(open, directory('a'), 4n * GIB);
    await mine(open, 60);
    const { contracts } = await open.host.contracts();
    expect(contracts.length).toBeGreaterThan(10);
    expect(await storedBy(open)).toBe(await dataOf(open));
    const bandwidth = await open.host.bandwidth();
    expect(bandwidth.download).toBeGreaterThan(0n);
    await mine(open, 200);
    const { financialMetrics, networkMetrics } = await open.host.status();
    const later = (await open.host.contracts()).contracts;
    expect(later.some(({ obligationStatus }) => obligationStatus === 'obligationSucceeded')).toBe(true);
    expect(financialMetrics.storageRevenue).toBeGreaterThan(0n);
    expect(financialMetrics.potentialStorageRevenue).toBeGreaterThan(0n);
    expect(networkMetrics.formContractCalls + networkMetrics.renewCalls).toBe(later.length);
    expect(await storedBy(open)).toBe(await dataOf(open));
    const [first] = later;
    expect((await open.host.contract({ params: { id: first!.id } })).contract).toEqual(first);
    expect((await open.host.contract({ params: { id: `${first!.id}abcd` } })).contract).toEqual(first);
  });

  test('fail when the data is lost, and cost the risked amount', async () => {
    const open = await openHost();
    const path = directory('a');
    await beginHosting(open, path, 4n * GIB);
    await mine(open, 40);
    const before = (await open.host.status()).financialMetrics;
    expect(before.riskedStorageCollateral).toBeGreaterThan(0n);
    await expect(open.host.removeFolder({ body: { path } })).rejects.toThrow('unable to migrate all sectors');
    await open.host.removeFolder({ body: { path, force: true } });
    expect((await open.host.folders()).folders).toEqual([]);
    expect(readdirSync(path)).toEqual([]);
    await mine(open, 220);
    const { financialMetrics } = await open.host.status();
    expect(financialMetrics.lostRevenue).toBeGreaterThan(0n);
    expect(financialMetrics.lostStorageCollateral).toBeGreaterThan(0n);
    const { contracts } = await open.host.contracts();
    expect(contracts.some(({ obligationStatus }) => obligationStatus === 'obligationFailed')).toBe(true);
  });

  test('stop growing when the folder shrinks below the promised size', async () => {
    const open = await openHost();
    const path = directory('a');
    await beginHosting(open, path, 64n * GIB);
    await mine(open, 12);
    const stored = (await storedBy(open)) * SECTOR_BYTES;
    const newsize = stored > MIN_FOLDER_BYTES ? stored : MIN_FOLDER_BYTES;
    await open.host.resizeFolder({ body: { path, newsize } });
    await mine(open, 60);
    const [folder] = (await open.host.folders()).folders;
    expect(folder).toMatchObject({ capacity: newsize, capacityRemaining: 0n });
    expect(await storedBy(open)).toBe(await dataOf(open));
    expect((await open.host.status()).networkMetrics.errorCalls).toBeGreaterThan(0);
    const { errorAlerts } = await open.daemon.daemon.alerts();
    expect(errorAlerts.map(({ message }) => message)).toContain(
      `The storage folder ${path} is 100% full. Make it larger or add another`
    );
  });
});

describe('folders', () => {
  test('are emptied with visible progress', async () => {
    const open = await openHost();
    const [a, b] = [directory('a'), directory('b')];
    await beginHosting(open, a, 64n * GIB);
    await mine(open, 60);
    const stored = await storedBy(open);
    await open.host.addFolder({ body: { path: b, size: 64n * GIB } });
    const removal = open.host.removeFolder({ body: { path: a } });
    const seen: [bigint, bigint][] = [];
    let isRunning = true;
    void removal.finally(() => (isRunning = false));
    while (isRunning) {
      const folder = (await open.host.folders()).folders.find(({ path }) => path === a);
      if (folder) seen.push([folder.progressNumerator, folder.progressDenominator]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await removal;
    const total = stored * SECTOR_BYTES;
    expect(seen.some(([done, all]) => all === total && done > 0n && done < total)).toBe(true);
    expect((await open.host.folders()).folders.map(({ path }) => path)).toEqual([b]);
    expect(await storedBy(open)).toBe(stored);
    expect(readdirSync(a)).toEqual([]);
  });

  test('are rejected over HTTP with a daemon’s messages', async () => {
    const open = await openHost();
    const path = directory('a');
    const say = async (what: string, form: Record<string, string>) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams(form).toString();
      const answer = await ask(open, `/host/storage/folders/${what}`, { method: 'POST', body, headers });
      return answer.status === 204 ? 204 : ((await answer.json()) as { message: string }).message;
    };
    expect(await say('add', { path, size: '268435457' })).toBe(204);
    expect((await open.host.folders()).folders[0]!.capacity).toBe(MIN_FOLDER_BYTES);
    expect(await say('add', { path: 'a', size: '268435456' })).toBe('storage folder paths must be absolute');
    expect(await say('add', { path })).toBe('EOF');
    // The size is checked first.
    expect(await say('add', {})).toBe('EOF');
    expect(await say('add', { path: 'a', size: '1' })).toMatch(/^minimum allowed size/);
    expect(await say('resize', { path, newsize: '268435456' })).toBe(
      'storage folder selected for resize, but new size is same as current size'
    );
    expect(await say('remove', { path: root, force: 'true' })).toBe(
      'storage folder with the provided path could not be found'
    );
    expect(await say('remove', { path, force: 'yes' })).toBe(204);
  });
});

describe('alerts', () => {
  test('report a missing directory, and an unreachable host', async () => {
    const open = await openHost();
    const path = directory('a');
    await open.host.addFolder({ body: { path, size: MIN_FOLDER_BYTES } });
    await open.host.configure({ body: { acceptingcontracts: true } });
    const messages = async () => (await open.daemon.daemon.alerts()).alerts.map(({ message }) => message);
    expect(await messages()).toContain('The host accepts contracts but was never announced');
    rmSync(path, { recursive: true });
    const { criticalAlerts } = await open.daemon.daemon.alerts();
    expect(criticalAlerts.map(({ message, module }) => [module, message])).toEqual([
      ['host', `The storage folder ${path} is missing. Data in it cannot be proven`]
    ]);
  });
});

describe('the host’s state', () => {
  test('survives a restart', async () => {
    const dataDir = directory('data');
    const open = await openHost({ dataDir });
    await beginHosting(open, directory('a'), 4n * GIB);
    await mine(open, 60);
    const state = async ({ host }: HostNode) => [await host.status(), await host.contracts(), await host.folders()];
    const before = await state(open);
    await open.node.close();
    expect(await state(await openHost({ dataDir }))).toEqual(before);
  });

  test('on another branch is as if there had been no reorganization', async () => {
    const [open, straight] = [await openHost(), await openHost()];
    for (const each of [open, straight]) {
      const name = each === open ? 'a' : 'b';
      await beginHosting(each, directory(name), 4n * GIB);
      await mine(each, 40);
      await each.host.status();
    }
    const fork = await open.wallet.tipState();
    await mine(open, 5);
    await open.host.status();
    const blocks = await branchFrom(open, fork, DEV_ADDRESSES.unlockConditions, 8);
    for (const block of blocks) {
      // A block off the best chain is stored, although the response is that it does not extend it.
      const body = new Uint8Array(encode(v2Block, block));
      await open.daemon.miner.submitBlock({ body }).catch(() => undefined);
    }
    await mine(straight, 8);
    expect(open.node.tip.height).toBe(straight.node.tip.height);
    expect(comparable((await open.host.contracts()).contracts)).toEqual(
      comparable((await straight.host.contracts()).contracts)
    );
    expect(await storedBy(open)).toBe(await dataOf(open));
    expect(await storedBy(open)).toBe(await storedBy(straight));
  });

  test('is deleted by a reset of the chain', async () => {
    const dataDir = directory('data');
    const path = directory('a');
    const open = await openHost({ dataDir });
    await open.host.addFolder({ body: { path, size: MIN_FOLDER_BYTES } });
    await open.node.close();
    const fresh = await openHost({ dataDir, reset: true });
    expect((await fresh.host.folders()).folders).toEqual([]);
    expect(readdirSync(path)).toEqual([]);
  });
});
