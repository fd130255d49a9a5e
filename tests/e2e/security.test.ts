import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, startApp, test } from './support/app';
import { temporaryFolder } from '../support/temporary';
import { callHeaders, sessionHeaders } from './support/session';

// Every hash is a solution there: no test waits for a block.
test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test('the server listens where Quarry’s settings say, regardless of the variables its listener would read', async () => {
  const socket = join(temporaryFolder('socket'), 'empty');
  writeFileSync(socket, '');
  const others = { SOCKET_PATH: socket, ORIGIN: 'nowhere', ADDRESS_HEADER: 'x-client', HOST_HEADER: 'x-host' };
  const app = await startApp({ HOST: '0.0.0.0', PORT: '1', ...others });
  try {
    expect((await fetch(`${app.origin}/api/session`)).status).toBe(200);
    expect(existsSync(socket)).toBe(true);
    // All of 127.0.0.0/8 is this computer: a listener on all addresses would answer here as well.
    await expect(fetch(app.origin.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow();
  } finally {
    await app.stop();
  }
});

test('a listen name that does not resolve ends the start', async () => {
  const failure = await startApp({ QUARRY_HOST: 'no-such-host.invalid' }).catch(String);
  expect(failure).toMatch(/Quarry cannot start: cannot listen .*QUARRY_HOST\.\n$/);
});

test('a timeout of the listener that is no number is named', async () => {
  const failure = await startApp({ KEEP_ALIVE_TIMEOUT: '5s' }).catch(String);
  expect(failure).toMatch(
    /Quarry cannot start: KEEP_ALIVE_TIMEOUT must be a number of seconds up to \d+, not "5s"\.\n$/
  );
});

test('an unwritable data folder is reported with the path as configured', async () => {
  const env = { QUARRY_DATA_DIR: '/dev/null/quarry' };
  expect(await startApp(env).catch(String)).toMatch(/data folder cannot be used .*with QUARRY_DATA_DIR/);
  const byFlag = { ...env, QUARRY_FLAGS: JSON.stringify({ QUARRY_DATA_DIR: '--data-dir' }) };
  expect(await startApp(byFlag).catch(String)).toMatch(/data folder cannot be used .*with --data-dir/);
});

test('a start prints one line, with the URL to open', async ({ app }) => {
  expect(app.output()).toBe(`Quarry is running at ${app.signInLink}\n`);
});

test.describe('metrics', () => {
  const token = 'a-token-of-the-tests';
  test.use({ appEnv: { QUARRY_METRICS_TOKEN: token } });

  test('are read only with their token', async ({ app }) => {
    const scrape = (authorization?: string) =>
      fetch(`${app.origin}/metrics`, { headers: authorization ? { authorization } : {} });
    expect((await scrape()).status).toBe(401);
    const answer = await scrape(`Bearer ${token}`);
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await answer.text();
    expect(text).toContain('\nquarry_node_up 1\n');
    expect(text).toContain('\nquarry_http_responses_total{class="4xx"} 1\n');
  });
});

test('a server whose port is in use names the remedy, and no URL at which another program would answer', async ({
  app
}) => {
  const failure = await startApp({ QUARRY_NETWORK: 'test', QUARRY_PORT: new URL(app.origin).port }).catch(String);
  expect(failure).toMatch(/cannot listen .*QUARRY_PORT/);
  expect(failure).not.toContain('Quarry is running at');
});

test.describe('an exception that nothing catches', () => {
  const fault = `import { subscribe } from 'node:diagnostics_channel';
    subscribe('http.server.request.start', ({ request }) => { if (request.url === '/fault') throw new Error('a fault'); });`;
  const options = `--import data:text/javascript,${encodeURIComponent(fault)}`;
  test.use({ appEnv: { QUARRY_NETWORK: 'test', NODE_OPTIONS: options } });

  test('ends one request at most once the server runs', async ({ app }) => {
    await fetch(`${app.origin}/fault`).catch(() => undefined);
    await expect.poll(() => app.output()).toContain('Quarry continues after an unhandled error: Error: a fault\n');
    expect((await fetch(`${app.origin}/api/session`)).status).toBe(200);
  });
});

test('a body as large as a block reaches the node, however the server was started', async ({ app, signedIn }) => {
  // Above the listener's default limit of 512 KB; the node refuses it because it is not a block.
  const answer = await signedIn.request.post(`${app.origin}/api/daemon/miner/block`, {
    headers: { ...(await callHeaders(signedIn)), 'content-type': 'application/octet-stream' },
    data: Buffer.alloc(1_500_000)
  });
  expect([answer.status(), await answer.text()]).toEqual([400, expect.stringContaining('block')]);
});

test('a body above the limit of its route is refused, with or without a declared length', async ({ app, signedIn }) => {
  const headers = { ...(await sessionHeaders(signedIn, app)), 'content-type': 'application/octet-stream' };
  const MEGABYTE = new Uint8Array(1024 * 1024);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += MEGABYTE.length;
      if (sent > 200 * MEGABYTE.length) controller.close();
      else controller.enqueue(MEGABYTE);
    }
  });
  const init = { method: 'POST', headers, body, duplex: 'half' } as const;
  const outcome = await fetch(`${app.origin}/api/daemon/miner/block`, init).then(
    (answer) => answer.status,
    () => 'closed'
  );
  expect([413, 'closed']).toContain(outcome);
  expect(sent).toBeLessThan(100 * MEGABYTE.length);
  // The login route's limit is far lower, and needs no session.
  const login = await fetch(`${app.origin}/api/session`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'x'.repeat(1_000_000) })
  });
  expect(login.status).toBe(413);
});

test('files ignore invalid ranges and refuse DELETE; leading slashes lead to no other host', async ({ app }) => {
  const file = `${app.origin}/favicon.svg`;
  const statuses = [
    await fetch(file, { headers: { range: 'bytes=9-1' } }),
    await fetch(file, { headers: { range: 'bytes=0-99999999999999999999' } }),
    await fetch(file, { method: 'DELETE' })
  ].map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 405]);
  const elsewhere = await fetch(`${app.origin}//evil.example/login/`, { redirect: 'manual' });
  expect(elsewhere.headers.get('location')).toBe('/evil.example/login/');
});

test('text does not become code in a page; WebAssembly does run', async ({ signedIn }) => {
  // A separate tab: the browser logs refusals as errors.
  const page = await signedIn.context().newPage();
  await page.goto(signedIn.url());
  const outcome = await page.evaluate(async () => {
    const attempt = (act: () => unknown) =>
      // In a timer, because the page's policy does not apply to code run by a debugger.
      new Promise<string>((resolve) =>
        setTimeout(() => {
          try {
            act();
            resolve('ran');
          } catch (error) {
            resolve((error as Error).name);
          }
        })
      );
    const emptyModule = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
    return {
      code: await attempt(() => new Function('return 1')()),
      wasm: await attempt(() => new WebAssembly.Module(emptyModule))
    };
  });
  expect(outcome).toEqual({ code: 'EvalError', wasm: 'ran' });
});

test('a page on another port of this computer can neither read nor change anything', async ({
  app,
  signedIn,
  context
}) => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>elsewhere</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const elsewhere = await context.newPage();
  await elsewhere.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  const read = await elsewhere.evaluate(async (origin) => {
    const daemon = `${origin}/api/daemon`;
    const ask = (path: string, mode: RequestMode) =>
      fetch(daemon + path, { mode, credentials: 'include' }).then(
        () => 'answered',
        () => 'refused'
      );
    const outcomes = [];
    for (const path of ['/consensus', '/miner/header', '/daemon/stop', '/miner/start']) {
      outcomes.push(await ask(path, 'cors'), await ask(path, 'no-cors'));
    }
    const end = { method: 'POST', mode: 'no-cors', credentials: 'include' } as const;
    await fetch(`${origin}/api/session/end`, end).catch(() => undefined);
    return outcomes;
  }, app.origin);
  expect(new Set(read)).toEqual(new Set(['refused']));
  await elsewhere.close();
  server.closeAllConnections();
  server.close();

  const headers = await callHeaders(signedIn);
  const after = await signedIn.evaluate(async (headers) => {
    const session = (await (await fetch('/api/session', { headers })).json()) as { signedIn: boolean };
    const miner = (await (await fetch('/api/daemon/miner', { headers })).json()) as { cpumining: boolean };
    return { ...session, ...miner };
  }, headers);
  expect(after).toMatchObject({ signedIn: true, cpumining: false });
});

test.describe('after signing out', () => {
  // The page's own polling is then refused.
  test.use({ allowFailedRequests: true });

  test('a copy of cookie and page token is worthless', async ({ app, signedIn, context }) => {
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const headers = await callHeaders(signedIn);
    const signedInWithCopy = async () => {
      const response = await fetch(`${app.origin}/api/session`, {
        headers: { ...headers, cookie: `${cookie!.name}=${cookie!.value}` }
      });
      return ((await response.json()) as { signedIn: boolean }).signedIn;
    };
    expect(await signedInWithCopy()).toBe(true);
    await signedIn.evaluate((headers) => fetch('/api/session/end', { method: 'POST', headers }), headers);
    expect(await signedInWithCopy()).toBe(false);
    expect(await context.cookies()).toEqual([]);
  });

  test('a page restored by the Back button goes to the sign-in page', async ({ signedIn: page }) => {
    await page.context().clearCookies();
    // Chromium under test keeps no pages; this event is what a restored page receives.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await page.waitForURL(/\/login\?next=%2F$/);
  });
});

test('signing in never leads to another site', async ({ app, signedIn }) => {
  const left: string[] = [];
  await signedIn.route(({ hostname }) => hostname === 'evil.example', (route) => {
    left.push(route.request().url());
    return route.abort();
  }); // prettier-ignore
  for (const next of [
    '//evil.example/',
    '/%09/evil.example/',
    '/%5Cevil.example/',
    'https://evil.example/',
    'javascript:1'
  ]) {
    await signedIn.goto(`${app.origin}/login?next=${next}`).catch(() => undefined);
    await expect(signedIn, next).toHaveURL(`${app.origin}/`);
  }
  expect(left).toEqual([]);
  await signedIn.goto(`${app.origin}/login?next=/mine%3Fa=b`);
  await expect(signedIn).toHaveURL(`${app.origin}/mine?a=b`);
});
