import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encode } from 'uqr';
import { parseAddress, type Address } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import {
  formatPaymentRequest,
  isPaymentLink,
  linkOfFragment,
  parsePaymentRequest,
  paymentQrText,
  requireNetwork
} from '$lib/wallet/formats/paymentLink';
import { WEB_PAYMENT_SCHEME } from '$lib/wallet/formats/paymentScheme';
import { loadStandard } from '../../../support/standards';

interface Valid {
  readonly link: string;
  readonly upper?: boolean;
  readonly hastings?: string;
  readonly label?: string;
}

const vectors = loadStandard<{ address: Address; valid: Valid[]; invalid: string[] }>('paymentLinks');
const A = vectors.address;
const refused = (fault: string, part?: string) =>
  expect.objectContaining({ code: 'wallet/payment-link', fault, ...(part !== undefined && { part }) });

describe('links of the standard', () => {
  test.each(vectors.valid)('$link', ({ link, upper = false, hastings: amount, label }) => {
    const read = parsePaymentRequest(link.replace(/A(?=\?|$)/, upper ? A.toUpperCase() : A));
    expect(read.address).toBe(A);
    expect(read.coins).toBe(amount === undefined ? undefined : BigInt(amount));
    expect(read.label).toBe(label);
  });

  test.each(vectors.invalid)('%s is rejected', (link) => {
    expect(() => parsePaymentRequest(link.replace(/A(?=\?|$)/, A))).toThrow(
      expect.objectContaining({ code: 'wallet/payment-link' })
    );
  });
});

test('any request survives a round trip', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
  const either = fc.oneof(
    fc.record({ coins: fc.bigInt({ min: 1n, max: 10n ** 35n }).map(hastings) }),
    fc.record({ funds: fc.bigInt({ min: 1n, max: 10_000n }).map(fundUnits) }),
    fc.constant({})
  );
  const rest = fc.record({ label: text, message: text, network: fc.constant('zen') }, { requiredKeys: [] });
  fc.assert(
    fc.property(either, rest, (amount, parts) => {
      const request = { address: A, ...amount, ...parts };
      expect(parsePaymentRequest(formatPaymentRequest(request))).toEqual(request);
    })
  );
});

test('the main network is omitted', () => {
  expect(formatPaymentRequest({ address: A, network: 'mainnet' })).toBe(`siacoin:${A}`);
});

test('links of earlier versions, and optional parts', () => {
  expect(parsePaymentRequest(`QUARRY:${A}?colour=red&amount=2&colour=blue#x`)).toEqual({
    address: A,
    coins: 2n * 10n ** 24n,
    more: [
      ['colour', 'red'],
      ['colour', 'blue']
    ]
  });
});

test('a value may contain an equals sign', () => {
  expect(parsePaymentRequest(`siacoin:${A}?message=a=b`)).toEqual({ address: A, message: 'a=b' });
});

test.each([
  [`siacoin:${A}?label&&colour`, { more: [['colour', '']] }],
  [` \nsiacoin:${A}\t`, {}],
  [` ${A} `, {}],
  [`siacoin://${A}?message=`, {}],
  [`siacoin:${A}?label=%2B+%26&message=%3D`, { label: '++&', message: '=' }]
])('%j is parsed as intended', (link, parts) => {
  expect(parsePaymentRequest(link)).toEqual({ address: A, ...parts });
});

test.each([
  [`siacoin:${A}?req-asset=sf&amount=3`, 3n],
  [`siacoin:${A}?amount=18446744073709551615&req-asset=sf`, (1n << 64n) - 1n]
])('%s requests fund units', (link, units) => {
  expect(parsePaymentRequest(link)).toEqual({ address: A, funds: units });
});

test.each([
  [`siacoin:${A}?req-asset=sf`, 'amount', ''],
  [`siacoin:${A}?req-asset=sf&amount=1.5`, 'amount', '1.5'],
  [`siacoin:${A}?req-asset=sf&amount=0`, 'amount', '0'],
  [`siacoin:${A}?req-asset=xx&amount=1`, 'required', 'req-asset=xx'],
  [`siacoin:${A}?amount=340282366920938.463463374607431768211456`, 'amount', undefined],
  [`siacoin:${A}?req-foo=1`, 'required', 'req-foo'],
  [`siacoin:${A}?message=a&MESSAGE=b`, 'repeated', 'message'],
  [`siacoin:${A}?req-network=a&req-network=a`, 'repeated', 'req-network'],
  [`siacoin:${A}?label=%zz`, 'encoding', '%zz'],
  [`siacoin:${A}?amount=1=2`, 'amount', '1=2'],
  [`quarry:${A}?amount=1&AMOUNT=1000`, 'repeated', 'amount'],
  ['bitcoin:1A1zP1', 'no-link', 'bitcoin'],
  ['hello', 'address', 'hello']
])('%s is rejected: %s %s', (link, fault, part) => {
  expect(() => parsePaymentRequest(link)).toThrow(refused(fault, part));
});

test.each([
  ['unknown parameters', 'a&'.repeat(10_000)],
  ['text', `message=${'a'.repeat(20_000)}`]
])('a link of very many %s, which another site can open, is rejected', (_, query) => {
  expect(() => parsePaymentRequest(`siacoin:${A}?${query}`)).toThrow(refused('too-long'));
});

test('the largest amount', () => {
  const link = `siacoin:${A}?amount=340282366920938.463463374607431768211455`;
  expect(parsePaymentRequest(link).coins).toBe((1n << 128n) - 1n);
});

test('bidirectional control characters are removed from a link’s texts', () => {
  const read = parsePaymentRequest(
    `siacoin:${A}?label=Al%E2%80%AEice&message=%E2%81%A6rent&x=%E2%80%AD1&req-network=%E2%80%AEtest`
  );
  expect(read).toMatchObject({ label: 'Alice', message: 'rent', network: 'test', more: [['x', '1']] });
  expect(() => parsePaymentRequest(`siacoin:${A}?amount=1%E2%80%AE`)).toThrow(
    expect.objectContaining({ fault: 'amount' })
  );
});

test('marks that would cover the lines beside them are removed from a link’s texts', () => {
  const marks = '\u0336'.repeat(100);
  const read = parsePaymentRequest(`siacoin:${A}?label=Al${encodeURIComponent(marks)}ice`);
  expect(read.label).toBe(`Al${marks.slice(0, 6)}ice`);
});

test('a long label is truncated', () => {
  expect(parsePaymentRequest(`siacoin:${A}?label=${'x'.repeat(300)}`).label).toHaveLength(255);
});

test('a label that is too long by half an emoji can still be put into a link', () => {
  const label = `${'x'.repeat(254)}😀`;
  const read = parsePaymentRequest(`siacoin:${A}?label=${encodeURIComponent(label)}`);
  expect(parsePaymentRequest(formatPaymentRequest(read)).label).toBe(label);
});

test('half a character in a label from a file is replaced', () => {
  expect(formatPaymentRequest({ address: A, label: 'x\ud83d' })).toBe(`siacoin:${A}?label=x%EF%BF%BD`);
});

test('a request for another network is rejected', () => {
  const request = parsePaymentRequest(`siacoin:${A}?req-network=zen`);
  expect(() => requireNetwork(request, 'mainnet')).toThrow(refused('network', 'zen'));
  requireNetwork(request, 'zen');
  requireNetwork({ address: A }, 'zen');
});

test('links are distinguished from addresses and other text', () => {
  expect(isPaymentLink(` web+siacoin:${A}`)).toBe(true);
  expect(isPaymentLink('siacoin:broken')).toBe(true);
  expect(isPaymentLink(A)).toBe(false);
  expect(isPaymentLink('sia:storage')).toBe(false);
});

test('an upper-case address fits version 4 of a QR code', () => {
  const text = paymentQrText({ address: A, network: 'mainnet' });
  expect(text).toHaveLength(84);
  expect(parsePaymentRequest(text).address).toBe(parseAddress(A));
  expect(encode(text, { ecc: 'L' }).version).toBe(4);
});

test('a QR code names the network of an address, unless it is the main network', () => {
  const text = paymentQrText({ address: A, network: 'zen' });
  expect(text).toBe(`siacoin:${A}?req-network=zen`);
  expect(() => requireNetwork(parsePaymentRequest(text), 'mainnet')).toThrow(refused('network', 'zen'));
});

test('a link in the page’s fragment, plain or encoded by the browser', () => {
  const link = `web+siacoin:${A}?label=Caf%C3%A9`;
  expect(linkOfFragment(`#${link}`)).toBe(link);
  expect(linkOfFragment(`#${encodeURIComponent(link)}`)).toBe(link);
  expect(linkOfFragment(`#${A}`)).toBe(A);
  expect(linkOfFragment('')).toBe('');
});

test('the installed app handles the schemes that a page may register', () => {
  const manifest = JSON.parse(readFileSync('static/manifest.webmanifest', 'utf8')) as { protocol_handlers: unknown };
  expect(manifest.protocol_handlers).toEqual([{ protocol: WEB_PAYMENT_SCHEME, url: '/pay#%s' }]);
});
