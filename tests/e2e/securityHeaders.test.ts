import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, startApp, test } from './support/app';

// Every hash is a solution there: no test waits for a block.
test.use({ appEnv: { QUARRY_NETWORK: 'test' }, serviceWorkers: 'allow' });

/** What every response carries, and what each header must contain. */
const EXPECTED: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'content-security-policy': [
    "frame-ancestors 'none'",
    "connect-src 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types ',
    /^(?!.*unsafe-inline)(?!.*'unsafe-eval')/
  ],
  'permissions-policy': ['camera=(self)', 'geolocation=()', 'microphone=()', 'usb=()', 'hid=(self)'],
  'x-content-type-options': [/^nosniff$/],
  'x-frame-options': [/^DENY$/],
  'referrer-policy': [/^no-referrer$/],
  'cross-origin-opener-policy': [/^same-origin$/],
  'cross-origin-embedder-policy': [/^require-corp$/],
  'cross-origin-resource-policy': [/^same-origin$/],
  'origin-agent-cluster': ['?1']
};

/** The response to raw bytes that no client would send. */
async function answerTo(origin: string, request: string): Promise<{ status: number; headers: Headers }> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
  socket.on('error', () => undefined);
  socket.write(request);
  await once(socket, 'close');
  const [head = ''] = text.split('\r\n\r\n', 1);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const pairs = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
  return { status: Number(statusLine.split(' ')[1]), headers: new Headers(pairs) };
}

/** One request for each kind of response, with its status. */
async function everyAnswer(origin: string, extra: Record<string, string> = {}) {
  const { host } = new URL(origin);
  const get = (path: string, init: RequestInit = {}) =>
    fetch(origin + path, { redirect: 'manual', ...init, headers: { ...extra, ...init.headers } });
  const extraLines = Object.entries(extra)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  const raw = (first: string, headers = '') =>
    answerTo(origin, `${first}\r\nhost: ${host}\r\nconnection: close\r\n${extraLines}${headers}\r\n`);
  const webSocket = (path: string, headers = '') =>
    answerTo(
      origin,
      `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nupgrade: websocket\r\nconnection: upgrade\r\n${extraLines}${headers}\r\n`
    );
  const page = await (await get('/login')).text();
  const files = [...page.matchAll(/\/_app\/immutable\/[\w./-]+\.(?:js|css)/g)].map(([path]) => path);
  return {
    'a page': [200, await get('/login')],
    'an unknown page': [404, await get('/nowhere/at/all')],
    'a page requested with another method': [405, await get('/', { method: 'DELETE' })],
    'a script': [200, await get(files.find((path) => path.endsWith('.js'))!)],
    'a style sheet': [200, await get(files.find((path) => path.endsWith('.css'))!)],
    'the service worker': [200, await get('/service-worker.js')],
    'the manifest': [200, await get('/manifest.webmanifest')],
    'an image': [200, await get('/icon-192.png')],
    'a missing file': [404, await get('/_app/immutable/missing.js')],
    'a revalidated file': [
      304,
      await get('/favicon.svg', { headers: { 'if-none-match': (await get('/favicon.svg')).headers.get('etag') ?? '' } })
    ],
    'an API response': [200, await get('/api/session')],
    'a service response': [401, await get('/api/daemon/consensus')],
    'the stream of tips': [401, await get('/api/tips/daemon')],
    'an unknown service': [404, await get('/api/nothing/at/all')],
    'a refusal': [403, await get('/api/session', { headers: { 'sec-fetch-site': 'cross-site' } })],
    'another host name': [
      403,
      await answerTo(origin, `GET / HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n${extraLines}\r\n`)
    ],
    'a redirect': [308, await get('/api/session/')],
    'a body that is too large': [
      413,
      await get('/api/session', { method: 'POST', body: 'x'.repeat(20_000), headers: { 'quarry-request': '1' } })
    ],
    'a WebSocket of nobody': [401, await webSocket('/api/pool', `origin: ${origin}\r\n`)],
    'a WebSocket of another site': [403, await webSocket('/api/pool', 'origin: http://evil.example\r\n')],
    'a WebSocket to another path': [404, await webSocket('/elsewhere')],
    'a WebSocket to an address that is none': [400, await webSocket('//')],
    'no HTTP': [400, await answerTo(origin, 'hello\r\n\r\n')],
    'headers without end': [431, await answerTo(origin, `GET / HTTP/1.1\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`)],
    'an unknown expectation': [417, await raw('GET / HTTP/1.1', 'expect: wonders\r\n')],
    'a request without a host': [400, await answerTo(origin, 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n')]
  } as const;
}

test('every kind of response carries the security headers', async ({ app }) => {
  for (const [name, [status, answer]] of Object.entries(await everyAnswer(app.origin))) {
    expect.soft(answer.status, name).toBe(status);
    for (const [header, wanted] of Object.entries(EXPECTED)) {
      const value = answer.headers.get(header) ?? '';
      for (const part of wanted) expect.soft(value, `${name}: ${header}`).toMatch(part);
    }
    expect.soft(answer.headers.get('strict-transport-security'), name).toBeNull();
  }
});

test('under TLS browsers receive HSTS', async () => {
  const app = await startApp({ QUARRY_NETWORK: 'test', QUARRY_TRUSTED_PROXIES: '127.0.0.1' });
  try {
    const unread = ['no HTTP', 'headers without end', 'a request without a host'];
    const answers = Object.entries(await everyAnswer(app.origin, { 'x-forwarded-proto': 'https' }));
    for (const [name, [, { headers }]] of answers.filter(([name]) => !unread.includes(name))) {
      expect.soft(headers.get('strict-transport-security'), name).toBe('max-age=15552000');
    }
  } finally {
    await app.stop();
  }
});

test('pages and files that keep their name are revalidated, others are cached, API responses are not', async ({
  app
}) => {
  const answers = await everyAnswer(app.origin);
  const { 'a script': script, 'an API response': answer } = answers;
  expect(script[1].headers.get('cache-control')).toContain('immutable');
  expect(script[1].headers.get('content-encoding')).not.toBeNull();
  for (const unnamed of ['a page', 'the service worker', 'the manifest', 'an image'] as const)
    expect.soft(answers[unnamed][1].headers.get('cache-control'), unnamed).toBe('no-cache');
  expect(answer[1].headers.get('cache-control')).toBe('no-store');
});

test('a page creates no markup, script or worker from text, and no inline style from an attribute', async ({
  signedIn
}) => {
  // A separate tab: the browser logs refusals as errors.
  const page = await signedIn.context().newPage();
  await page.goto(signedIn.url());
  // Loading ends before the page's scripts have run, which restrict script addresses.
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const outcome = await page.evaluate(async () => {
    const attempt = (act: () => unknown) => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const element = document.createElement('div');
    document.body.append(element);
    element.setAttribute('style', 'width: 7px');
    const sheet = document.createElement('style');
    sheet.textContent = '.injected { width: 9px }';
    document.head.append(sheet);
    element.className = 'injected';
    return {
      markup: attempt(() => (element.innerHTML = '<b>x</b>')),
      script: attempt(() => (document.createElement('script').text = 'x')),
      address: attempt(() => (document.createElement('script').src = '/x.js')),
      frame: attempt(() => (document.createElement('iframe').srcdoc = 'x')),
      policy: attempt(() =>
        (globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }).trustedTypes //
          .createPolicy('mine', {})
      ),
      otherWorker: attempt(() => new Worker('https://evil.example/worker.js')),
      answerAsWorker: attempt(() => new Worker('/api/session')),
      style: element.style.width,
      width: getComputedStyle(element).width === '9px',
      isolated: globalThis.crossOriginIsolated
    };
  });
  expect(outcome).toEqual({
    markup: 'TypeError',
    script: 'TypeError',
    address: 'done',
    frame: 'TypeError',
    policy: 'TypeError',
    otherWorker: 'TypeError',
    answerAsWorker: 'TypeError',
    style: '',
    width: false,
    isolated: true
  });
  await page.close();
});
