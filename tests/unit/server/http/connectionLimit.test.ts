import { expect, test } from 'vitest';
import { maxConnections } from '$lib/server/http/connectionLimit';

test.each([
  ['most of a usual number', 20_000, 9_872],
  ['fewer than half of a small number', 1_024, 384],
  ['a few, of whatever there is', 64, 32]
])('clients get %s of handles, and none of those that files, peers and code need', (_, handles, connections) => {
  expect(maxConnections(handles)).toBe(connections);
});

test.runIf(process.platform === 'linux')('the limit of this process is read', () => {
  expect(maxConnections()).toBeGreaterThan(0);
});
