import { expect, test } from 'vitest';
import { filterMinerMessage } from '$lib/server/pool/pageLine';

const ACCOUNT = { user: 'me.rig', password: 'secret' };
const passedOn = (message: unknown) => {
  const line = filterMinerMessage(typeof message === 'string' ? message : JSON.stringify(message), ACCOUNT);
  return line === undefined ? undefined : (JSON.parse(line) as unknown);
};

test.each([
  ['a subscription', { id: 1, method: 'mining.subscribe', params: ['quarry/1'] }, ['quarry/1']],
  ['extranonces', { id: 'x', method: 'mining.extranonce.subscribe', params: [] }, []],
  [
    'the configured account instead of any other',
    { id: 2, method: 'mining.authorize', params: ['you', 'y'] },
    ['me.rig', 'secret']
  ],
  [
    'a share for the account, without extra fields',
    { id: 3, method: 'mining.submit', params: ['you', '1', '2', '3', '4', '5'] },
    ['me.rig', '1', '2', '3', '4']
  ]
])('forwards %s', (_, message, params) => {
  expect(passedOn({ ...message, more: 1 })).toEqual({ id: message.id, method: message.method, params });
});

test.each([0, 'x'])('forwards a response to request %j', (id) => {
  expect(passedOn({ id, result: 'quarry/1', error: 'x' })).toEqual({ id, result: 'quarry/1', error: null });
});

test.each([
  ['another call', { id: 1, method: 'client.show_message', params: [] }],
  ['a method that is not a string', { id: 1, method: 7, params: [] }],
  ['a call without an id', { method: 'mining.subscribe', params: [] }],
  ['a call with an invalid id', { id: {}, method: 'mining.subscribe', params: [] }],
  ['params that are not an array', { id: 1, method: 'mining.submit', params: 'x' }],
  ['params that are not strings', { id: 1, method: 'mining.subscribe', params: ['x', 1] }],
  ['a response without an id', { result: true }],
  ['a response without a result', { id: 1 }],
  ['a result together with a method', { id: 1, method: 'mining.other', result: true }],
  ['something that is not an object', '7'],
  ['nothing', 'null'],
  ['something that is not JSON', '{']
])('does not forward %s', (_, message) => expect(passedOn(message)).toBeUndefined());
