import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { Connection, Connections } from '$lib/api/quarry/connections';
import { ConnectionsState } from '$lib/state/connections/connections.svelte';
import EditConnection from '../../src/routes/(app)/connections/EditConnection.svelte';
import { eventually } from '../support/eventually';

test('a form that is saved after another one was opened does not close that one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const api = { change: () => promise, list: async () => ({ connections: [] }) } as unknown as Connections;
  const connections = new ConnectionsState(api);
  const onclose = vi.fn();
  const connection = { id: 'one', name: 'One', unlocked: [], daemon: { url: 'http://127.0.0.1:1' } };
  const props = { connections, connection: connection as unknown as Connection, onclose };
  const form = mount(EditConnection, { target: document.body, props });
  flushSync();
  document.querySelector('form')!.requestSubmit();
  expect(connections.saving.busy).toBe(true);
  await unmount(form);
  resolve();
  await eventually(() => expect(connections.saving.busy).toBe(false));
  expect(onclose).not.toHaveBeenCalled();
});

test('the form takes the focus: it appears above what has opened it, or instead of it', async () => {
  const connections = new ConnectionsState({ list: async () => ({ connections: [] }) } as unknown as Connections);
  const props = { connections, connection: undefined, onclose: () => undefined };
  const form = mount(EditConnection, { target: document.body, props });
  flushSync();
  expect(document.activeElement?.textContent).toBe('Add a connection');
  await unmount(form);
});
