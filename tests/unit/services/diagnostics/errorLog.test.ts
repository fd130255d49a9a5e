import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnreachableError } from '$lib/api/http/errors';
import { AppError } from '$lib/errors';
import { ErrorLog } from '$lib/services/diagnostics/errorLog';
import { redact, withoutNames } from '$lib/services/diagnostics/redact';
import { formatReport } from '$lib/services/diagnostics/report';
import { BIP39_WORDS, LEGACY_WORDS } from '$lib/wallet/keys/wordLists';

const HEX = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const PHRASE = 'myth north belt legal winner thank year wave sausage worth useful very';

/** What a report must never contain, each with the parts that would reveal it. */
const SECRETS: readonly (readonly [what: string, text: string, parts: readonly string[]])[] = [
  ['an address', HEX, [HEX.slice(0, 12), HEX.slice(-12)]],
  ['an id', HEX.slice(0, 64), [HEX.slice(20, 32)]],
  ['the beginning of an id', HEX.slice(0, 12), [HEX.slice(0, 12)]],
  ['a public key', `ed25519:${HEX.slice(0, 64)}`, [HEX.slice(0, 12)]],
  ['a wallet id', '3b241101-e2bb-4255-8caf-4136c566a962', ['3b241101', '4136c566a962']],
  ['a phrase', PHRASE, ['north belt', 'winner', 'very']],
  ['a quoted phrase', JSON.stringify(PHRASE), ['north', 'winner']],
  ['the beginning of a phrase, as JSON.parse quotes it', `"myth north"... is not valid JSON`, ['north']],
  ['a list of words', PHRASE.split(' ').join(', '), ['north', 'winner']],
  [
    'a URL with a password',
    'http://admin:hunter2@10.1.2.3:9980/miner?token=abc',
    ['hunter2', 'admin', '10.1.2.3', 'abc']
  ],
  ['a pool', 'stratum+tcp://worker.one:x@pool.example.org:3333', ['worker', 'pool.example.org']],
  ['a server without a scheme', 'node.home.example:9980', ['home', 'example']],
  ['an IPv4 address', '192.168.1.17:9981', ['192.168', '1.17']],
  ['an IPv6 address', '[2001:db8::8a2e:370:7334]:9981', ['2001', '7334']],
  ['a short IPv6 address', 'fd00::5', ['fd00']],
  ['a link-local IPv6 address with its zone', 'fe80::1%eth0', ['fe80', 'eth0']],
  ['a server of the local network', 'diskstation:9980', ['diskstation']],
  ['a name that was looked up', 'lookup diskstation on 192.168.1.1:53: no such host', ['diskstation', '192.168']],
  ['a name without an address', 'getaddrinfo ENOTFOUND diskstation', ['diskstation']],
  ['a server with letters beyond ASCII', 'bücher.example:9980', ['bü', 'cher', 'example']],
  ['a password', 'password: correct-horse', ['correct', 'horse']],
  ['a token in a header', 'Authorization: Basic OmZvdW5kYXRpb24=', ['OmZvdW5k']],
  ['a page token', 'zQ8Jm2vXl0c9Yw4Rk7tUe1bNfHs', ['zQ8Jm2vX']],
  ['a path with a name', '/home/alice/.quarry/apipassword', ['alice']],
  ['a name in quotes', 'the wallet “Savings of Bob”', ['Bob', 'Savings']]
];

test.each(SECRETS)('%s is redacted from every error', (_, text, parts) => {
  const log = new ErrorLog(() => 0);
  log.add(new Error(`It failed for ${text} at once`));
  log.add(new UnreachableError({ method: 'GET', path: '/x' }, { cause: new Error(text) }));
  log.add(text);
  const report = formatReport({}, {}, log.errors);
  expect(report).toContain('app/unexpected');
  for (const part of parts) expect(report).not.toContain(part);
});

test.each([
  ['12 words', BIP39_WORDS, 12],
  ['28 words', LEGACY_WORDS, 28]
])('no phrase of %s leaves a run of its words', (_, list, length) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...list), { minLength: length, maxLength: length }), (words) => {
      const left = redact(`Wrong checksum: ${words.join(' ')}.`)
        .split(/\W+/)
        .filter((word) => words.includes(word));
      expect(left).toEqual([]);
    })
  );
});

test('for errors about keys and wallets, only the code is stored', () => {
  class WrongPasswordError extends AppError {
    readonly code = 'keystore/wrong-password';
  }
  const log = new ErrorLog(() => 0);
  log.add(new WrongPasswordError('hunter2 opens nothing'));
  expect(log.errors).toMatchObject([{ code: 'keystore/wrong-password', message: '' }]);
});

test('of a stack, only locations in our own code are stored', () => {
  const log = new ErrorLog(() => 0);
  const error = new TypeError('x is undefined');
  error.stack = `TypeError: x is undefined
    at send (https://alice:pw@quarry.example/_app/immutable/chunks/AbC1.js:1:2345)
    at chrome-extension://abcdef/inject.js:3:4
    at file:///home/alice/app/other.js:1:1`;
  log.add(error);
  expect(log.errors[0]).toMatchObject({ message: 'x is undefined', frames: ['_app/immutable/chunks/AbC1.js:1:2345'] });
});

test('of a message of megabytes, only the start is stored, and its frames', () => {
  const log = new ErrorLog(() => 0);
  const error = new Error(`Bad name: ${'/_app/a'.repeat(1_000_000)}`);
  error.stack = `Error: ${error.message}\n    at send (https://quarry.example/_app/immutable/chunks/AbC1.js:1:2345)`;
  log.add(error);
  const [{ message, frames } = { message: '', frames: [] }] = log.errors;
  expect(message).toMatch(/^Bad name: /);
  expect(message.length).toBeLessThanOrEqual(2_000);
  expect(frames).toEqual(['_app/immutable/chunks/AbC1.js:1:2345']);
});

test('a repeated error is counted, and only the last 20 are kept', () => {
  let nowMs = 0;
  const log = new ErrorLog(() => nowMs);
  log.add(new Error('same'));
  nowMs = 5_000;
  log.add(new Error('same'));
  expect(log.errors).toMatchObject([{ times: 2, atMs: 5_000 }]);
  for (let i = 0; i < 30; i++) log.add(new Error(`number ${i}`));
  expect(log.errors.length).toBe(20);
  expect(log.errors.at(-1)?.message).toBe('number 29');
});

test('our own sentences stay readable', () => {
  expect(redact('The server did not respond within 10 s (GET /consensus)')).toBe(
    'The server did not respond within 10 s (GET /consensus)'
  );
  expect(redact('Cannot read properties of undefined')).toBe('Cannot read properties of undefined');
});

test.each([
  [
    ['Savings', 'Savings of Bob'],
    'no proof for Savings of Bob, nor for Savings',
    'no proof for [name], nor for [name]'
  ],
  [['', '  '], 'nothing is named', 'nothing is named'],
  [[' a+b (1) '], 'a+b (1) is locked', '[name] is locked']
])('without the names %j', (names, message, text) => expect(withoutNames(message, names)).toBe(text));
