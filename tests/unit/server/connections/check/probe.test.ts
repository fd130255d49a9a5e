import { describe, expect, test } from 'vitest';
import { TimeoutError } from '$lib/api/http/errors';
import { ForbiddenAddressError } from '$lib/server/http/addresses';
import { ask, outcomeOf, TestEndedError } from '$lib/server/connections/check/probe';
import { testService } from '$lib/server/connections/check/checkService';

const coded = (code: unknown) => Object.assign(new Error('failed'), { code });

test.each([
  ['ENOTFOUND', 'unknown-name'],
  ['EAI_AGAIN', 'unknown-name'],
  ['EAI_NODATA', 'unknown-name'],
  ['ECONNREFUSED', 'refused'],
  ['ETIMEDOUT', 'timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUTS', 'unreachable'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['HPE_INVALID_CONSTANT', 'wrong-service'],
  ['UND_ERR_SOCKET', 'wrong-service'],
  ['EPROTO', 'wrong-service'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'no-tls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'no-tls'],
  ['ERR_SSL_NO_PROTOCOLS_AVAILABLE', 'wrong-service'],
  ['EHOSTUNREACH', 'unreachable'],
  [7, 'unreachable']
])('a connection that fails with %s: %s', (code, outcome) => {
  expect(outcomeOf(coded(code))).toBe(outcome);
  // As fetch reports it, wrapping the system's error.
  expect(outcomeOf(new TypeError('fetch failed', { cause: coded(code) }))).toBe(outcome);
});

test('the message of an ended test is the server’s, else its outcome', () => {
  expect(new TestEndedError('module-off').message).toBe('module-off');
  expect(new TestEndedError('module-off', 'no such module').message).toBe('no such module');
});

test.each<[string, unknown, string]>([
  ['a forbidden address', new ForbiddenAddressError('169.254.0.1'), 'forbidden-address'],
  ['our own timeout', new TimeoutError({ method: 'GET', path: '/' }, 1), 'timeout'],
  ['an aborted request', new DOMException('late', 'TimeoutError'), 'timeout'],
  ['a response that is not HTTP', Object.assign(new Error('no'), { name: 'HTTPParserError' }), 'wrong-service'],
  ['a text', 'ECONNREFUSED', 'unreachable'],
  ['nothing', null, 'unreachable'],
  ['undefined', undefined, 'unreachable'],
  ['an empty cause', new Error('x', { cause: null }), 'unreachable']
])('%s: %s', (_, error, outcome) => expect(outcomeOf(error)).toBe(outcome));

test.each([
  { service: 'daemon', url: 'http://169.254.169.254' },
  { service: 'pool', url: 'stratum+tcp://169.254.169.254:1' }
] as const)('$url is not connected to', async (request) => {
  expect(await testService(request, () => undefined)).toEqual({ outcome: 'forbidden-address', warnings: [] });
});

describe('a request of a test', () => {
  const never = new AbortController().signal;
  async function asked(target: { password?: string }, body?: string) {
    let sent: [url: string, init: RequestInit] | undefined;
    const fetch = async (url: string, init: RequestInit) => {
      sent = [url, init];
      return new Response('{"height":5}', { status: 201 });
    };
    const given = { url: 'http://node', userAgent: 'an agent', fetch: fetch as never, deadline: never, ...target };
    const reply = await ask(given, '/consensus', body);
    const [url, { method, headers, redirect, body: content }] = sent!;
    return { reply, sent: { url, method, redirect, content, headers: Object.fromEntries(new Headers(headers)) } };
  }

  test('reads, follows no redirects, and sends its agent', async () => {
    const { reply, sent } = await asked({});
    expect(reply).toEqual({ status: 201, text: '{"height":5}', json: { height: 5 } });
    const headers = { 'user-agent': 'an agent' };
    expect(sent).toEqual({
      url: 'http://node/consensus',
      method: 'GET',
      redirect: 'manual',
      content: undefined,
      headers
    });
  });

  test('posts JSON if it has a body, with the password', async () => {
    const { sent } = await asked({ password: 'secret' }, '{}');
    const headers = {
      'user-agent': 'an agent',
      'content-type': 'application/json',
      authorization: `Basic ${btoa(':secret')}`
    };
    expect(sent).toMatchObject({ method: 'POST', content: '{}', headers });
  });

  test('fails with the connection error', async () => {
    const fetch = () => Promise.reject(coded('ECONNREFUSED'));
    const target = { url: 'http://node', userAgent: '', fetch, deadline: never };
    await expect(ask(target, '/')).rejects.toMatchObject({ outcome: 'refused' });
  });

  test('times out, including while reading the body', async () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
    const late = new AbortController();
    const fetch = async () => {
      setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')));
      return new Response(body);
    };
    const target = { url: 'http://node', userAgent: '', fetch, deadline: late.signal };
    await expect(ask(target, '/')).rejects.toMatchObject({ outcome: 'timeout' });
  });
});
