import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { formatCurrency } from '$lib/chain/currency/price';
import { addressCheckedFetch } from '$lib/server/http/addressCheckedFetch';
import { fetchPrice, priceIn } from '$lib/server/prices/priceAnswer';

test.each([
  ['0.00234', '0.00234'],
  ['2.5e-7', '0.00000025'],
  ['{"siacoin":{"eur":0.0021,"usd":0.0023}}', '0.0021'],
  ['{"EUR":"0.0021"}', '0.0021'],
  ['{"error":[],"result":{"SCEUR":{"a":["0.0031","1"],"b":["0.0029","1"]}}}', '0.0029'],
  ['0', undefined],
  ['-1', undefined],
  ['1e300', undefined],
  ['null', undefined],
  ['{"siacoin":{"usd":0.0023}}', undefined],
  ['{"eur":"NaN"}', undefined],
  ['{"eur":"0x10"}', undefined],
  ['<html>', undefined]
])('%s', (text, price) => {
  const read = priceIn(text, 'EUR');
  expect(read && formatCurrency(read)).toBe(price);
});

let server: Server | undefined;
afterEach(() => server?.close());

async function source(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server!.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rate/{currency}`;
}

const ask = (url: string) => fetchPrice(addressCheckedFetch(), { url, currency: 'EUR' }, new AbortController().signal);

test('the request contains the currency and no user data', async () => {
  let seen: IncomingMessage | undefined;
  const url = await source((request, response) => {
    seen = request;
    response.end('0.002');
  });
  expect(formatCurrency(await ask(url))).toBe('0.002');
  expect(seen!.url).toBe('/rate/eur');
  expect(Object.keys(seen!.headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
});

test('a response of 64 KB is read completely', async () => {
  const url = await source((_, response) => response.end('0.002'.padEnd(64 * 1024)));
  expect(formatCurrency(await ask(url))).toBe('0.002');
});

test.each<[string, (response: ServerResponse) => void, string]>([
  ['no body', (response) => response.writeHead(204).end(), 'prices/unreadable'],
  ['an error', (response) => response.writeHead(500).end('0.002'), 'prices/unreachable'],
  [
    'a redirect, which is not followed',
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'prices/unreachable'
  ],
  ['a broken connection', (response) => response.destroy(), 'prices/unreachable'],
  ['another page', (response) => response.end('<!doctype html>'), 'prices/unreadable'],
  ['more than a price', (response) => response.end('0.002'.padEnd(64 * 1024 + 1)), 'prices/unreadable']
])('%s', async (_, answer, code) => {
  const url = await source((_request, response) => answer(response));
  await expect(ask(url)).rejects.toMatchObject({ code, data: { host: new URL(url).host } });
});

test('a forbidden address is rejected', async () => {
  await expect(ask('http://169.254.169.254/{currency}')).rejects.toMatchObject({
    code: 'connection/forbidden-address'
  });
});
