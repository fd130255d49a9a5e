import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { renterHandlers, type RenterParts } from '$lib/server/node/handlers/renter';
import { STANDARD_LIMITS } from '$lib/server/node/renter/configure';
import {
  INITIAL_RENTER,
  type Contract,
  type RenterAction,
  type RenterState,
  type Spending
} from '$lib/server/node/renter/state';
import { openMarket } from '../../../../support/market';

const { world } = openMarket();
const act = vi.fn<(part: unknown, action: RenterAction) => void>();
beforeEach(() => void act.mockClear());

const NOTHING = hastings(0n);
const NO_SPENDING: Spending = {
  ...{ fees: NOTHING, upload: NOTHING, download: NOTHING, storage: NOTHING, fundAccount: NOTHING },
  ...{ updatePriceTable: NOTHING, accountBalance: NOTHING, fundAccountCall: NOTHING }
};
const contract = (host: number, changes: Partial<Contract> = {}): Contract =>
  ({
    ...{ id: `${host}`.padStart(64, '0'), host, size: 7n, goodForUpload: true, goodForRenew: true },
    ...{ startHeight: 1, endHeight: 9, collateral: 0n, renterFunds: 0n, totalCost: 0n, revisionNumber: 1n },
    spending: NO_SPENDING,
    ...changes
  }) as unknown as Contract;
const ACTIVE = contract(1);
const PASSIVE = contract(2, { goodForUpload: false });
const DISABLED = contract(3, { goodForUpload: false, goodForRenew: false });
const REFRESHED = contract(4, { renewedTo: ACTIVE.id });
const EXPIRED = contract(5);
const EXPIRED_REFRESHED = contract(6, { renewedTo: ACTIVE.id });
const LOST = contract(7);

function handlersOf(state: Partial<RenterState> = {}) {
  const all = { ...INITIAL_RENTER, contracts: [ACTIVE], ...state };
  const moment = { height: 5, timestamp: 0 };
  const market = { world, act, advance: async () => moment, read: async () => ({ state: all, moment }) };
  return renterHandlers({ market, renter: {}, limits: STANDARD_LIMITS } as unknown as RenterParts);
}
const call = <A>(handler: (request: never, context: never) => A, body: object, query: object = {}): A =>
  handler({ params: {}, query, body } as never, {} as never);
const actions = () => act.mock.calls.map(([, action]) => action);

const file = (path: string) => ({ path, size: 1n });
const backupOf = (...paths: string[]) =>
  JSON.stringify({ format: 'quarry-renter-backup', version: 1, files: paths.map((path) => ({ path, size: 1 })) });
const kept = (name: string, content = backupOf()) =>
  ({ name, uid: `uid of ${name}`, creationDate: 3, content }) as never;

describe('a backup on hosts', () => {
  test('is kept, and listed with its size in bytes and the hosts that keep it', async () => {
    await call(handlersOf().createBackup, { name: 'ä' });
    await call(handlersOf().backup, { destination: 'b', remote: true });
    const content = expect.stringContaining('quarry-renter-backup') as string;
    expect(actions()).toEqual(['ä', 'b'].map((name) => ({ type: 'keepBackup', name, content })));
    const { uploadedBackups, backups } = handlersOf({
      contracts: [ACTIVE, PASSIVE, DISABLED, REFRESHED],
      backups: [kept('ä', 'ää')]
    });
    const listed = [{ name: 'ä', uid: 'uid of ä', creationDate: 3, size: 4n, uploadProgress: 100 }];
    expect(await call(uploadedBackups, {})).toEqual(listed);
    const syncedHosts = [1, 2].map((host) => world.hosts.host(host).publicKey);
    expect(await call(backups, {})).toEqual({ backups: listed, syncedHosts, unsyncedHosts: [] });
  });

  test.each<[string, string, Partial<RenterState>, object]>([
    ['a name that is too long', 'x'.repeat(97), {}, { code: 'renter/backup-name-too-long', parameter: 'name' }],
    ['a name that is taken', 'b', { backups: [kept('a'), kept('b')] }, { code: 'renter/backup-name-taken' }],
    [
      'a hundred others',
      'x',
      { backups: Array.from({ length: 100 }, (_, i) => kept(`${i}`)) },
      { code: 'renter/too-many-backups', data: { most: 100 } }
    ],
    ['only hosts that are not used', 'x', { contracts: [DISABLED, REFRESHED] }, { code: 'renter/backup-without-hosts' }]
  ])('is refused with %s', async (_, name, state, problem) => {
    await expect(call(handlersOf(state).createBackup, { name })).rejects.toMatchObject(problem);
    expect(actions()).toEqual([]);
  });

  test('may have a name of 96 characters, beside 99 others', async () => {
    const backups = Array.from({ length: 99 }, (_, i) => kept(`${i}`));
    await call(handlersOf({ backups }).createBackup, { name: 'x'.repeat(96) });
    expect(actions()).toHaveLength(1);
  });

  test('is recovered by its name', async () => {
    const { restoreBackup, recoverBackup } = handlersOf({
      backups: [kept('a', backupOf('one')), kept('b', backupOf('two', 'three'))]
    });
    await call(restoreBackup, { name: 'b' });
    await call(recoverBackup, { source: 'a', remote: true });
    expect(actions()).toEqual([
      { type: 'recoverFiles', files: [file('two'), file('three')] },
      { type: 'recoverFiles', files: [file('one')] }
    ]);
    await expect(call(restoreBackup, { name: 'c' })).rejects.toMatchObject({
      code: 'renter/backup-not-found',
      data: { name: 'c' }
    });
  });

  test.each([
    [998, true],
    [999, false]
  ])('of two files is recovered beside %i others: %s', async (count, isRecovered) => {
    const files = Array.from({ length: count }, (_, i) => file(`${i}`));
    const { restoreBackup } = handlersOf({ files, backups: [kept('a', backupOf('x', 'y'))] });
    const restored = call(restoreBackup, { name: 'a' });
    if (isRecovered) await restored;
    else await expect(restored).rejects.toMatchObject({ code: 'renter/too-many-files', data: { most: 1_000 } });
    expect(actions()).toHaveLength(isRecovered ? 1 : 0);
  });

  test('that is none is not recovered', async () => {
    const { restoreBackup } = handlersOf({ backups: [kept('a', '{}')] });
    await expect(call(restoreBackup, { name: 'a' })).rejects.toMatchObject({ code: 'renter/backup-foreign' });
  });
});

test('backup files need absolute paths', async () => {
  const { backup, recoverBackup } = handlersOf();
  await expect(call(backup, { destination: 'x' })).rejects.toMatchObject({
    code: 'renter/destination-relative',
    parameter: 'destination'
  });
  await expect(call(recoverBackup, { source: 'x' })).rejects.toMatchObject({
    code: 'renter/source-relative',
    parameter: 'source'
  });
});

test.each<[string, string | undefined, boolean, string | undefined]>([
  ['one', 'a', false, undefined],
  ['one with slashes at its ends', '/a/b/', false, undefined],
  ['one with dots in its name', 'a..b/.c', false, undefined],
  ['the root', undefined, true, undefined],
  ['neither', undefined, false, 'renter/directory-missing'],
  ['both', 'a', true, 'renter/two-directories'],
  ['none', '', false, 'path must be a nonempty string'],
  ['a dot', '.', false, "path cannot be '.'"],
  ['two dots', '..', false, "path cannot be '..'"],
  ['two slashes', '//a', false, 'path cannot begin with /'],
  ['the directory above', '../a', false, 'path cannot begin with ../'],
  ['one through a dot', 'a/./b', false, 'path cannot contain . or .. elements'],
  ['one through the directory above', 'a/..', false, 'path cannot contain . or .. elements'],
  ['an empty element', 'a//b', false, 'path must be a nonempty string']
])('a directory to update: %s', async (_, siapath, rootsiapath, problem) => {
  const answer = async () => call(handlersOf().bubble, { siapath, rootsiapath });
  if (problem === undefined) expect(await answer()).toBeUndefined();
  else if (problem.startsWith('renter/')) await expect(answer()).rejects.toMatchObject({ code: problem });
  else {
    const data = { reason: `[invalid SiaPath; ${problem}]` };
    await expect(answer()).rejects.toMatchObject({ code: 'renter/directory-invalid', data });
  }
});

test.each([
  ['open', ACTIVE],
  ['ended', EXPIRED]
])('a contract that is %s can be canceled, and an unknown one cannot', async (_, { id }) => {
  const { cancelContract } = handlersOf({ contracts: [PASSIVE, ACTIVE], ended: [EXPIRED] });
  await call(cancelContract, { id });
  expect(actions()).toEqual([{ type: 'cancelContract', id }]);
  await expect(call(cancelContract, { id: LOST.id })).rejects.toMatchObject({ code: 'renter/contract-not-found' });
});

test.each(['cancelAllowance', 'clean'] as const)('%s takes effect at the tip', async (type) => {
  await call(handlersOf()[type], {});
  expect(actions()).toEqual([{ type }]);
});

describe('the contracts', () => {
  const { contracts } = handlersOf({
    contracts: [ACTIVE, PASSIVE, DISABLED, REFRESHED],
    ended: [EXPIRED, EXPIRED_REFRESHED],
    lost: [LOST]
  });
  const read = async (query: object) => {
    const answer = await call(contracts, {}, query);
    return Object.fromEntries(
      Object.entries(answer).map(([name, list]) => [name, (list as { id: string }[]).map(({ id }) => Number(id))])
    );
  };
  const usual = {
    ...{ contracts: [1, 2, 3], inactive: [], active: [1], passive: [2], refreshed: [4], disabled: [] },
    ...{ expired: [], expiredRefreshed: [], recoverable: [] }
  };

  test.each<[string, object, object]>([
    ['nothing', {}, {}],
    ['inactive ones', { inactive: true }, { inactive: [2, 4, 3] }],
    ['disabled ones', { disabled: true }, { disabled: [3] }],
    ['expired ones', { expired: true }, { expired: [5], expiredRefreshed: [6] }],
    ['recoverable ones', { recoverable: true }, { recoverable: [7] }]
  ])('are listed by category, with %s in addition', async (_, query, more) => {
    expect(await read(query)).toEqual({ ...usual, ...more });
  });
});
