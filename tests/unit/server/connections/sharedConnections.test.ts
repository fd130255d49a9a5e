import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '$lib/server/config';
import { createContainer } from '$lib/server/container';
import { connectionOf, startConnection } from '$lib/server/connections/connection';
import { beginSession } from '$lib/server/connections/handlers';
import { shareConnections } from '$lib/server/connections/store';
import { temporaryFolder } from '../../../support/temporary';

const LONGEST_ID = 'a-_Z'.padEnd(60, '9');
const env = {
  WALLET_URL: 'http://127.0.0.1:1',
  QUARRY_SESSION_KEY: 'c3'.repeat(32),
  QUARRY_CONNECTIONS: JSON.stringify([
    { name: 'Second', wallet: { url: 'http://127.0.0.1:2' } },
    { id: LONGEST_ID, name: 'Third', daemon: { url: 'http://127.0.0.1:3' } }
  ])
};
const replica = (folder = join(temporaryFolder('replica'), 'new')) =>
  createContainer(readConfig({ ...env, QUARRY_DATA_DIR: folder }));

test('replicas have the same connections and open each other’s sessions', async () => {
  const [one, two] = [await replica(), await replica()];
  expect(one.connections.all().map(({ id, name }) => ({ id, name }))).toMatchObject([
    { id: 'start' },
    { id: expect.stringMatching(/^[0-9a-f]{12}$/) as string, name: 'Second' },
    { id: LONGEST_ID, name: 'Third' }
  ]);
  expect(two.connections.all()).toEqual(one.connections.all());
  const session = beginSession(one, { wallet: 'password' });
  const { sealer } = two;
  expect(sealer.open(one.sealer.seal(session), one.sealer.pageTokenOf(session))).toEqual(session);
  expect(one.connections.all().map((stored) => connectionOf(stored, session).fixed)).toEqual([true, true, true]);
});

test('a replica that stores no secret refuses a data folder that every user can write to, too', async () => {
  const folder = temporaryFolder('replica');
  chmodSync(folder, 0o777);
  await expect(replica(folder)).rejects.toMatchObject({ code: 'server/shared-folder', path: folder });
});

const start = startConnection(readConfig(env));

test('pages cannot change them', () => {
  const shared = shareConnections(env.QUARRY_CONNECTIONS, 'x', start);
  const draft = { name: 'New', wallet: { url: 'http://127.0.0.1:4' } };
  const changes = [
    () => shared.add(draft),
    () => shared.change(LONGEST_ID, draft),
    () => shared.remove(LONGEST_ID),
    () => shared.remove('start')
  ];
  for (const change of changes) expect(change).toThrow(expect.objectContaining({ code: 'connection/shared' }) as Error);
  expect(shared.get(LONGEST_ID).daemon?.url).toBe('http://127.0.0.1:3');
  expect([shared.find(LONGEST_ID), shared.find('fourth')]).toEqual([shared.get(LONGEST_ID), undefined]);
  expect(() => shared.get('fourth')).toThrow(expect.objectContaining({ code: 'connection/unknown' }) as Error);
});

test('accepts the format of a data folder’s file', () => {
  const text = JSON.stringify({ version: 1, connections: JSON.parse(env.QUARRY_CONNECTIONS) as unknown });
  expect(
    shareConnections(text, 'x', start)
      .all()
      .map(({ name }) => name)
      .slice(1)
  ).toEqual(['Second', 'Third']);
});

describe('a start is refused, naming the source, with', () => {
  test.each([
    ['text', 'connections'],
    ['another shape', '[{"title": "x"}]'],
    ...['ä', 'aä', 'äa', '', 'a'.repeat(61)].map((id) => [
      `an id that no header can carry, "${id}"`,
      JSON.stringify([{ id, name: 'A', wallet: { url: 'http://127.0.0.1:2' } }])
    ]),
    ['no address', '[{"name": "A"}]'],
    ['an address with a password', '[{"name": "A", "wallet": {"url": "http://:x@127.0.0.1"}}]'],
    ['the id of the start', '[{"id": "start", "name": "A", "wallet": {"url": "http://127.0.0.1:2"}}]'],
    ['a duplicate name', `[${'{"name": "A", "wallet": {"url": "http://127.0.0.1:2"}},'.repeat(2).slice(0, -1)}]`]
  ])('%s', (_, text) => {
    expect(() => shareConnections(text, '/etc/quarry/connections.json', start)).toThrow('/etc/quarry/connections.json');
  });
});
