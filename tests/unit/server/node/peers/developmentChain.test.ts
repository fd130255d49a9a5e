import { expect, test } from 'vitest';
import { unixSeconds } from '$lib/chain/time';
import { PROTOCOL_VERSION } from '$lib/peers/handshake/handshake';
import { isDevelopment } from '$lib/server/node/openChain';
import { developmentVersion, genesisTimestampIn } from '$lib/server/node/peers/developmentChain';

const BEGAN = unixSeconds(1_700_000_000);

test('the version of a development node contains the start of its chain', () => {
  const version = developmentVersion('dev', BEGAN);
  expect(version).toBe(`${PROTOCOL_VERSION}-dev.1700000000`);
  expect(genesisTimestampIn(version, 'dev')).toBe(BEGAN);
});

test.each([
  ['another network', developmentVersion('test', BEGAN)],
  ['a longer network name', developmentVersion('dev.2', BEGAN)],
  ['the plain version', PROTOCOL_VERSION],
  ['another version', `9.9.9-dev.1700000000`],
  ['not a number', `${PROTOCOL_VERSION}-dev.soon`],
  ['too few digits', `${PROTOCOL_VERSION}-dev.12345678`],
  ['too many digits', `${PROTOCOL_VERSION}-dev.12345678901`],
  ['nothing', '']
])('a version without it: %s', (_, version) => {
  expect(genesisTimestampIn(version, 'dev')).toBeUndefined();
});

test.each([
  ['dev', true],
  ['dev-v1', true],
  ['test', false],
  ['zen', false],
  ['main', false]
] as const)('a new chain of %s may be that of a peer: %s', (network, expected) => {
  expect(isDevelopment(network)).toBe(expected);
});
