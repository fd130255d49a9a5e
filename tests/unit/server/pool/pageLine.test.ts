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
    'the account in place of any other',
    { id: 2, method: 'mining.authorize', params: ['you', 'y'] },
    ['me.rig', 'secret']
  ],
  [
    'a share for the account, without more than belongs to it',
    { id: 3, method: 'mining.submit', params: ['you', '1', '2', '3', '4', '5'] },
    ['me.rig', '1', '2', '3', '4']
  ]
])('passes on %s', (_, message, params) => {
  expect(passedOn({ ...message, more: 1 })).toEqual({ id: message.id, method: message.method, params });
});

test.each([0, 'x'])('passes on an answer to request %j', (id) => {
  expect(passedOn({ id, result: 'quarry/1', error: 'x' })).toEqual({ id, result: 'quarry/1', error: null });
});

test.each([
  ['another call', { id: 1, method: 'client.show_message', params: [] }],
  ['a call that is no text', { id: 1, method: 7, params: [] }],
  ['a call without a number', { method: 'mining.subscribe', params: [] }],
  ['a call whose number is none', { id: {}, method: 'mining.subscribe', params: [] }],
  ['parameters that are none', { id: 1, method: 'mining.submit', params: 'x' }],
  ['parameters that are no texts', { id: 1, method: 'mining.subscribe', params: ['x', 1] }],
  ['an answer without a number', { result: true }],
  ['an answer without a result', { id: 1 }],
  ['a result beside a call', { id: 1, method: 'mining.other', result: true }],
  ['what is no object', '7'],
  ['nothing', 'null'],
  ['what is no JSON', '{']
])('does not pass on %s', (_, message) => expect(passedOn(message)).toBeUndefined());
