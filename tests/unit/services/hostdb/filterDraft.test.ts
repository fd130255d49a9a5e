import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  allows,
  previewFilter,
  readFilterDraft,
  readKey,
  readProposal,
  sameFilter,
  splitList,
  startDraft
} from '$lib/services/hostdb/filterDraft';
import { listProblem } from '$lib/messages/hosts/filter';
import { aHost, hostKeyOf } from '../../../support/hosts';

const off = { filterMode: 'disable', hosts: [], netAddresses: [] } as const;
const keys = (...numbers: number[]) => numbers.map(hostKeyOf);

test('a pasted list is split at lines, commas, semicolons and spaces, without duplicates', () => {
  expect(splitList(' a,b\n\nc;a  d\t')).toEqual(['a', 'b', 'c', 'd']);
});

test('a key is accepted with or without its prefix, in any letter case', () => {
  const hex = 'ab'.repeat(32);
  for (const text of [hex, hex.toUpperCase(), `ed25519:${hex}`, `Ed25519:${hex.toUpperCase()}`]) {
    expect(readKey(text)).toBe(`ed25519:${hex}`);
  }
  for (const text of ['', hex.slice(1), `${hex}0`, `g${hex.slice(1)}`, `rsa:${hex}`, `ed25519:`]) {
    expect(readKey(text)).toBeUndefined();
  }
});

test.each([
  ['“disabled” requires nothing', 'disable', '', '', {}],
  ['“disabled” ignores the lists', 'disable', 'nonsense', '!', {}],
  ['a blacklist requires an entry', 'blacklist', '', '', { hosts: { code: 'emptyBlacklist' } }],
  ['of either kind', 'blacklist', '', 'example.com', {}],
  ['a whitelist requires a host', 'whitelist', ' \n', 'example.com', { hosts: { code: 'emptyWhitelist' } }],
  [
    'a key that is too short',
    'blacklist',
    'ed25519:12',
    '',
    { hosts: { code: 'invalidKeys', entries: ['ed25519:12'] } }
  ],
  ['two invalid keys', 'blacklist', 'xyz, abc', '', { hosts: { code: 'invalidKeys', entries: ['xyz', 'abc'] } }],
  [
    'an invalid address',
    'blacklist',
    '',
    '10.0.0.0/64',
    { netAddresses: { code: 'invalidAddresses', entries: ['10.0.0.0/64'] } }
  ]
] as const)('%s', (_, mode, hostsText, netAddressesText, problems) => {
  expect(readFilterDraft({ mode, hostsText, netAddressesText }).problems).toEqual(problems);
});

test.each([
  [{ code: 'emptyWhitelist' }, 'A whitelist needs at least one host.'],
  [{ code: 'invalidKeys', entries: ['xyz'] }, 'Invalid entry “xyz”.'],
  [{ code: 'invalidKeys', entries: ['x'.repeat(41), 'abc'] }, `Invalid entry “${'x'.repeat(40)}…” and 1 more.`],
  [{ code: 'invalidAddresses', entries: ['10.0.0.0/64', '!', '?'] }, 'Invalid entry “10.0.0.0/64” and 2 more.']
] as const)('%j is reported as %s', (problem, words) => expect(listProblem(problem)).toContain(words));

test('every filter survives a round trip through the form', () => {
  const list = fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }).map(hostKeyOf), { minLength: 1 });
  fc.assert(
    fc.property(fc.constantFrom('blacklist' as const, 'whitelist' as const), list, (mode, hosts) => {
      const read = readFilterDraft({ mode, hostsText: hosts.join('\n'), netAddressesText: 'a.example, 10.0.0.0/8' });
      expect(read.problems).toEqual({});
      expect(read.filter).toEqual({ filterMode: mode, hosts, netAddresses: ['a.example', '10.0.0.0/8'] });
    })
  );
});

const hosts = [1, 2, 3].map((number) => aHost(number));

test.each([
  ['off', off, [true, true, true]],
  ['blacklist', { ...off, filterMode: 'blacklist', hosts: keys(2) }, [true, false, true]],
  ['a blacklist by name', { ...off, filterMode: 'blacklist', netAddresses: ['host3.example'] }, [true, true, false]],
  ['a blacklist by range', { ...off, filterMode: 'blacklist', netAddresses: ['10.0.0.0/16'] }, [false, false, false]],
  ['whitelist', { ...off, filterMode: 'whitelist', hosts: keys(2) }, [false, true, false]],
  [
    'a whitelist allows keys only',
    { ...off, filterMode: 'whitelist', hosts: keys(2), netAddresses: ['host3.example'] },
    [false, true, false]
  ]
] as const)('%s', (_, filter, allowed) => {
  expect(hosts.map(allows(filter))).toEqual(allowed);
});

test('a preview counts exactly the hosts and contracts that the change affects', () => {
  const now = { ...off, filterMode: 'blacklist', hosts: keys(1) } as const;
  const next = { ...off, filterMode: 'blacklist', hosts: keys(2, 9) } as const;
  const contracts = [2, 2, 3, 7].map((number) => ({ hostKey: hostKeyOf(number) }));
  const preview = previewFilter(now, next, hosts, contracts);
  expect(preview).toMatchObject({ added: keys(2, 9), removed: keys(1), usable: 2, unknownKeys: keys(9) });
  expect(preview.newlyBarred.map(({ publicKey }) => publicKey)).toEqual(keys(2));
  expect(preview.newlyAllowed.map(({ publicKey }) => publicKey)).toEqual(keys(1));
  expect(preview.contractsToReplace).toBe(2);
});

test('a whitelist replaces the contracts with every host that is not on it, known or not', () => {
  const contracts = [1, 2, 7].map((number) => ({ hostKey: hostKeyOf(number) }));
  const next = { ...off, filterMode: 'whitelist', hosts: keys(1) } as const;
  expect(previewFilter(off, next, hosts, contracts)).toMatchObject({ usable: 1, contractsToReplace: 2 });
});

test('filters are equal in any order of their lists', () => {
  const filter = { ...off, filterMode: 'blacklist', hosts: keys(1, 2) } as const;
  expect(sameFilter(filter, { ...filter, hosts: keys(2, 1) })).toBe(true);
  expect(sameFilter(filter, { ...filter, hosts: keys(2, 3) })).toBe(false);
  expect(sameFilter(filter, { ...filter, hosts: keys(1) })).toBe(false);
  expect(sameFilter(filter, { ...filter, filterMode: 'whitelist' })).toBe(false);
});

test.each([
  ['nothing proposed', '', { mode: 'blacklist', hostsText: keys(1, 2).join('\n'), netAddressesText: 'a.example' }],
  ['an additional key', `add=${hostKeyOf(3)}`, { mode: 'blacklist', hostsText: keys(1, 2, 3).join('\n') }],
  ['an existing key', `add=${hostKeyOf(2)}`, { mode: 'blacklist', hostsText: keys(1, 2).join('\n') }],
  ['a removed key', `remove=${hostKeyOf(2)}`, { mode: 'blacklist', hostsText: hostKeyOf(1) }],
  [
    'another mode with its own list',
    `mode=whitelist&add=${hostKeyOf(3)}`,
    { mode: 'whitelist', hostsText: hostKeyOf(3), netAddressesText: '' }
  ],
  ['an unknown mode and an invalid key', 'mode=grey&add=xyz', { mode: 'blacklist', hostsText: keys(1, 2).join('\n') }]
])('the form starts with %s', (_, search, draft) => {
  const now = { filterMode: 'blacklist', hosts: keys(1, 2), netAddresses: ['a.example'] } as const;
  expect(startDraft(now, readProposal(new URLSearchParams(search)))).toMatchObject(draft);
});
