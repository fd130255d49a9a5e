import { afterEach, expect, test, vi } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { BlockId } from '$lib/chain/ids';
import { openHistory } from '$lib/state/node/openHistory';
import { openNotifications } from '$lib/state/notifications/openNotifications';
import { openWallets } from '$lib/state/wallet/openWallets';
import { openChannel } from '$lib/storage/channel';
import { eventually } from '../support/eventually';

afterEach(() => vi.restoreAllMocks());

/** Never responds. */
const server = new Proxy({}, { get: () => () => new Promise(() => undefined) }) as WalletServer;

const isHeld = async (name: string) => {
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === name);
};

function fillDisk(): void {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
}

test('a tab that has moved a full disk’s data to its memory leaves the sync of the stored wallet to others', async () => {
  const wallets = openWallets(server, true, openChannel, () => 'off');
  const id = await wallets.watch({ name: 'w', entries: [{ address: VOID_ADDRESS }] });
  const wallet = await wallets.open(id);
  const leave = wallet.follow();
  const lock = `quarry:wallet:${id}`;
  await eventually(async () => expect(await isHeld(lock)).toBe(true));
  fillDisk();
  await wallet.rename('in memory');
  await eventually(async () => expect(await isHeld(lock)).toBe(false));
  expect([wallet.info.name, wallet.status.step, wallets.warning?.code]).toEqual([
    'in memory',
    'opening',
    'storage/full'
  ]);
  leave();
});

test('wallets that are added meanwhile are stored once the disk has room again', async () => {
  const wallets = openWallets(server, true, openChannel, () => 'off');
  const entries = [{ address: VOID_ADDRESS }];
  await wallets.watch({ name: 'before', entries });
  const isThere = async (id: string) => {
    const reloaded = openWallets(server, true, openChannel, () => 'off');
    await reloaded.refresh();
    return reloaded.list.some((wallet) => wallet.id === id);
  };
  fillDisk();
  const id = await wallets.watch({ name: 'meanwhile', entries });
  expect([wallets.warning?.code, await isThere(id)]).toEqual(['storage/full', false]);
  vi.restoreAllMocks();
  await eventually(async () => expect(await isThere(id)).toBe(true));
});

test('it leaves the samples of the node to others, and goes on in its memory', async () => {
  const bandwidth = { download: 1, upload: 2, starttime: '2026-01-01T00:00:00Z' };
  const fetch = async ({ url }: Request) =>
    url.endsWith('/gateway/bandwidth') ? Response.json(bandwidth) : new Response('no', { status: 404 });
  const history = await openHistory({ fetch, baseUrl: '/' }, 'n', async () => 'genesis' as BlockId, openChannel);
  fillDisk();
  const abort = new AbortController();
  void history.follow(abort.signal);
  await eventually(() => expect(history.revision).toBe(1));
  expect(await isHeld('quarry:history:n')).toBe(false);
  const { samples } = await history.read('1h');
  expect(samples).toHaveLength(1);
  abort.abort();
  history.close();
});

test('it leaves the notifications to others', async () => {
  const view = { textOf: () => ({ title: '', body: '' }), open: () => undefined };
  const [full, other] = [await openNotifications(view, openChannel), await openNotifications(view, openChannel)];
  const abort = new AbortController();
  const log: string[] = [];
  const workOf = (name: string) => ({
    signal: abort.signal,
    run: async (until: AbortSignal) => {
      log.push(`${name} leads`);
      await new Promise<void>((resolve) => until.addEventListener('abort', () => resolve()));
    }
  });
  const ended = [full.runAsLeader('quarry:notifications', workOf('full'))];
  await eventually(() => expect(log).toEqual(['full leads']));
  ended.push(other.runAsLeader('quarry:notifications', workOf('other')));
  fillDisk();
  await full.notify([{ kind: 'block-found', group: 'g', atMs: 1, href: '/', text: '1', count: 1 }]);
  await eventually(() => expect(log).toEqual(['full leads', 'other leads']));
  expect(full.entries).toHaveLength(1);
  abort.abort();
  await Promise.all(ended);
});
