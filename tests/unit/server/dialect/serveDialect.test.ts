import { describe, expect, test } from 'vitest';
import { textBody, type HttpResponse } from '$lib/api/http/message';
import { serveDialect } from '$lib/server/dialect/serveDialect';

const JSON_TYPE = { 'content-type': 'application/json' };
const request = { method: 'GET', path: '/wallet/svccoins', headers: {}, body: undefined } as never;

/** The response in another dialect, given ours. */
async function served(answer: Partial<HttpResponse>): Promise<HttpResponse> {
  const given = { status: 200, headers: {}, body: [], ...answer };
  return serveDialect('sia', async () => given as HttpResponse)(request);
}
const textOf = ({ body }: HttpResponse) => new TextDecoder().decode(Buffer.concat(body as Uint8Array[]));

test('our own dialect is served unchanged', () => {
  const server = () => Promise.reject(new Error('asked'));
  expect(serveDialect('svc', server)).toBe(server);
});

describe('a response in another dialect', () => {
  test.each([
    ['compact', '{"svccoins":1}', '{"siacoins":1}'],
    ['for people', '{\n  "svccoins": 1\n}\n', '{\n  "siacoins": 1\n}\n'],
    ['a list for people', '[\n    {\n        "svcfunds": 1\n    }\n]', '[\n    {\n        "siafunds": 1\n    }\n]']
  ])('has its JSON keys translated: %s', async (_, given, expected) => {
    expect(textOf(await served({ headers: JSON_TYPE, body: textBody(given) }))).toBe(expected);
  });

  test('has its error texts translated, and no other text', async () => {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    const body = textBody('not enough svccoins');
    expect(textOf(await served({ status: 400, headers, body }))).toBe('not enough siacoins');
    expect(textOf(await served({ status: 200, headers, body }))).toBe('not enough svccoins');
  });

  test('has its Location header translated', async () => {
    const { headers } = await served({ status: 301, headers: { location: '/wallet/svccoins' } });
    expect(headers.location).toBe('/wallet/siacoins');
    expect((await served({ headers: JSON_TYPE })).headers).toEqual(JSON_TYPE);
  });

  test.each<[string, Partial<HttpResponse>]>([
    ['that is empty', { headers: JSON_TYPE, body: [] }],
    ['that is binary', { headers: { 'content-type': 'application/octet-stream' }, body: textBody('svccoins') }],
    ['that is a stream', { headers: JSON_TYPE, body: new Blob(['{"svccoins":1}']).stream() as never }]
  ])('has its body unchanged: one %s', async (_, answer) => {
    expect((await served(answer)).body).toBe(answer.body);
  });
});
