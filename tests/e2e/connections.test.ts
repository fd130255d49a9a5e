import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expectNoViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { StratumPool } from '../support/stratumPool';
import { PASSWORD, startNode } from './support/node';
import { callHeaders } from './support/session';
import { visit } from './support/visit';

// The browser logs refused forms as errors.
test.use({ appEnv: { QUARRY_NETWORK: 'test' }, allowFailedRequests: true });

test('a second node is tested, added, switched to and removed; passwords are entered once', async ({
  app,
  signedIn: page
}) => {
  const [node, router] = await Promise.all([startNode(), webPage()]);
  await (await chainOf(page, app)).mine(1);

  await test.step('a node is tested before it is saved', async () => {
    await visit(page, '/connections');
    await expect(page.getByText('This is the only connection so far.')).toBeVisible();
    await page.getByRole('button', { name: 'Add a connection' }).click();
    const daemon = page.getByRole('group', { name: 'Daemon' });
    const outcome = daemon.locator('[data-outcome]');
    const tried = async (url: string, password: string, expected: string) => {
      await daemon.getByLabel('Address').fill(url);
      await daemon.getByLabel('Password').fill(password);
      await daemon.getByRole('button', { name: 'Test the daemon' }).click();
      await expect(outcome).toHaveAttribute('data-outcome', expected);
    };
    await tried('ftp://127.0.0.1', '', 'invalid-address');
    await tried('http://169.254.169.254', '', 'forbidden-address');
    await tried(router.origin, '', 'wrong-service');
    await expect(outcome).toContainText('This is a web page');
    await expect(daemon).toContainText('Expected a daemon.');
    await tried(router.origin.replace('http:', 'https:'), '', 'no-tls');
    await expect(daemon).toContainText('Use http:// or the port for HTTPS.');
    await router.stop();
    await tried(router.origin, '', 'refused');
    await tried(node.origin, '', 'no-password');
    await tried(node.origin, 'wrong', 'wrong-password');
    await tried(node.origin.replace('http://', ''), PASSWORD, 'ok');
    await expect(daemon).toContainText('height 0');
    // The outcome of an earlier test disappears as soon as the form changes.
    await daemon.getByLabel('Address').fill(`${node.origin}/`);
    await expect(outcome).toHaveCount(0);
  });

  await test.step('a refused form keeps its input', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Quarry’s own node');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Another connection is named');
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Quarry’s own node');
    await page.getByRole('textbox', { name: 'Name' }).fill('Cellar');
    const wallet = page.getByRole('group', { name: 'Wallet server' });
    await wallet.getByLabel('Address').fill(node.origin);
    await wallet.getByLabel('Password').fill(PASSWORD);
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  });

  const cellar = page.getByRole('region', { name: 'Cellar' });
  await test.step('the services of a saved node are tested with the password of the session', async () => {
    await cellar.getByRole('button', { name: 'Test the wallet server of Cellar' }).click();
    await expect(cellar.locator('[data-outcome]')).toHaveAttribute('data-outcome', 'ok');
    await expect(cellar).toContainText('development network “test”');
    await expectNoViolations(page);
  });

  const opened = page.getByRole('button', { name: /^Node:/ });
  await test.step('the header switches, both ways, without signing in', async () => {
    await expect(opened).toContainText('Quarry’s own node');
    const other = await page.context().newPage();
    await other.goto(`${app.origin}/chain`);
    await page.goto(app.origin);
    await opened.click();
    const choice = page.getByRole('dialog').getByRole('button', { name: 'Cellar' });
    await expect(choice).toContainText('reachable');
    await choice.click();
    await expect(opened).toContainText('Cellar');
    await expect(page.getByRole('banner')).toContainText(/dev\s*network/);
    const height = async (tab: typeof page) =>
      tab.evaluate(
        async (headers) => {
          const answer = await fetch('/api/wallet/consensus/tip', { headers });
          return ((await answer.json()) as { height: number }).height;
        },
        await callHeaders(tab)
      );
    expect(await height(page)).toBe(0);
    // The tab that was already open stays with its node.
    await expect(other.getByRole('button', { name: /^Node:/ })).toContainText('Quarry’s own node');
    await expect(
      other
        .getByText('Block 1')
        .or(other.getByRole('link', { name: '1', exact: true }))
        .first()
    ).toBeVisible();
    await other.close();
    await opened.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Quarry’s own node' }).click();
    await expect(opened).toContainText('Quarry’s own node');
    expect(await height(page)).toBe(1);
  });

  await test.step('after sign-out, the password is entered once and the other node is still listed', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const { readFile } = await import('node:fs/promises');
    await page
      .getByLabel('Password', { exact: true })
      .fill((await readFile(`${app.dataDir}/apipassword`, 'utf8')).trim());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await visit(page, '/connections');
    await cellar.getByLabel('Wallet server password').fill(PASSWORD);
    await cellar.getByRole('button', { name: 'Remember for this session' }).last().click();
    await expect(cellar.locator('[data-outcome]')).toHaveAttribute('data-outcome', 'ok');
    await expect(cellar.getByLabel('Wallet server password')).toHaveCount(0);
  });

  await test.step('a pool has its own account, and no response contains its password', async () => {
    const pool = new StratumPool({ user: 'me.rig', password: 'open sesame' });
    await pool.start();
    await cellar.getByRole('button', { name: 'Edit Cellar' }).click();
    await page.getByText('Signing server, mining server, pool').click();
    const fields = page.getByRole('group', { name: 'Mining pool' });
    await fields.getByLabel('Pool address').fill(pool.url);
    await fields.getByLabel('Account').fill('me.rig');
    const test = fields.getByRole('button', { name: 'Test the mining pool' });
    await test.click();
    await expect(fields).toContainText('Account rejected');
    await fields.getByLabel('Pool password').fill('open sesame');
    await test.click();
    await expect(fields.locator('[data-outcome]')).toHaveAttribute('data-outcome', 'ok');
    await page.getByRole('button', { name: 'Save' }).click();
    await cellar.getByRole('button', { name: 'Test the mining pool of Cellar' }).click();
    const row = cellar.getByRole('listitem').filter({ hasText: pool.url });
    await expect(row.locator('[data-outcome]')).toHaveAttribute('data-outcome', 'ok');
    const list = await page.request.get(`${app.origin}/api/connections`, { headers: await callHeaders(page) });
    expect(await list.text()).toContain('me.rig');
    expect(await list.text()).not.toContain('sesame');
    await pool.stop();
  });

  await test.step('a node is removed after confirmation', async () => {
    await cellar.getByRole('button', { name: 'Remove Cellar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(cellar).toHaveCount(0);
  });
  await node.stop();
});

/** Any HTTP server that is not a node, such as a router's page. */
async function webPage() {
  const server = createServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Router</title>')
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

test('a connection with a mining server alone: each page says once what is missing', async ({ signedIn: page }) => {
  const node = await startNode();
  await visit(page, '/connections');
  await page.getByRole('button', { name: 'Add a connection' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Rig');
  await page.getByText('Signing server, mining server, pool').click();
  const server = page.getByRole('group', { name: 'Mining server' });
  await server.getByLabel('Address').fill(node.origin);
  await server.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('region', { name: 'Rig' }).getByRole('button', { name: /^Use/ }).click();
  await expect(page.getByRole('button', { name: /^Node:/ })).toContainText('Rig');

  await visit(page, '/');
  await expect(page.getByText('This connection has no daemon and no wallet server.')).toBeVisible();
  await expect(page.getByText('Loading…')).toHaveCount(0);
  await expect(page.locator('[data-error]')).toHaveCount(0);
  for (const path of ['/network', '/daemon', '/host', '/hosts', '/renter']) {
    await visit(page, path);
    await expect(page.locator('[data-error]'), path).toHaveCount(1);
  }
  await node.stop();
});
