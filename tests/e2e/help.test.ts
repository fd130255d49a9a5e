import { expectNoViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { visit } from './support/visit';
import { createWallet, receiveAddress } from './support/wallet';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test('a term is explained in place and links to the glossary', async ({ app, signedIn: page }) => {
  const chain = await chainOf(page, app);
  await chain.mine(1);
  await visit(page, '/chain/1');
  const term = page.getByRole('main').getByRole('button', { name: 'Difficulty' });
  await term.click();
  const note = page.getByRole('note');
  await expect(note).toContainText('The number of hashes');
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(note).toHaveCount(0);
  await expect(term).toBeFocused();
  await page.keyboard.press('Enter');
  await note.getByRole('link', { name: 'All terms' }).click();
  await expect(page).toHaveURL(/\/help#difficulty$/);
  await expect(page.locator('#difficulty')).toBeInViewport();
});

test('diagnostics are copied without addresses, wallet names or servers of this browser', async ({
  app,
  signedIn: page
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await createWallet(page, app.origin, 'Savings of Bob');
  const address = await receiveAddress(page);
  await visit(page, '/help');
  // Raises an error that contains all of them, once the page records errors.
  await page.getByRole('link', { name: /^Notifications/ }).waitFor();
  await page.evaluate(
    (text) =>
      dispatchEvent(
        new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason: new TypeError(text) })
      ),
    `planted for Savings of Bob: ${address} at ${app.signInLink} in ${app.dataDir}`
  );
  await page.getByRole('button', { name: 'Copy diagnostics' }).click();
  const report = page.getByRole('main').locator('pre');
  await expect(report).toContainText('build:');
  await expect(page.getByText('Copied. This is what was copied:')).toBeVisible();
  const text = (await report.textContent()) ?? '';
  expect(text).toContain('planted for [name]');
  for (const line of [/^node state: /m, /^browser: .*Chrom/m, /^engines: .*js/m, /^ {2}formats: /m, /^errors:/m])
    expect(text).toMatch(line);
  for (const secret of [address, address.slice(0, 10), 'Bob', new URL(app.origin).host, app.dataDir])
    expect(text).not.toContain(secret);
  await expectNoViolations(page);
});
