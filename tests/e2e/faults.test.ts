import type { Page } from 'playwright/test';
import { expect, type RunningApp } from './support/app';
import type { Fault } from './support/faultyDaemon';
import { PASSWORD } from './support/node';
import { faultyTest } from './support/remoteApp';
import { limitMs } from '../support/limits';

// One app and one daemon for all faults, as in production: each one occurs, is reported, ends, and mining resumes.
const test = faultyTest(0);

test.use({ allowFailedRequests: true });

const counter = async (page: Page, name: string) =>
  Number((await page.locator(`[data-counter=${name}]`).textContent())?.replaceAll(/\D/g, ''));

async function startMining(page: Page, { origin }: RunningApp): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('API password of the node').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByLabel('Search with').selectOption({ label: 'JavaScript' });
  const node = page.getByRole('radio', { name: 'The node' });
  if (await node.isVisible()) await node.check();
  await page.getByRole('button', { name: 'Start mining' }).click();
  await expect.poll(() => counter(page, 'accepted')).toBeGreaterThan(0);
}

const faults: [fault: Fault, told: RegExp][] = [
  [{ kind: 'work of the wrong length', bytes: 80 }, /node sent invalid work/],
  [{ kind: 'a target of zero' }, /node sent a target of 0/],
  [{ kind: 'garbage as work' }, /node sent invalid work/],
  [{ kind: 'a page instead of JSON' }, /response is a web page/],
  [{ kind: 'half an answer' }, /response is incomplete/],
  [{ kind: 'no answer' }, /node closed the connection/],
  [{ kind: 'slow', ms: 60_000 }, /is taking too long to respond/],
  [{ kind: 'an unknown header' }, /This work has expired/],
  [{ kind: 'a wrong nonce' }, /Forbidden nonce/]
];

test('each fault is reported on the page, and mining recovers', async ({ page, daemon, remoteApp }) => {
  test.setTimeout(limitMs(400_000));
  daemon.fault = undefined;
  await startMining(page, remoteApp);
  for (const [fault, told] of faults) {
    await test.step(fault.kind, async () => {
      const report = page.getByRole('main').getByText(told);
      // Left over from an earlier fault, it would prove nothing.
      await expect(report).toHaveCount(0, { timeout: limitMs(40_000) });
      daemon.fault = fault;
      await expect(report.first()).toBeVisible({ timeout: limitMs(40_000) });
      daemon.fault = undefined;
      const before = await counter(page, 'accepted');
      await expect.poll(() => counter(page, 'accepted'), { timeout: limitMs(40_000) }).toBeGreaterThan(before);
    });
  }
});

test('a competitor who is always faster makes blocks stale and does no other harm', async ({
  page,
  daemon,
  remoteApp
}) => {
  daemon.fault = undefined;
  await startMining(page, remoteApp);
  daemon.fault = { kind: 'a faster rival' };
  await expect.poll(() => counter(page, 'stale'), { timeout: limitMs(40_000) }).toBeGreaterThan(2);
  daemon.fault = undefined;
  expect(await counter(page, 'rejected')).toBe(0);
});

test('a solution that arrives twice counts as one accepted block', async ({ page, daemon, remoteApp }) => {
  daemon.fault = undefined;
  await startMining(page, remoteApp);
  const before = await counter(page, 'accepted');
  daemon.fault = { kind: 'a duplicate' };
  await expect.poll(() => counter(page, 'accepted'), { timeout: limitMs(40_000) }).toBeGreaterThan(before + 1);
  daemon.fault = undefined;
  expect(await counter(page, 'rejected')).toBe(0);
  expect(await counter(page, 'stale')).toBe(0);
});

test('a solved block is kept while the node cannot receive it, and accepted once it can', async ({
  page,
  daemon,
  remoteApp
}) => {
  daemon.fault = undefined;
  await startMining(page, remoteApp);
  const submission = '**/api/daemon/miner/header';
  await page.route(submission, (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await expect(page.getByRole('main')).toContainText(/Block [\d,]+ is solved and will be submitted/);
  const [question] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  // Stopping asks on every page, and in the words of the sign-out.
  await page.getByRole('link', { name: 'Chain', exact: true }).click();
  const lost = /Block [\d,]+ is solved, .* the block and its reward are lost/;
  const stop = page.getByRole('dialog', { name: 'Stop mining and lose a solved block?' });
  await page.getByRole('button', { name: 'Miner: stop' }).click();
  await expect(stop).toContainText(lost);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const signOut = page.getByRole('dialog', { name: 'Sign out while mining?' });
  await expect(signOut).toContainText(lost);
  await signOut.getByRole('button', { name: 'Keep mining' }).click();
  await page.getByRole('link', { name: /^Mine/ }).first().click();
  await page.getByRole('button', { name: 'Stop mining' }).click();
  await expect(stop).toBeVisible();
  const before = await counter(page, 'accepted');
  await page.unroute(submission);
  await expect(stop).toBeHidden({ timeout: limitMs(40_000) });
  await expect.poll(() => counter(page, 'accepted'), { timeout: limitMs(40_000) }).toBeGreaterThan(before);
  await expect(page.getByRole('main')).not.toContainText(/is solved and will be submitted/);
  expect(await counter(page, 'rejected')).toBe(0);
});
