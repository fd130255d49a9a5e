import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fetchFrom } from '$lib/server/http/fetchMessages';
import { upstreamOf } from '../../../support/httpMessages';
import { addressCheckedFetch } from '$lib/server/http/addressCheckedFetch';
import { http, mountedAt, UPSTREAM_ORIGIN } from '$lib/server/http/upstream';

test('the prefix of an API is added, everything else is unchanged', async () => {
  const echo = upstreamOf(async (request) =>
    Response.json([request.method, request.url, request.headers.get('x-kept'), await request.text()])
  );
  const request = new Request(`${UPSTREAM_ORIGIN}/tip?limit=3`, {
    method: 'POST',
    body: 'sent',
    headers: { 'x-kept': '1' }
  });
  const answer = await fetchFrom(mountedAt('/api', echo))(request);
  expect(await answer.json()).toEqual(['POST', `${UPSTREAM_ORIGIN}/api/tip?limit=3`, '1', 'sent']);
});

async function withServer(handle: Parameters<typeof createServer>[1], use: (url: string) => Promise<void>) {
  const server = createServer(handle as never).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base`);
  server.closeAllConnections();
  server.close();
}

describe.each([
  ['fetch', () => globalThis.fetch],
  ['the fetch with address checks', () => addressCheckedFetch()]
])('with %s', (_, open) => {
  const fetch = open();
  const over = (url: string) => fetchFrom(http(url, 'Agent', fetch));

  test('the path is appended to the base, redirects are not followed, the agent is ours', async () => {
    const asked: unknown[] = [];
    await withServer(
      (request, response) => {
        asked.push([request.url, request.headers['user-agent']]);
        response.writeHead(301, { location: '/elsewhere' }).end();
      },
      async (url) => {
        const request = new Request(`${UPSTREAM_ORIGIN}/a?b=c`, { headers: { 'user-agent': 'x' } });
        const answer = await over(url)(request);
        expect(answer.status).toBe(301);
      }
    );
    expect(asked).toEqual([['/base/a?b=c', 'Agent']]);
  });

  test('a refused connection is unreachable, without revealing the address', async () => {
    const call = over('http://127.0.0.1:1')(new Request(`${UPSTREAM_ORIGIN}/consensus`));
    await expect(call).rejects.toMatchObject({ code: 'api/unreachable' });
    await expect(call).rejects.toThrow(expect.not.stringContaining('127.0.0.1'));
  });

  test('an aborted caller aborts the request', async () => {
    const leaving = new AbortController();
    let closed: Promise<unknown> | undefined;
    await withServer(
      (_, response) => {
        closed = once(response, 'close');
        leaving.abort();
      },
      async (url) => {
        const call = over(url)(new Request(`${UPSTREAM_ORIGIN}/slow`, { signal: leaving.signal }));
        await expect(call).rejects.toThrow('aborted');
        await closed;
      }
    );
  });

  describe('a broken connection and a server without HTTP are distinguished', () => {
    const head = (...lines: string[]) => ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
    test.each<[string, string, string]>([
      ['before its response', '', 'api/connection-closed'],
      ['in the middle of its response', `${head('Content-Length: 100')}{`, 'api/connection-closed'],
      ['with an invalid chunk', `${head('Transfer-Encoding: chunked')}5\r\nabcde\r\nZZZ\r\n`, 'api/connection-closed'],
      [
        'with invalid compression',
        `${head('Content-Encoding: gzip', 'Content-Length: 5')}abcde`,
        'api/connection-closed'
      ],
      ['that does not speak HTTP', 'SSH-2.0-OpenSSH\r\n', 'api/unreachable'],
      ['with an invalid status', 'HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n', 'api/unreachable']
    ])('%s', async (_, answer, code) => {
      const server = createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => socket.end(answer));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const call = async () => (await over(url)(new Request(`${UPSTREAM_ORIGIN}/miner`))).text();
      await expect(call()).rejects.toMatchObject({ code, exchange: { path: '/miner' } });
      server.close();
    });
  });

  // Names of inherited properties are not encodings.
  test.each(['constructor', '__proto__', 'quarry'])(
    'a body with the unknown encoding %s is left unchanged',
    async (encoding) => {
      await withServer(
        (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end('plain'),
        async (url) => {
          const answer = await over(url)(new Request(`${UPSTREAM_ORIGIN}/miner`));
          expect(await answer.text()).toBe('plain');
        }
      );
    }
  );

  test('bodies are complete in both directions, compressed or not; empty ones stay empty', async () => {
    const answers: unknown[] = [];
    await withServer(
      (request, response) => {
        if (request.url!.endsWith('/empty')) response.writeHead(204).end();
        else if (request.url!.endsWith('/gzip')) {
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('short'));
        } else request.pipe(response);
      },
      async (url) => {
        const ask = async (path: string, body?: string) => {
          const method = body === undefined ? 'GET' : 'POST';
          const answer = await over(url)(new Request(`${UPSTREAM_ORIGIN}${path}`, { method, body }));
          answers.push([answer.status, await answer.text()]);
        };
        const long = 'é'.repeat(300_000);
        await ask('/echo', long);
        expect(answers.pop()).toEqual([200, long]);
        await ask('/gzip');
        await ask('/empty');
      }
    );
    expect(answers).toEqual([
      [200, 'short'],
      [204, '']
    ]);
  });
});
