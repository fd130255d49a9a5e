import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '$lib/errors';
import { parseMessage, parseSubscription } from '$lib/mining/stratum/messages';
import { readShareAnswer, shareErrors } from '$lib/mining/stratum/shareErrors';

const HASH = 'ab'.repeat(32);
const TIME = '80e1556900000000';
const JOB = ['7', HASH, '0200', '00', [HASH], '2', '1d00ffff', TIME, true];
const call = (method: string, params: unknown) => JSON.stringify({ id: null, method, params });
const malformed = expect.objectContaining({ code: 'pool/malformed' }) as Error;

describe('a job', () => {
  test('has nine parameters, and all of their bytes', () => {
    const message = parseMessage(call('mining.notify', JOB));
    expect(message).toMatchObject({ type: 'job', job: { id: '7', clean: true } });
    const { job } = message as Extract<typeof message, { type: 'job' }>;
    expect([job.parentId.length, job.coinbase1.length, job.coinbase2.length, job.timestamp.length]).toEqual([
      32, 2, 1, 8
    ]);
    expect(job.branches.map(({ length }) => length)).toEqual([32]);
    const largest = parseMessage(call('mining.notify', JOB.with(2, '00'.repeat(4096))));
    expect(largest).toMatchObject({ job: { coinbase1: { length: 4096 } } });
  });

  test.each([
    ['no name', 0, ''],
    ['a name that is not text', 0, 7],
    ['a parent of 31 bytes', 1, HASH.slice(2)],
    ['a parent that is not hexadecimal', 1, 'zz'.repeat(32)],
    ['half a byte of the transaction', 2, '020'],
    ['a transaction that is not hexadecimal', 2, '02zz'],
    ['an endless transaction', 2, '00'.repeat(4097)],
    ['no second part of the transaction', 3, null],
    ['no branches', 4, null],
    ['a branch that is too short', 4, ['ab']],
    ['more branches than a block can have', 4, Array(33).fill(HASH)],
    ['a time of four bytes', 7, '69155580'],
    ['a time as a number', 7, 1763],
    ['a time that no header can have', 7, 'ffffffffffffff7f']
  ])('with %s is rejected', (_, index, value) => {
    expect(() => parseMessage(call('mining.notify', JOB.with(index, value as string)))).toThrow(malformed);
  });

  test('without the clean flag keeps earlier jobs valid', () => {
    expect(parseMessage(call('mining.notify', JOB.slice(0, 8)))).toMatchObject({ job: { clean: false } });
  });
});

test.each<[string, string, object]>([
  ['a difficulty', call('mining.set_difficulty', [0.25]), { type: 'difficulty', difficulty: 0.25 }],
  ['a request to reconnect', call('client.reconnect', ['elsewhere', 1, 5]), { type: 'reconnect', waitSeconds: 5 }],
  ['the same without a time', call('client.reconnect', []), { type: 'reconnect', waitSeconds: 0 }],
  ['words', call('client.show_message', ['hello']), { type: 'words', text: 'hello' }],
  ['a question', '{"id":3,"method":"client.get_version","params":[]}', { type: 'version', id: 3 }],
  ['a question with a text', '{"id":"a","method":"client.get_version","params":[]}', { type: 'version', id: 'a' }],
  ['a question that nothing answers', '{"id":null,"method":"client.get_version","params":[]}', { type: 'unknown' }],
  ['a question with a list', '{"id":[],"method":"client.get_version","params":[]}', { type: 'unknown' }],
  ['an unknown message', call('mining.dance', [1]), { type: 'unknown' }],
  ['a response', '{"id":4,"result":true,"error":null}', { type: 'answer', id: 4, result: true }],
  [
    'a refusal as a list',
    '{"id":4,"result":null,"error":[21,"Stale",null]}',
    { type: 'answer', id: 4, fault: { code: 21, message: 'Stale' } }
  ],
  [
    'a refusal as an object',
    '{"id":4,"error":{"code":-1,"message":"no"}}',
    { type: 'answer', id: 4, fault: { code: -1, message: 'no' } }
  ],
  ['a refusal as a text', '{"id":4,"error":"no"}', { type: 'answer', id: 4, fault: { message: 'no' } }]
])('%s is parsed', (_, line, expected) => {
  expect(parseMessage(line)).toMatchObject(expected);
});

test.each<[string, string, string]>([
  ['without characters that reverse the text beside them', 'paid \u202e1 SC\u202c', 'paid 1 SC'],
  ['cut between characters', `${'a'.repeat(199)}💰💰`, `${'a'.repeat(199)}💰…`]
])('texts are shown %s', (_, text, shown) => {
  expect(parseMessage(call('client.show_message', [text]))).toEqual({ type: 'words', text: shown });
  expect(parseMessage(JSON.stringify({ id: 4, result: false, error: [20, text] }))).toMatchObject({
    fault: { message: shown }
  });
});

test('long texts are truncated', () => {
  const message = parseMessage(call('client.show_message', ['x'.repeat(5000)]));
  expect(message.type === 'words' && message.text.length).toBeLessThan(300);
});

test.each([
  '',
  'null',
  '[]',
  '7',
  '{',
  '"text"',
  call('mining.set_difficulty', ['1']),
  `{"x":"${'y'.repeat(70_000)}"}`
])('the line %.20s is rejected', (line) => expect(() => parseMessage(line)).toThrow(malformed));

test('any line parses to a message or throws MalformedJobError', () => {
  const methods = fc.constantFrom(
    'mining.notify',
    'mining.set_difficulty',
    'mining.set_extranonce',
    'client.reconnect'
  );
  const anything = fc.oneof(
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify(value)),
    fc.tuple(methods, fc.array(fc.jsonValue())).map(([method, params]) => call(method, params))
  );
  fc.assert(
    fc.property(anything, (line) => {
      try {
        expect(parseMessage(line)).toHaveProperty('type');
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    })
  );
});

test.each([
  ['four bytes and four', [[], '0a0b0c0d', 4], 4],
  ['none for us', [[], '0a0b0c0d', 0], 0],
  ['the maximum of both', [[], '00'.repeat(16), 16], 16]
])('a subscription with %s', (_, result, bytes) => {
  expect(parseSubscription(result)).toMatchObject({ extranonce2Bytes: bytes });
});

test.each([
  ['nothing', null],
  ['not a list', true],
  ['not a list, only its items', { 1: '0a0b0c0d', 2: 4 }],
  ['no extranonce', [[]]],
  ['half a byte', [[], '0a0', 4]],
  ['an extranonce that is not hexadecimal', [[], '0azz', 4]],
  ['too much', [[], '00'.repeat(17), 4]],
  ['an invalid length', [[], '00', -1]],
  ['a length as text', [[], '00', '4']],
  ['a fractional length', [[], '00', 1.5]],
  ['a length just above the maximum', [[], '00', 17]],
  ['a huge length', [[], '00', 1e9]]
])('a subscription with %s is rejected', (_, result) => {
  expect(() => parseSubscription(result)).toThrow(malformed);
});

test.each<[string, unknown, { code?: number; message: string } | undefined, object]>([
  ['taken', true, undefined, { kind: 'accepted' }],
  ['neither accepted nor rejected', false, undefined, { kind: 'rejected', fault: 'other' }],
  ['both accepted and rejected', true, { message: 'no' }, { kind: 'rejected', fault: 'other', reason: 'no' }],
  ['21', null, { code: 21, message: 'x' }, { kind: 'stale' }],
  ['22', null, { code: 22, message: 'x' }, { kind: 'rejected', fault: 'duplicate', reason: 'x' }],
  ['23', null, { code: 23, message: 'x' }, { kind: 'rejected', fault: 'low-difficulty' }],
  ['24', null, { code: 24, message: 'x' }, { kind: 'rejected', fault: 'unauthorized' }],
  ['25', null, { code: 25, message: 'x' }, { kind: 'rejected', fault: 'unauthorized' }],
  ['words: job not found', null, { code: 20, message: 'Job not found' }, { kind: 'stale' }],
  ['words: duplicate', null, { message: 'duplicate share' }, { kind: 'rejected', fault: 'duplicate' }],
  ['words: low difficulty', null, { code: -1, message: 'low difficulty share' }, { fault: 'low-difficulty' }],
  ['words: unauthorized', null, { message: 'Unauthorized worker' }, { fault: 'unauthorized' }],
  ['its own text', null, { message: 'the moon is full' }, { fault: 'other', reason: 'the moon is full' }]
])('a share answered with %s', (_, result, fault, expected) => {
  expect(readShareAnswer(result, fault)).toMatchObject(expected);
});

describe('the miner understands our test pool’s responses', () => {
  test.each(Object.entries(shareErrors))('%s', (code, { numbers, wire }) => {
    const meaning = code === 'stale' ? { kind: 'stale' } : { kind: 'rejected', fault: code, reason: wire };
    expect(readShareAnswer(null, { message: wire })).toEqual(meaning);
    for (const number of numbers) expect(readShareAnswer(null, { code: number, message: wire })).toEqual(meaning);
  });
});

test.each([
  [['host', 1, 5], 5],
  [['host', 1, 0.5], 0.5],
  [['host', 1, -5], 0],
  [['host', 1, '5'], 0],
  [['host', 1], 0],
  [undefined, 0]
])('a request to reconnect with %j waits %d s', (params, waitSeconds) => {
  expect(parseMessage(JSON.stringify({ id: null, method: 'client.reconnect', params }))).toEqual({
    type: 'reconnect',
    waitSeconds
  });
});
