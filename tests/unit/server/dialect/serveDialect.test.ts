import { describe, expect, test } from 'vitest';
import { readRequestBody } from '$lib/api/http/body';
import { textBody, type HttpRequest, type HttpResponse } from '$lib/api/http/message';
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

describe('a request in another dialect', () => {
  const MEGABYTE = new Uint8Array(1_000_000).fill(97);
  const NOTHING: HttpResponse = { status: 204, headers: {}, body: [] };

  /** A request that never ends, and the number of megabytes that were read from it. */
  function endless() {
    const read = { megabytes: 0 };
    const body = (function* () {
      for (;;) {
        read.megabytes++;
        yield MEGABYTE;
      }
    })();
    return { read, request: { ...(request as HttpRequest), method: 'POST', body } };
  }

  test('has its body translated', async () => {
    const body = textBody('{"siacoins":1}');
    let received = '';
    await serveDialect('sia', async (translated) => {
      received = new TextDecoder().decode(await readRequestBody(translated, translated, 100));
      return NOTHING;
    })({ ...(request as HttpRequest), body });
    expect(received).toBe('{"svccoins":1}');
  });

  test('has its body read only if the server reads it', async () => {
    const { read, request } = endless();
    await serveDialect('sia', async () => NOTHING)(request);
    expect(read.megabytes).toBe(0);
  });

  test('has its body read up to the limit of the server', async () => {
    const { read, request } = endless();
    const served = serveDialect('sia', async (translated) => {
      await readRequestBody(translated, translated, 10_000_000);
      return NOTHING;
    })(request);
    await expect(served).rejects.toMatchObject({ code: 'api/too-large' });
    expect(read.megabytes).toBe(11);
  });
});
