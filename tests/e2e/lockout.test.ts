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

test('the sign-in link works in the tab that asks for the password, also after too many wrong ones', async ({
  app,
  page
}) => {
  await page.goto(`${app.origin}/login`);
  const problem = page.getByRole('alert');
  for (let i = 0; i < 11; i++) {
    await page.getByLabel('Password', { exact: true }).fill(`wrong ${i}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(problem).toContainText(i < 10 ? 'Wrong password' : 'Too many attempts');
  }
  // The browser then only changes the fragment of the address.
  await page.goto(app.signInLink);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect(page.url()).not.toContain('token');
});
