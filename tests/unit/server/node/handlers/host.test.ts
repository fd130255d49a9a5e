import { beforeEach, describe, expect, test, vi } from 'vitest';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { FileContractId } from '$lib/chain/ids';
import type { PublicKey } from '$lib/chain/keys/keys';
import { hostHandlers } from '$lib/server/node/handlers/host';
import type { HostModule, HostView, ListedContract } from '$lib/server/node/host/hostModule';
import { DEFAULT_HOST_SETTINGS } from '$lib/server/node/host/settings';
import { applyAction, NEW_HOST, type HostAction, type HostState } from '$lib/server/node/host/state';

const OPEN = 'obligationUnresolved';
const ADDRESS = 'host.example:9982';
const options = { signal: new AbortController().signal };
const request = <Body>(body: Body) => ({ params: {}, query: {}, body });

const NOTHING = {
  ...{ transactionFeesAdded: 0n, contractCost: 0n, potentialAccountFunding: 0n, potentialStorageRevenue: 0n },
  ...{ potentialDownloadRevenue: 0n, potentialUploadRevenue: 0n, lockedCollateral: 0n, riskedCollateral: 0n }
};

/** A contract with this traffic, in sectors and calls. */
const contractOf = (id: string, account: Partial<ListedContract['account']> = {}, obligationStatus = OPEN) =>
  ({
    obligation: { ...NOTHING, id: id.padEnd(64, '0') as FileContractId, obligationStatus },
    account: { revisions: 0, fetches: 0, received: 0, sent: 0, ...account }
  }) as unknown as ListedContract;

let state: HostState;
let contracts: ListedContract[];
let height: number;
let log: string[];
let handlers: ReturnType<typeof hostHandlers>;
let room: { total: number; free: number };
beforeEach(() => {
  [state, contracts, height, log, room] = [NEW_HOST, [], 10, [], { total: 8, free: 3 }];
  const host = {
    address: VOID_ADDRESS,
    read: async () => {
      log.push('read');
      return { state, moment: { height }, contracts } as unknown as HostView;
    },
    act: (action: HostAction) => {
      log.push(action.type);
      return (state = applyAction(state, action, height));
    },
    storage: {
      room,
      folders: [],
      add: async (path: string, size: bigint) => void log.push(`add ${path} ${size}`),
      remove: async (path: string, force: boolean) => void log.push(`remove ${path} ${force}`),
      resize: async (path: string, size: bigint) => void log.push(`resize ${path} ${size}`),
      deleteSector: async (root: string) => void log.push(`delete ${root}`)
    },
    registry: { follow: vi.fn(() => void log.push('registry')) },
    market: { world: { ranking: { conversionRate: (score: bigint) => Number(score > 0n) } } }
  } as unknown as HostModule;
  handlers = hostHandlers({ host, publicKey: 'ed25519:00' as PublicKey, fee: () => 7n, startedMs: 1_000 });
});

test('the status counts the calls of renters, and the registry entries that open contracts leave', async () => {
  const ended = contractOf('2', { revisions: 10 }, 'obligationSucceeded');
  contracts = [contractOf('1', { revisions: 2, fetches: 5 }), ended, contractOf('3', {}, 'obligationFailed')];
  state = {
    ...applyAction(NEW_HOST, { type: 'configure', settings: { ...DEFAULT_HOST_SETTINGS, registrySize: 16_384n } }, 0),
    calls: { settings: 7, formed: 3, renewed: 1, errors: 4 }
  };
  const { networkMetrics, priceTable, externalSettings } = await handlers.status(request(undefined), options);
  expect(networkMetrics).toEqual({
    downloadCalls: 5,
    errorCalls: 4,
    formContractCalls: 3,
    renewCalls: 1,
    reviseCalls: 12,
    settingsCalls: 7,
    unrecognizedCalls: 0
  });
  const { registryEntriesLeft, registryEntriesTotal, txnFeeMinRecommended, txnFeeMaxRecommended } = priceTable;
  expect(registryEntriesTotal - registryEntriesLeft).toBe(1n);
  expect([txnFeeMinRecommended, txnFeeMaxRecommended]).toEqual([7n, 21n]);
  const { remainingStorage, totalStorage } = externalSettings;
  expect([remainingStorage, totalStorage]).toEqual([3n * SECTOR_BYTES, 8n * SECTOR_BYTES]);
});

test('traffic is counted since the start, and never below zero', async () => {
  const bandwidth = () => handlers.bandwidth(request(undefined), options);
  contracts = [contractOf('1', { received: 2, sent: 1, revisions: 1 })];
  const startTime = '1970-01-01T00:00:01.000Z';
  expect(await bandwidth()).toEqual({ download: 0n, upload: 0n, startTime });
  contracts = [...contracts, contractOf('2', { received: 5, sent: 3, fetches: 2 })];
  state = { ...state, calls: { ...state.calls, settings: 4 } };
  const calls = 6n * 2_048n;
  expect(await bandwidth()).toEqual({
    download: 5n * SECTOR_BYTES + calls,
    upload: 3n * SECTOR_BYTES + calls,
    startTime
  });
  // A reorganization took contracts away.
  [contracts, state] = [[], NEW_HOST];
  expect(await bandwidth()).toEqual({ download: 0n, upload: 0n, startTime });
});

test('a contract is found by its ID, shorter ones padded and longer ones cut, as on daemons', async () => {
  contracts = [contractOf('0'), contractOf('12')];
  const find = async (id: string) => {
    const { contract } = await handlers.contract({ params: { id }, query: {}, body: undefined }, options);
    return contract.id;
  };
  const id = '12'.padEnd(64, '0');
  for (const text of [id, '12', `${id}ff`]) expect(await find(text)).toBe(id);
  await expect(find('13')).rejects.toMatchObject({ code: 'host/contract-not-found' });
});

describe('an announcement', () => {
  const announce = (netaddress?: string) => handlers.announce(request({ netaddress }), options);

  test('is of the given address, otherwise of the configured one', async () => {
    await expect(announce()).rejects.toMatchObject({ code: 'host/own-address-unknown' });
    await announce(ADDRESS);
    expect(state.announced).toEqual({ address: ADDRESS, height: 10 });
    height = 20;
    await announce();
    expect(state.announced).toEqual({ address: ADDRESS, height: 20 });
  });

  test.each([
    ['that is none', 'foo'],
    ['that nobody reaches', 'nowhere.invalid:1']
  ])('of an address %s is refused', async (_, address) => {
    await expect(announce(address)).rejects.toMatchObject({
      code: 'host/announced-address-invalid',
      parameter: 'netaddress'
    });
    expect(state.announced).toBeUndefined();
  });
});

test('settings are changed once the registry has moved, and not at all if anything is refused', async () => {
  await handlers.configure(request({ maxduration: 5n }), options);
  expect([log, state.settings.maxDuration]).toEqual([['read', 'registry', 'configure'], 5n]);
  log = [];
  await expect(handlers.configure(request({ netaddress: 'foo', maxduration: 6n }), options)).rejects.toMatchObject({
    code: 'host/address-invalid'
  });
  expect([log, state.settings.maxDuration]).toEqual([['read'], 5n]);
});

test('folders are changed between two looks at the host', async () => {
  await handlers.addFolder(request({ path: '/a', size: 5n }), options);
  await handlers.resizeFolder(request({ path: '/a', newsize: 6n }), options);
  await handlers.removeFolder(request({ path: '/a' }), options);
  await handlers.removeFolder(request({ path: '/b', force: true }), options);
  await handlers.deleteSector({ params: { merkleroot: '11' }, query: {}, body: undefined }, options);
  const works = ['add /a 5', 'resize /a 6', 'remove /a false', 'remove /b true', 'delete 11'];
  expect(log).toEqual(works.flatMap((work) => ['read', work, 'read']));
});

test('a score is estimated for other settings, which stay as they are', async () => {
  const estimate = (query: Record<string, unknown>) =>
    handlers.estimateScore({ params: {}, query, body: undefined } as never, options);
  state = applyAction(state, { type: 'announce', address: ADDRESS }, 0);
  const { estimatedScore, conversionRate } = await estimate({ acceptingcontracts: true });
  expect([estimatedScore > 0n, conversionRate]).toEqual([true, 1]);
  expect((await estimate({ acceptingcontracts: true, mincontractprice: 10n ** 27n })).estimatedScore).toBeLessThan(
    estimatedScore
  );
  expect(log).toEqual(['read', 'read']);
  // As much as renters would find: free space, not all.
  room.free = 2;
  expect((await estimate({ acceptingcontracts: true })).estimatedScore).toBeLessThan(estimatedScore);
});
