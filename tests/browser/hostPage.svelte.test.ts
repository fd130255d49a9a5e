import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { FilterMode, HostdbClient } from '$lib/api/daemon/hostdb';
import { AppError } from '$lib/errors';
import { HostDatabase, setHostDatabase } from '$lib/state/hosts/hostDatabase.svelte';
import { setRenter } from '$lib/state/renter/renter.svelte';
import { setNodeStatus } from '$lib/state/context';
import { load } from '../../src/routes/(app)/hosts/[key]/+page';
import HostPage from '../../src/routes/(app)/hosts/[key]/+page.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

const KEY = `ed25519:${'a'.repeat(64)}`;

class HostNotFoundError extends AppError {
  readonly code = 'hostdb/host-not-found';
}

/** The actions on the page of a host that the node does not know. @returns their texts */
async function actionsOnUnknownHost(filterMode: FilterMode, hosts: readonly string[]): Promise<string[]> {
  const client = {
    all: async () => ({ hosts: [] }),
    active: async () => ({ hosts: [] }),
    filterMode: async () => ({ filterMode, hosts }),
    host: () => Promise.reject(new HostNotFoundError('no such host'))
  };
  await load({ params: { key: KEY } } as never);
  const database = new HostDatabase(client as unknown as HostdbClient);
  await database.filter.refresh();
  const provided = (...[anchor, props]: Parameters<typeof HostPage>) => {
    setHostDatabase(database);
    setRenter({ contracts: { value: undefined } } as never);
    setNodeStatus({ consensus: { value: { height: 5 } } } as never);
    return HostPage(anchor, props);
  };
  shown = mount(provided, { target: document.body, props: { data: { key: KEY } } as never, context: new Map() });
  flushSync();
  await eventually(() => expect(document.querySelector('.problem')).not.toBeNull());
  return [...document.querySelectorAll('.actions a')].map(({ textContent }) => textContent.trim());
}

test('a host that the node does not know is not offered for blocking', async () => {
  expect(await actionsOnUnknownHost('blacklist', [])).toEqual([]);
});

test('an unknown host that is blocked can be unblocked', async () => {
  expect(await actionsOnUnknownHost('blacklist', [KEY])).toHaveLength(1);
});
