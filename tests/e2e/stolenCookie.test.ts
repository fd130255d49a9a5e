import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import WebSocket from 'ws';
import type { Page } from 'playwright/test';
import { expect, test } from './support/app';
import { callHeaders, sessionHeaders } from './support/session';

// Every hash is a solution there: no test waits for a block. The browser logs refused requests.
test.use({ appEnv: { QUARRY_NETWORK: 'test' }, allowFailedRequests: true });

/** The cookies that the browser sends to a server on another port of this computer. */
async function stealCookie(page: Page): Promise<string> {
  let cookie = '';
  const thief = createServer(({ headers }, response) => {
    cookie ||= headers.cookie ?? '';
    response.end('hello');
  }).listen(0, '127.0.0.1');
  await once(thief, 'listening');
  const tab = await page.context().newPage();
  await tab.goto(`http://127.0.0.1:${(thief.address() as AddressInfo).port}/`);
  await tab.close();
  thief.closeAllConnections();
  thief.close();
  return cookie;
}

test('the cookie that another port receives opens nothing', async ({ app, signedIn }) => {
  const cookie = await stealCookie(signedIn);
  // The premise: cookies ignore ports.
  expect(cookie).toContain('quarry-session-');
  const { origin, host } = new URL(app.origin);
  const replay = async (path: string, init: RequestInit = {}) => {
    const headers = { cookie, origin, 'sec-fetch-site': 'same-origin', 'quarry-request': '1', ...init.headers };
    const response = await fetch(origin + path, { ...init, headers });
    return { status: response.status, text: await response.text() };
  };
  expect(JSON.parse((await replay('/api/session')).text)).toMatchObject({ signedIn: false });
  for (const [path, method] of [
    ['/api/daemon/consensus', 'GET'],
    ['/api/daemon/miner/header', 'GET'],
    ['/api/daemon/daemon/stop', 'GET'],
    ['/api/daemon/renter/backups', 'GET'],
    ['/api/daemon/host', 'POST'],
    ['/api/wallet/consensus/tip', 'GET'],
    ['/api/wallet/txpool/broadcast', 'POST'],
    ['/api/mining/mining/getblocktemplate', 'POST'],
    ['/api/signing/blind/sign', 'POST'],
    ['/api/tips/daemon', 'GET'],
    ['/api/tips/daemon/work', 'GET'],
    ['/api/tips/wallet', 'GET'],
    ['/api/connections', 'GET'],
    ['/api/connections', 'POST'],
    ['/api/connections/start/select', 'POST']
  ] as const) {
    const { status, text } = await replay(path, { method });
    // Without a session, every request gets one of these and no data.
    expect([401, 400, 404, 405], `${method} ${path}: ${status} ${text}`).toContain(status);
    expect(text, path).not.toMatch(/"(height|currentblock|selected|blockids)"/);
  }
  // Signing out with it ends no session.
  await replay('/api/session/end', { method: 'POST' });

  const socket = new WebSocket(`ws://${host}/api/pool`, { origin, headers: { cookie } });
  socket.on('error', () => undefined);
  const [, refused] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  expect(refused.statusCode).toBe(401);

  // The page keeps working, and its headers show that the addresses above were right.
  const own = await fetch(`${origin}/api/daemon/consensus`, { headers: await sessionHeaders(signedIn, app) });
  expect(own.status).toBe(200);
});

test("browser requests without the app's script carry no page token: address bar, image, events, WebSocket", async ({
  app,
  signedIn
}) => {
  // A separate tab: the browser logs the refused WebSocket as an error.
  const page = await signedIn.context().newPage();
  await page.goto(app.origin);
  const outcomes = await page.evaluate(async () => {
    const settled = (start: (end: (outcome: string) => void) => void) => new Promise<string>((end) => start(end));
    const image = await settled((end) => {
      const element = new Image();
      element.onload = () => end('loaded');
      element.onerror = () => end('refused');
      element.src = '/api/daemon/consensus';
    });
    const events = await settled((end) => {
      const source = new EventSource('/api/tips/daemon');
      source.onopen = () => end('opened');
      source.onerror = () => {
        source.close();
        end('refused');
      };
    });
    const socket = await settled((end) => {
      const opened = new WebSocket(`ws://${location.host}/api/pool`);
      opened.onopen = () => end('opened');
      opened.onerror = () => end('refused');
    });
    const plain = (await fetch('/api/daemon/consensus')).status;
    const beacon = (await fetch('/api/session/end', { method: 'POST', keepalive: true })).status;
    return { image, events, socket, plain, beacon };
  });
  expect(outcomes).toEqual({ image: 'refused', events: 'refused', socket: 'refused', plain: 401, beacon: 403 });
  for (const path of ['/api/daemon/consensus', '/api/connections', '/api/tips/daemon', '/api/wallet/consensus/tip']) {
    expect((await page.goto(app.origin + path))?.status(), path).toBe(401);
  }
  await page.close();
});

test('a session continues in other tabs, across a reload and a new sign-in; signing out ends it in all', async ({
  app,
  signedIn: page
}) => {
  const visited: string[] = [];
  const watch = (tab: Page) => tab.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  const heading = (tab: Page) => tab.getByRole('heading', { level: 1, name: 'Overview' });
  watch(page);
  await page.reload();
  await expect(heading(page)).toBeVisible();
  const second = await page.context().newPage();
  watch(second);
  await second.goto(app.origin);
  await expect(heading(second)).toBeVisible();
  expect(visited, 'nobody is sent to the sign-in page').not.toContain('/login');

  const tokenBefore = (await callHeaders(page))['quarry-page-token'];
  await second.goto(`${app.origin}/login?again=1`);
  await second.getByLabel('Password', { exact: true }).fill(await readFile(`${app.dataDir}/apipassword`, 'utf8'));
  await second.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(second)).toBeVisible();
  // The tab that was already open uses the new session from its next request on.
  expect((await callHeaders(page))['quarry-page-token']).not.toBe(tokenBefore);
  const answered = await page.waitForResponse((response) => response.url().endsWith('/api/daemon/consensus'));
  expect(answered.status()).toBe(200);

  await second.getByRole('button', { name: 'Sign out' }).click();
  await expect(second).toHaveURL(/\/login/);
  expect(await second.evaluate(() => localStorage.getItem('quarry:page-token'))).toBeNull();
  await page.reload();
  await expect(page).toHaveURL(/\/login/);
});
