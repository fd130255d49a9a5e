import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { walletEvent } from '$lib/api/wallet-server/events';
import { addressFromHash } from '$lib/chain/address';

const ID = 'ab'.repeat(32);
const element = {
  id: ID,
  stateElement: { leafIndex: 3 },
  svccoinOutput: { value: '5', address: addressFromHash(new Uint8Array(32)) },
  maturityHeight: 144
};
const event = {
  id: ID,
  index: { height: 7, id: ID },
  confirmations: 1,
  type: 'miner',
  data: { svccoinElement: element },
  maturityHeight: 144,
  timestamp: '2026-01-01T00:00:00Z'
};
const issueOf = (wire: unknown) => z.safeDecode(walletEvent, wire).error?.issues[0];

test('an event is decoded by its type, and encoded identically', () => {
  const read = z.decode(walletEvent, { ...event, type: 'svcfundClaim' });
  expect(read.data).toMatchObject({ type: 'claim', coinElement: { id: ID, output: { value: 5n } } });
  expect(z.encode(walletEvent, read)).toMatchObject({ type: 'svcfundClaim', data: { svccoinElement: { id: ID } } });
});

test.each(['somethingNew', 'toString'])('an event of an unknown type is still decoded: %s', (type) => {
  const read = z.decode(walletEvent, { ...event, type });
  expect(read).toMatchObject({ id: ID, data: { type: 'other', name: type } });
  expect(z.encode(walletEvent, read)).toMatchObject({ type, data: {} });
});

test.each<[string, object | null, string]>([
  ['an invalid id', { ...event, id: 'x' }, 'id'],
  ['data of another type', { ...event, data: {} }, 'data.svccoinElement'],
  ['an invalid amount in its data', { ...event, data: { svccoinElement: { ...element, svccoinOutput: { ...element.svccoinOutput, value: 'x' } } } }, 'data.svccoinElement.svccoinOutput.value'], // prettier-ignore
  ['a type that is not text', { ...event, type: 5 }, 'type'],
  ['no type', { ...event, type: undefined }, 'type'],
  ['nothing', null, '']
])('%s is rejected with the field’s name', (_, wire, path) => {
  expect(issueOf(wire)?.path.join('.')).toBe(path);
});

test('a height beyond the safe range is distinguished from other errors', () => {
  const issue = issueOf({ ...event, index: { height: 2n ** 60n, id: ID } });
  expect(issue).toMatchObject({ path: ['index', 'height'], params: { cause: 'codec/unsafe-integer' } });
});
