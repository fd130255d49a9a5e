import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createHostdbClient, type HostFilter } from '$lib/api/daemon/hostdb';
import { createRenterClient, listUploadedBackups } from '$lib/api/daemon/renter';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { FileContractId } from '$lib/chain/ids';
import { encode } from '$lib/codec/layout';
import { v2Block } from '$lib/chain/block/blockLayout';
import { unixSeconds } from '$lib/chain/time';
import { DEV_ADDRESSES, networkPreset } from '$lib/server/node/network/presets';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { withoutParameter } from '../support/playRecorded';
import { branchFrom } from '../support/walletWorld';
import { temporaryFolder } from '../support/temporary';

const directory = temporaryFolder('market');

let opened: OpenNode[] = [];
afterEach(async () => {
  await Promise.all(opened.map(({ node }) => node.close()));
  opened = [];
});

async function openMarket(options: Parameters<typeof openNode>[0] = {}) {
  const open = await openNode(options);
  opened.push(open);
  return {
    open,
    hostdb: createHostdbClient(open.transport),
    renter: createRenterClient(open.transport),
    mine: (blocks: number) => mine(open, blocks)
  };
}
type OpenMarket = Awaited<ReturnType<typeof openMarket>>;

const FUNDS = hastings(500n * HASTINGS_PER_COIN);
const allowance = { funds: FUNDS, period: 40n, renewwindow: 12n, hosts: 6n };
const everything = { disabled: true, expired: true, recoverable: true, inactive: true };
const message = (text: string | RegExp) => ({ status: 400, serverMessage: expect.stringMatching(text) as string });

async function withContracts(): Promise<OpenMarket> {
  const market = await openMarket();
  await market.mine(3);
  await market.renter.configure({ body: allowance });
  await market.mine(6);
  return market;
}

describe('the host database', () => {
  test('finishes its first scan within the first blocks and then lists hundreds of hosts', async () => {
    const { hostdb, mine } = await openMarket();
    expect(await hostdb.status()).toEqual({ initialScanComplete: false });
    await mine(3);
    expect(await hostdb.status()).toEqual({ initialScanComplete: true });
    const { hosts } = await hostdb.all();
    expect(hosts.length).toBeGreaterThan(250);
    expect(new Set(hosts.map((host) => host.publicKey)).size).toBe(hosts.length);
  });

  test('lists active hosts by score, up to the requested number', async () => {
    const { hostdb, mine } = await openMarket();
    await mine(3);
    const { hosts: all } = await hostdb.active();
    const { hosts } = await hostdb.active({ query: { numhosts: 5 } });
    expect(hosts).toEqual(all.slice(0, 5));
    const scores = await Promise.all(
      [0, 20, 100].map(async (i) => (await hostdb.host({ params: { pubkey: all[i]!.publicKey } })).scoreBreakdown.score)
    );
    expect(scores).toEqual(scores.toSorted((a, b) => (a < b ? 1 : -1)));
    expect((await hostdb.active({ query: { numhosts: 0 } })).hosts).toEqual([]);
    expect((await hostdb.active({ query: { numhosts: 100_000 } })).hosts.length).toBe(all.length);
  });

  test('lists scans, newest first, with block timestamps', async () => {
    const { hostdb, mine, open } = await openMarket();
    await mine(40);
    const { hosts } = await hostdb.all();
    const old = hosts.filter(({ firstSeen }) => firstSeen < 10);
    for (const { scanHistory, historicUptime, historicDowntime } of old) {
      expect(scanHistory.length).toBeGreaterThan(4);
      const times = scanHistory.map(({ timestamp }) => timestamp);
      expect(times).toEqual(times.toSorted((a, b) => b - a));
      expect(historicUptime + historicDowntime).toBeGreaterThanOrEqual(0n);
    }
    const { timestamp } = await open.daemon.consensus.block({ query: { height: 0 } });
    for (const { scanHistory } of hosts) expect(scanHistory.at(-1)!.timestamp).toBeGreaterThanOrEqual(timestamp);
  });

  test('explains a score as the product of its factors', async () => {
    const { hostdb, mine } = await openMarket();
    await mine(5);
    const { hosts } = await hostdb.active({ query: { numhosts: 3 } });
    for (const { publicKey } of hosts) {
      const { entry, scoreBreakdown } = await hostdb.host({ params: { pubkey: publicKey } });
      expect(entry.publicKey).toBe(publicKey);
      const { score, conversionRate, ...factors } = scoreBreakdown;
      const product = Object.values(factors).reduce((sofar, factor) => sofar * factor, 1);
      expect(Number(score) / product).toBeCloseTo(1, 9);
      expect(conversionRate).toBeGreaterThan(0);
      expect(conversionRate).toBeLessThanOrEqual(100);
    }
  });

  test('rejects unknown hosts', async () => {
    const { hostdb } = await openMarket();
    const unknown = hostdb.host({ params: { pubkey: `ed25519:${'0'.repeat(64)}` } });
    await expect(unknown).rejects.toMatchObject(message('unable to get host: host not found in hosttree'));
  });

  test('finds a host whose key is in upper case', async () => {
    const { hostdb, mine } = await openMarket();
    await mine(3);
    const [{ publicKey } = { publicKey: '' }] = (await hostdb.active({ query: { numhosts: 1 } })).hosts;
    const pubkey = `ed25519:${publicKey.slice('ed25519:'.length).toUpperCase()}`;
    expect((await hostdb.host({ params: { pubkey } })).entry.publicKey).toBe(publicKey);
  });

  test('filters, and lists the filtered hosts', async () => {
    const { hostdb, mine } = await openMarket();
    await mine(3);
    const { hosts } = await hostdb.active();
    const [first, second] = hosts.map(({ publicKey }) => publicKey) as [string, string];
    expect(await hostdb.filterMode()).toEqual({ filterMode: 'disable', hosts: [], netAddresses: [] });

    await hostdb.setFilterMode({ body: { filterMode: 'blacklist', hosts: [first], netAddresses: [] } });
    expect(await hostdb.filterMode()).toEqual({ filterMode: 'blacklist', hosts: [first], netAddresses: [] });
    expect((await hostdb.active()).hosts.map(({ publicKey }) => publicKey)).not.toContain(first);
    const filtered = (await hostdb.all()).hosts.filter((host) => host.filtered);
    expect(filtered.map(({ publicKey }) => publicKey)).toEqual([first]);

    await hostdb.setFilterMode({ body: { filterMode: 'whitelist', hosts: [second], netAddresses: [] } });
    expect((await hostdb.active()).hosts.map(({ publicKey }) => publicKey)).toEqual([second]);

    await hostdb.setFilterMode({ body: { filterMode: 'disable', hosts: [], netAddresses: [] } });
    expect((await hostdb.active()).hosts.length).toBe(hosts.length);
  });

  test.each([
    ['an empty whitelist', { filtermode: 'whitelist', hosts: [] }, /cannot enable whitelist without hosts/],
    ['another mode', { filtermode: 'bogus', hosts: [] }, /could not assigned FilterMode from string bogus/],
    ['an invalid key', { filtermode: 'blacklist', hosts: [`ed25519:${'0'.repeat(64)}`, 'ed25519:00'] }, /^invalid parameters: ed25519:00 is not/], // prettier-ignore
    ['an empty address', { filtermode: 'blacklist', hosts: [], netaddresses: [' '] }, /invalid parameters/]
  ])('rejects %s and changes nothing', async (_, body, expected) => {
    const { hostdb, open } = await openMarket();
    const kept: HostFilter = { filterMode: 'blacklist', hosts: [], netAddresses: ['example'] };
    await hostdb.setFilterMode({ body: kept });
    const response = await open.node.fetch(
      new Request('http://node/hostdb/filtermode', {
        method: 'POST',
        headers: open.transport.headers as Record<string, string>,
        body: JSON.stringify(body)
      })
    );
    expect(response.status).toBe(400);
    const said = (await response.json()) as object;
    expect(withoutParameter(said)).toEqual({ message: expect.stringMatching(expected) as string });
    expect(await hostdb.filterMode()).toEqual(kept);
  });
});

describe('the renter', () => {
  test('starts without an allowance', async () => {
    const { renter } = await openMarket();
    const status = await renter.status();
    expect(status.settings.allowance.funds).toBe(0n);
    expect(status.currentPeriod).toBe(0);
    expect(await renter.contracts({ query: everything })).toMatchObject({ active: [], expired: [], recoverable: [] });
  });

  test('forms contracts for its allowance and spends it, to the hasting', async () => {
    const { renter, mine } = await withContracts();
    await mine(20);
    const { settings, financialMetrics: spent, currentPeriod, nextPeriod } = await renter.status();
    expect(settings.allowance).toMatchObject({ funds: FUNDS, hosts: 6n, period: 40n, renewWindow: 12n });
    expect([currentPeriod, nextPeriod]).toEqual([3, 43]);
    const { active, passive, refreshed, disabled } = await renter.contracts({ query: everything });
    expect(active.length + passive.length).toBe(6);
    const all = [...active, ...passive, ...refreshed, ...disabled];
    expect(all.reduce((sum, { totalCost }) => sum + totalCost, 0n)).toBe(spent.totalAllocated);
    const { maintenanceSpending: maintenance } = spent;
    const used =
      spent.contractFees +
      spent.downloadSpending +
      spent.uploadSpending +
      spent.storageSpending +
      spent.fundAccountSpending +
      maintenance.accountBalanceCost +
      maintenance.fundAccountCost +
      maintenance.updatePriceTableCost;
    expect(spent.unspent).toBe(FUNDS - used);
    expect(all.reduce((sum, { renterFunds }) => sum + renterFunds, used)).toBe(spent.totalAllocated);
    expect(active.some(({ size }) => size > 0n)).toBe(true);
    for (const { lastTransaction, id, size, renterFunds } of active) {
      expect(lastTransaction?.fileContractRevisions[0]).toMatchObject({
        parentId: id,
        filesize: size,
        validProofOutputs: [{ value: renterFunds }, {}]
      });
    }
  });

  test('returns disabled, expired and recoverable contracts only on request', async () => {
    const { renter, mine } = await withContracts();
    await renter.cancelAllowance();
    const { active, disabled } = await renter.contracts();
    expect([active, disabled]).toEqual([[], []]);
    expect((await renter.contracts({ query: { disabled: true } })).disabled.length).toBe(6);
    await mine(50);
    expect((await renter.contracts()).expired).toEqual([]);
    expect((await renter.contracts({ query: { expired: true } })).expired.length).toBe(6);
  });

  test('returns all contracts that are not active as inactive, on request', async () => {
    const { renter, mine } = await withContracts();
    const [canceled] = (await renter.contracts()).active;
    await renter.cancelContract({ body: { id: canceled!.id } });
    await mine(36); // Renewed, but not ended.
    const { inactive, passive, refreshed, disabled } = await renter.contracts({ query: everything });
    expect(passive.length + refreshed.length).toBeGreaterThan(0);
    expect(inactive).toEqual([...passive, ...refreshed, ...disabled]);
    expect((await renter.contracts()).inactive).toEqual([]);
  });

  test('replaces blacklisted hosts over the next blocks', async () => {
    const { renter, hostdb, mine } = await withContracts();
    const hosts = (await renter.contracts()).active.slice(0, 2).map(({ hostPublicKey }) => hostPublicKey);
    await hostdb.setFilterMode({ body: { filterMode: 'blacklist', hosts, netAddresses: [] } });
    await mine(4);
    const { active, passive, disabled } = await renter.contracts({ query: everything });
    const kept = [...active, ...passive].map(({ hostPublicKey }) => hostPublicKey);
    expect(kept.length).toBe(6);
    for (const host of hosts) expect(kept).not.toContain(host);
    expect(disabled.map(({ hostPublicKey }) => hostPublicKey).sort()).toEqual(hosts.toSorted());
  });

  test('cancels one contract, and rejects unknown ones', async () => {
    const { renter } = await withContracts();
    const [contract] = (await renter.contracts()).active;
    await renter.cancelContract({ body: { id: contract!.id } });
    await renter.cancelContract({ body: { id: contract!.id } });
    const { disabled } = await renter.contracts({ query: everything });
    expect(disabled.map(({ id }) => id)).toEqual([contract!.id]);
    const unknown = renter.cancelContract({ body: { id: 'ab'.repeat(32) as FileContractId } });
    await expect(unknown).rejects.toMatchObject(message(/failed to acquire contract for update/));
  });

  test.each([
    ['no funds', { period: 100n }, /^funds needs to be set if it hasn't been set before$/],
    ['no period', { funds: FUNDS }, /^period needs to be set if it hasn't been set before$/],
    ['zero funds', { ...allowance, funds: hastings(0n) }, /^funds needs to be set if it hasn't been set before$/],
    ['a zero period', { ...allowance, period: 0n }, /^period needs to be set if it hasn't been set before$/],
    ['no hosts', { ...allowance, hosts: 0n }, /^hosts must be non-zero$/],
    ['no renew window', { ...allowance, renewwindow: 0n }, /^renew window must be non-zero$/],
    ['nothing to store', { ...allowance, expectedstorage: 0n }, /^expected storage must be non-zero$/],
    ['no redundancy', { ...allowance, expectedredundancy: 0 }, /^expected redundancy must be non-zero$/],
    ['no data to move', { ...allowance, maxperiodchurn: 0n }, /^max period churn must be non-zero$/],
    [
      'a negative speed',
      { ...allowance, maxuploadspeed: -1n },
      /^unable to set renter settings: bandwidth limits cannot/
    ]
  ])('rejects an allowance with %s and keeps the previous one', async (_, body, expected) => {
    const { renter } = await openMarket();
    await renter.configure({ body: { maxdownloadspeed: 7n, checkforipviolation: false } });
    const before = await renter.status();
    await expect(renter.configure({ body: { maxdownloadspeed: 9n, ...body } })).rejects.toMatchObject(
      message(expected)
    );
    expect(await renter.status()).toEqual(before);
    expect(before.settings).toMatchObject({ maxDownloadSpeed: 7n, ipViolationCheck: false });
  });

  test.each(['1e25', '1.5', '5SC', '0x10', '1_000', '1 000'])(
    'rejects funds of %s, which are not a number of hastings',
    async (funds) => {
      const { open, renter } = await openMarket();
      const body = new URLSearchParams({ funds, period: '1000' });
      const answer = await ask(open, '/renter', { method: 'POST', body });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual({ message: 'unable to parse funds', parameter: 'funds' });
      expect((await renter.status()).settings.allowance.funds).toBe(0n);
    }
  );

  test('requires more hosts and a longer window on the main network', async () => {
    // Its rules with another genesis: on the main network itself nothing is simulated.
    const main = networkPreset('main', unixSeconds(0));
    const { renter } = await openMarket({
      network: { network: main.network, genesis: { ...main.genesis, nonce: 1n } }
    });
    const few = renter.configure({ body: { funds: FUNDS, period: 1_000n, hosts: 5n } });
    await expect(few).rejects.toMatchObject(message('insufficient number of hosts, need at least 20 but have 5'));
    const short = renter.configure({ body: { funds: FUNDS, period: 1_000n, renewwindow: 287n } });
    await expect(short).rejects.toMatchObject(message(/must be at least 288 blocks but have 287 blocks/));
    await renter.configure({ body: { funds: FUNDS, period: 1_000n, hosts: 20n, renewwindow: 288n } });
  });

  test('changes single fields of an allowance, and cancels it with zeros', async () => {
    const { renter } = await withContracts();
    await renter.configure({ body: { hosts: 4n } });
    expect((await renter.status()).settings.allowance).toMatchObject({ funds: FUNDS, hosts: 4n, period: 40n });
    await renter.configure({ body: { funds: hastings(0n), period: 0n, maxuploadspeed: 9n } });
    expect((await renter.status()).settings).toMatchObject({ allowance: { funds: 0n, hosts: 0n }, maxUploadSpeed: 9n });
    expect((await renter.contracts()).active).toEqual([]);
  });

  test.each([
    ['no path', {}, 'should be true if no (sia)?path is provided'],
    ['both paths', { siapath: 'a', rootsiapath: true }, 'and non empty (sia)?path cannot both be used'],
    ['a path with leading dot segments', { siapath: '../a' }, /path cannot begin with ..\//],
    ['a path with dot segments', { siapath: 'a/../b' }, /path cannot contain . or .. elements/],
    ['a path with two slashes', { siapath: 'a//b' }, /path must be a nonempty string/],
    ['the parent directory', { siapath: '/../' }, /path cannot be '..'/]
  ])('does not bubble %s', async (_, body, expected) => {
    const { renter } = await openMarket();
    await expect(renter.bubble({ body })).rejects.toMatchObject(message(expected));
  });

  test('accepts updates of directory metadata and the removal of lost files', async () => {
    const { renter } = await openMarket();
    await renter.bubble({ body: { rootsiapath: true, force: true, recursive: true } });
    await renter.bubble({ body: { siapath: 'some/where' } });
    await renter.clean();
  });
});

describe('the renter’s backups', () => {
  test('are owner-readable files that are never overwritten, and restore files under unused names', async () => {
    const { renter } = await withContracts();
    const path = join(directory, 'renter.backup');
    await renter.backup({ body: { destination: path } });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ format: 'quarry-renter-backup' });
    const again = renter.backup({ body: { destination: path } });
    await expect(again).rejects.toMatchObject({ ...message(/file exists/), status: 500 });

    for (let i = 0; i < 3; i++) await renter.recoverBackup({ body: { source: path } });
    const second = join(directory, 'second.backup');
    await renter.backup({ body: { destination: second } });
    const { files } = JSON.parse(readFileSync(second, 'utf8')) as { files: { path: string }[] };
    const names = files.map((file) => file.path);
    expect(new Set(names).size).toBe(names.length);
  });

  test('with other paths and contents are rejected', async () => {
    const { renter } = await openMarket();
    const no = join(directory, 'no');
    const text = join(directory, 'no-backup');
    writeFileSync(text, '{"format":"else"}');
    const refused: [Promise<void>, string | RegExp, number?][] = [
      [renter.backup({ body: { destination: 'x.bak' } }), 'destination must be an absolute path'],
      [renter.backup({ body: { destination: join(no, 'x') } }), /no such file or directory/, 500],
      [renter.recoverBackup({ body: { source: 'x.bak' } }), 'source must be an absolute path'],
      [renter.recoverBackup({ body: { source: no } }), `failed to load backup: open ${no}: no such file or directory`],
      [renter.recoverBackup({ body: { source: directory } }), /is no backup/],
      [renter.recoverBackup({ body: { source: text } }), /this is no backup of a renter/],
      [renter.recoverBackup({ body: { source: 'nobody', remote: true } }), /there is no backup named nobody/]
    ];
    for (const [call, expected, status = 400] of refused) {
      await expect(call).rejects.toMatchObject({ ...message(expected), status });
    }
    expect(existsSync(no)).toBe(false);
  });

  test('are stored on hosts under their names', async () => {
    const { renter } = await withContracts();
    expect(await listUploadedBackups(renter)).toEqual([]);
    await renter.backup({ body: { destination: 'monday', remote: true } });
    const [kept] = await renter.uploadedBackups();
    expect(kept).toMatchObject({ name: 'monday', uid: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
    expect(kept!.size).toBeGreaterThan(100n);
    expect(await listUploadedBackups(renter)).toEqual([kept]);
    const twice = renter.backup({ body: { destination: 'monday', remote: true } });
    await expect(twice).rejects.toMatchObject(message(/exists already/));
    await renter.recoverBackup({ body: { source: 'monday', remote: true } });
  });

  test('require hosts that can store them', async () => {
    const { renter } = await openMarket();
    const alone = renter.backup({ body: { destination: 'monday', remote: true } });
    await expect(alone).rejects.toMatchObject(message(/there are no contracts/));
  });
});

describe('the market of a node', () => {
  test('is marked as simulated, and reports its problems', async () => {
    const { open, renter, mine } = await openMarket();
    const simulated = expect.objectContaining({ message: 'simulated storage market', severity: 'warning' }) as unknown;
    expect((await open.daemon.daemon.alerts()).warningAlerts).toContainEqual(simulated);
    await renter.configure({ body: { ...allowance, funds: hastings(10n ** 20n) } });
    await mine(4);
    const { alerts, warningAlerts } = await open.daemon.daemon.alerts();
    expect(alerts).toContainEqual(simulated);
    expect(warningAlerts).toContainEqual(expect.objectContaining({ module: 'renter' }));
    const { modules } = await open.daemon.daemon.settings();
    expect(modules).toMatchObject({ host: true, renter: true });
  });

  test('survives a restart, and is deleted by a reset of the chain', async () => {
    const dataDir = join(directory, 'node');
    const first = await openMarket({ dataDir });
    await first.mine(3);
    await first.renter.configure({ body: allowance });
    await first.mine(10);
    const [status, contracts] = [await first.renter.status(), await first.renter.contracts({ query: everything })];
    await first.open.node.close();
    const second = await openMarket({ dataDir });
    expect(await second.renter.status()).toEqual(status);
    expect(await second.renter.contracts({ query: everything })).toEqual(contracts);
    await second.open.node.close();
    const reset = await openMarket({ dataDir, reset: true });
    expect((await reset.renter.status()).settings.allowance.funds).toBe(0n);
  });

  test('follows a reorganization and keeps the allowance', async () => {
    const { open, renter, mine } = await withContracts();
    const branch = await branchFrom(open, await open.wallet.tipState(), DEV_ADDRESSES.policy, 3);
    await mine(2);
    await renter.configure({ body: { hosts: 8n } });
    expect((await renter.status()).settings.allowance.hosts).toBe(8n);
    for (const block of branch) {
      await open.daemon.miner.submitBlock({ body: new Uint8Array(encode(v2Block, block)) }).catch(() => undefined);
    }
    expect(open.node.tip.height).toBe(12);
    await mine(4);
    const { active, passive } = await renter.contracts();
    expect(active.length + passive.length).toBe(8);
  });
});
