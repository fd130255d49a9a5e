import { readFile } from 'node:fs/promises';
import { expect, test } from './support/app';
import { visit } from './support/visit';

// The browser logs refused requests.
test.use({ allowFailedRequests: true });

test('wrong passwords of others on this computer do not lock out a browser that has signed in', async ({
  app,
  signedIn: page
}) => {
  const guess = async () => {
    const headers = { origin: app.origin, 'quarry-request': '1', 'content-type': 'application/json' };
    const body = JSON.stringify({ password: 'wrong' });
    return (await fetch(`${app.origin}/api/session`, { method: 'POST', headers, body })).status;
  };
  for (let i = 0; i < 10; i++) expect(await guess()).toBe(401);
  expect(await guess()).toBe(429);
  await visit(page, '/settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const password = (await readFile(`${app.dataDir}/apipassword`, 'utf8')).trim();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(/login/);
  expect(await guess()).toBe(429);
});
