import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createHostClient } from '$lib/api/daemon/host';
import { MIN_FOLDER_BYTES } from '$lib/api/daemon/hostLimits';
import { mine, type OpenNode } from './node';
import type { Corresponding } from './playRecorded';
import { recordedRequest, type Exchange } from './recordedDaemon';
import { temporaryFolder } from './temporary';

type Preparation = (exchange: Exchange) => Promise<Corresponding>;

const BLOCKS_FOR_CONTRACTS = 30;

/**
 * Sets up on a node what the recorded host had, by exchange: its directories, sizes beyond the standard network's
 * limits, contracts with data. Closing deletes the directories.
 */
export function hostPreparations(open: () => OpenNode): {
  readonly preparations: Readonly<Record<string, Preparation>>;
  close(): void;
} {
  const root = temporaryFolder('recorded');
  const host = () => createHostClient(open().transport);
  const directory = (name: string) => {
    const path = join(root, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const st1 = () => directory('st1');
  const st2 = () => directory('st2');

  async function withFolder(path: string): Promise<void> {
    const { folders } = await host().folders();
    if (folders.some((folder) => folder.path === path)) return;
    await host().addFolder({ body: { path, size: 4n * MIN_FOLDER_BYTES } });
  }
  /** Ensures that the only folder holds contract data. */
  async function withContracts(): Promise<void> {
    await withFolder(st1());
    for (const { path } of (await host().folders()).folders)
      if (path !== st1()) await host().removeFolder({ body: { path } });
    if ((await host().contracts()).contracts.some(({ dataSize }) => dataSize > 0n)) return;
    await host().announce({ body: { netaddress: '127.0.0.1:9992' } });
    await host().configure({ body: { acceptingcontracts: true } });
    await mine(open(), BLOCKS_FOR_CONTRACTS);
  }
  /** The recorded parameters with some replaced. */
  const withForm = async (exchange: Exchange, changes: Readonly<Record<string, string>>): Promise<Corresponding> => {
    const form = new URLSearchParams(await recordedRequest(exchange).text());
    for (const [name, value] of Object.entries(changes)) form.set(name, value);
    return { body: form.toString() };
  };
  const smallest = MIN_FOLDER_BYTES.toString();

  return {
    preparations: {
      'host.contract_by_id': async () => {
        await withContracts();
        const [first] = (await host().contracts()).contracts;
        return { url: (url) => new URL(`/host/contracts/${first!.id}`, url) };
      },
      'host.storage_add': async (exchange) => {
        await withFolder(st1());
        return withForm(exchange, { path: st1() });
      },
      'host.storage_add_nodir': (exchange) => withForm(exchange, { path: '/data/a/st1' }),
      'host.storage_add_query': async () => ({
        url: (url) => {
          url.searchParams.set('path', st2());
          return url;
        }
      }),
      'host.storage_remove': async (exchange) => {
        await withFolder(st2());
        return withForm(exchange, { path: st2() });
      },
      'host.storage_remove_data': async (exchange) => {
        await withContracts();
        return withForm(exchange, { path: st1() });
      },
      'host.storage_resize': async (exchange) => {
        await withFolder(st2());
        return withForm(exchange, { path: st2(), newsize: (2n * MIN_FOLDER_BYTES).toString() });
      },
      // Almost empty: no data beyond the smaller size.
      'host.storage_resize_nodata': async (exchange) => {
        await withFolder(st2());
        return withForm(exchange, { path: st2(), newsize: smallest });
      },
      'host.storage_used': async () => {
        await withContracts();
        return {};
      }
    },
    close: () => rmSync(root, { recursive: true, force: true })
  };
}
