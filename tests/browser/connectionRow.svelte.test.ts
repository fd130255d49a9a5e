import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { ServerError } from '$lib/api/http/errors';
import type { Connection, Connections } from '$lib/api/quarry/connections';
import { ConnectionsState } from '$lib/state/connections/connections.svelte';
import ServiceRow from '../../src/routes/(app)/connections/ServiceRow.svelte';
import { eventually } from '../support/eventually';

test('a password that could not be sent is reported next to its field', async () => {
  const refusal = new ServerError({ method: 'POST', path: '/connections/one/unlock' }, 500, 'no');
  const api = { unlock: () => Promise.reject(refusal) } as unknown as Connections;
  const connection = { id: 'one', name: 'One', unlocked: [], daemon: { url: 'http://127.0.0.1:1' } };
  const props = {
    connection: connection as unknown as Connection,
    service: 'daemon' as const,
    connections: new ConnectionsState(api)
  };
  const row = mount(ServiceRow, { target: document.body, props });
  const field = document.querySelector('input')!;
  field.value = 'password';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  document.querySelector('form')!.requestSubmit();
  await eventually(() => expect(document.querySelector('[data-error="api/server-error"]')).not.toBeNull());
  expect(field.value).toBe('password');
  await unmount(row);
});
