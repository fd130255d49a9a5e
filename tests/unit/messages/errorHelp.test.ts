import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { daemonErrors } from '$lib/api/daemon/errors';
import { BadRequestError, ServerError, UnreachableError } from '$lib/api/http/errors';
import { storageErrors, type ErrorRow } from '$lib/api/http/errorTable';
import { miningServerErrors } from '$lib/api/mining-server/errors';
import { quarryErrors } from '$lib/api/quarry/errors';
import { signingServerErrors } from '$lib/api/signing-server/errors';
import { walletServerErrors } from '$lib/api/wallet-server/errors';
import { AppError, toErrorMessage, WorkerError } from '$lib/errors';
import { errorWords, helpFor } from '$lib/messages/errorHelp';
import { m } from '$lib/messages/errors';
import { CERTIFICATE_FAULTS, POOL_AWAY_REASONS, PoolAwayError, PoolUntrustedError } from '$lib/mining/stratum/errors';
import { RefusedError } from '$lib/services/wallet/errors';
import { FeeError, ImportError, InsufficientFundsError, WordCountError } from '$lib/wallet/errors';
import { PaymentLinkError } from '$lib/wallet/formats/errors';
import { hastings } from '$lib/chain/currency/currency';
import { LOCALES } from '$lib/messages/locale';
import { loadMessages } from '../../support/messages';
import { plainSpaces } from '../../support/plainSpaces';

afterEach(() => loadMessages('en'));

const lib = join(import.meta.dirname, '../../../src/lib');
const sources = globSync('**/*.ts', { cwd: lib })
  // Peers belong to the node; no page connects to one.
  .filter((path) => !/^(?:server|messages|peers)\//.test(path))
  .map((path) => readFileSync(join(lib, path), 'utf8'));

/** Codes of classes (`code = '…'`) and of unions of codes (`| '…'` on separate lines, in error files). */
const CLASS_CODE = /\bcode(?:: string)? = '([a-z0-9-]+\/[a-z0-9-]+)'/g;
const UNION_CODE = /^\s*\| (?:\{ readonly code: )?'([a-z0-9-]+\/[a-z0-9-]+)'/gm;
const thrown = new Set(
  sources.flatMap((source) => [...source.matchAll(CLASS_CODE), ...source.matchAll(UNION_CODE)].map(([, code]) => code!))
);

const services: Readonly<Record<string, ErrorRow>> = {
  ...daemonErrors,
  ...walletServerErrors,
  ...miningServerErrors,
  ...signingServerErrors,
  ...quarryErrors,
  ...storageErrors
};

/** Codes without an entry, and where they are explained instead. */
const ELSEWHERE: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^quantity\//, 'messages/quantity: a field says it beside what was typed'],
  [/^transaction-set\//, 'messages/chain/validate: with the place in the text, on the one page that reads sets']
];
const inOtherTab = (code: string): boolean => ELSEWHERE.some(([codes]) => codes.test(code));

test.each(ELSEWHERE)('%s is needed', (codes) => expect([...thrown].some((code) => codes.test(code))).toBe(true));

const hasEntry = (code: string): boolean => Object.hasOwn(m.texts, code) || Object.hasOwn(m.rules, code);

describe.each(LOCALES)('in %s', (language) => {
  test('every error that a page can encounter has a text', async () => {
    await loadMessages(language);
    expect(thrown.size).toBeGreaterThan(150);
    const codes = [...thrown, ...Object.keys(services)].filter((code) => !inOtherTab(code));
    expect(codes.filter((code) => !hasEntry(code))).toEqual([]);
  });

  /** Stands for any error, with every fact that a text may use. */
  const facts = new Proxy<Record<string, unknown>>(
    {
      at: { height: 7 },
      index: 2,
      network: 'zen',
      expected: [12, 24],
      unit: 'coins',
      parameter: 'limit',
      serverMessage: 'It is so.',
      service: 'wallet',
      position: 7
    },
    {
      get: (known, name: string) =>
        known[name] ?? (/path|address|reason|word|actual|Mode|character|kind/.test(name) ? 'x' : 7n)
    }
  );
  class AnyError extends AppError {
    constructor(readonly code: string) {
      super('for developers');
    }
    override get facts(): object {
      return facts;
    }
  }
  /** These report one of several faults. */
  const ONE_OF =
    /^(?:pool\/(?:away|untrusted)|wallet\/(?:message|container|payment-link|unsound-transfer|policy-shape|import|unknown-block)|keystore\/passkey-unavailable)$/;
  const all = [...Object.keys(m.texts), ...Object.keys(m.rules)];

  test.each(all.filter((code) => !ONE_OF.test(code)))('%s has a title and sentences', async (code) => {
    await loadMessages(language);
    const { title, action } = helpFor(new AnyError(code));
    expect(title).toMatch(/^[\p{Lu}\d].*[^.:]$/u);
    expect(action).toMatch(/^[\p{Lu}\p{L}/“„\d][\s\S]*[.…]$/u);
    expect(`${title} ${action}`).not.toMatch(/undefined|NaN|\[object|\$\{/);
    expect(`${title} ${action}`).not.toContain('for developers');
  });
});

const POOL_ERRORS = [
  ...POOL_AWAY_REASONS.map((reason) => [reason, new PoolAwayError(reason, 'EXYZ')] as const),
  ...CERTIFICATE_FAULTS.map((fault) => [`a certificate: ${fault}`, new PoolUntrustedError(fault, 'EXYZ')] as const)
];
test.each(POOL_ERRORS)(
  'the reason why a pool cannot be used, %s, has a text in both languages and is never quoted',
  async (_, error) => {
    const said = [];
    for (const language of LOCALES) {
      await loadMessages(language);
      said.push(errorWords(error));
    }
    expect(new Set(said).size).toBe(LOCALES.length);
    expect(said.join()).not.toMatch(/undefined|EXYZ/);
  }
);

// Terms of programming languages, libraries and protocols, which mean nothing to users.
const JARGON = /\b(?:json:|struct|unmarshal|strconv|EOF|unlock hash|obligation|sia\w*|svc\w*|boolean)\b/i;
test('a daemon’s message is not repeated', () => {
  const texts = Object.entries(m.texts).filter(
    ([, text]) => typeof text === 'object' && JARGON.test(JSON.stringify(text))
  );
  expect(texts.map(([code]) => code)).toEqual([]);
});

const about = { method: 'POST', path: '/host' };

describe('an unknown error', () => {
  test('has a general text, whatever the server’s message', () => {
    const rejected = {
      title: 'The server rejected the request',
      action: 'Check what you entered, then try again. See the details for the server’s message.'
    };
    const failed = {
      title: 'The server had an internal error',
      action: 'It could not handle the request. The details have its message; the server’s log may say more.'
    };
    for (const words of ['', 'coin flip failed', 'x'.repeat(400)]) {
      expect(helpFor(new BadRequestError(about, 400, words))).toMatchObject(rejected);
      expect(helpFor(new ServerError(about, 500, words))).toMatchObject(failed);
    }
  });

  test('is quoted in the message, which is shown in the details', () => {
    expect(new BadRequestError(about, 400, 'coin flip failed').message).toContain('coin flip failed');
  });

  test('a code without a text refers to the details', () => {
    class Unheard extends AppError {
      readonly code = 'nobody/knows';
    }
    expect(errorWords(new Unheard('The reason.'))).toBe('Something went wrong. See the details for the error.');
  });
});

describe('texts contain the facts', () => {
  const known = { code: 'renter/too-few-hosts', data: { least: 2_000n, given: 5n }, field: 'hosts' };
  const refused = new BadRequestError(about, 400, 'in other words', known);
  const poor = new InsufficientFundsError('coins', 1_500n * 10n ** 24n, 25n * 10n ** 23n);
  const lines = new ImportError(3, 'no-address', {
    faults: [
      { line: 3, fault: 'no-address' },
      { line: 5, fault: 'no-address' },
      { line: 7, fault: 'unreadable' },
      { line: 1_200, fault: 'no-address' }
    ]
  });
  const cheap = new FeeError(hastings(1n), hastings(10n ** 22n), hastings(10n ** 24n));

  test.each([
    ['en', refused, 'at least 2,000 hosts'],
    ['de', refused, 'mindestens 2.000 Hosts'],
    ['en', poor, 'needs 1,500 SC; 2.5 SC can be spent'],
    ['de', poor, '1.500 SC; verfügbar sind 2,5 SC'],
    ['en', cheap, '0.01 SC or more'],
    ['en', new ImportError(3, 'no-address'), 'Line 3 cannot be read. The address is missing.'],
    ['en', lines, '4 lines cannot be read. Lines 3, 5 and 1,200: The address is missing. Line 7: Check for typos.'],
    [
      'de',
      lines,
      '4 Zeilen sind nicht lesbar. Zeilen 3, 5 und 1.200: Die Adresse fehlt. Zeile 7: Suchen Sie nach Tippfehlern.'
    ],
    [
      'en',
      new ImportError(3, 'no-address', { faults: lines.faults, hasMore: true }),
      'More than 4 lines cannot be read. Lines 3,'
    ],
    ['de', new WordCountError(11, [12, 15, 24]), '12, 15 oder 24 Wörter ein, nicht 11'],
    ['en', new WordCountError(11, [12, 15, 24]), 'Enter 12, 15 or 24 words'],
    ['en', new WordCountError(24, [12, 28, 29]), 'not 24. Words of other wallet software'],
    ['de', new WordCountError(24, [12, 28, 29]), 'nicht 24. Wallets anderer Software']
  ] as const)('in %s', async (language, error, words) => {
    await loadMessages(language);
    expect(plainSpaces(errorWords(error))).toContain(words);
  });

  test('including after passing to another thread', () => {
    const crossed = new WorkerError(structuredClone(toErrorMessage(refused)));
    expect(errorWords(crossed)).toBe(errorWords(refused));
  });

  test('and their cause, if that is the reason', () => {
    const refusal = new RefusedError(refused.serverMessage, { cause: refused });
    expect(helpFor(refusal)).toMatchObject({
      title: 'The server refused the transaction',
      action: `According to the server, nothing was sent. ${errorWords(refused)}`
    });
  });
});

test('only node states are calm, and a link leads to where something can be done', () => {
  expect(helpFor(new UnreachableError(about))).toMatchObject({ isCalm: false, link: undefined });
  const stopped = { code: 'api/stopped', message: '', facts: {} };
  expect(helpFor(new WorkerError(stopped)).isCalm).toBe(true);
  const signedOut = { code: 'api/unauthorized', message: '', facts: {} };
  expect(helpFor(new WorkerError(signedOut)).link).toEqual({ href: '/login?again', label: 'Sign in' });
});

test.each(LOCALES)(
  'what a payment link contains is quoted in part, and does not reverse the sentence (%s)',
  async (tag) => {
    await loadMessages(tag);
    const words = errorWords(new PaymentLinkError('required', `req-\u202e${'x'.repeat(500)}`));
    expect(words).toContain('req-xxx');
    expect(words).not.toContain('\u202e');
    expect(words.length).toBeLessThan(300);
  }
);
