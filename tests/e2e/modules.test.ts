import type { BrowserContext, Page } from 'playwright/test';
import { expect, type RunningApp } from './support/app';
import { PASSWORD } from './support/node';
import { faultyTest } from './support/remoteApp';
import { limitMs } from '../support/limits';

interface Place {
  readonly path: string;
  /** Shown only after the node has responded. */
  readonly healthy: RegExp;
}

const CHAIN: readonly Place[] = [
  { path: '/', healthy: /\bsynced\b/ },
  { path: '/chain', healthy: /Latest block/ }
];
const OTHERS: readonly Place[] = [
  { path: '/network', healthy: /No peers connected/ },
  { path: '/daemon', healthy: /issues work and accepts solved blocks/ }
];
/** Pages of modules that a daemon may run without. */
const MARKET: readonly (Place & { readonly withoutIt: RegExp })[] = [
  { path: '/host', healthy: /Total earned/, withoutIt: /The host module is disabled/ },
  { path: '/hosts', healthy: /Median storage price/, withoutIt: /The host database module is disabled/ },
  { path: '/renter', healthy: /Set an allowance/, withoutIt: /The renter module is disabled/ }
];
const PLACES: readonly Place[] = [...CHAIN, ...OTHERS, ...MARKET];
const RECOVERY = { timeout: limitMs(20_000) };

// One node, one app and one browser for the file: as in production, failures and recoveries follow one another.
const test = faultyTest(5);

test.use({ allowFailedRequests: true });

async function signIn(page: Page, { origin }: RunningApp, password: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('API password of the node').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function openTabs(context: BrowserContext, { origin }: RunningApp): Promise<Map<string, Page>> {
  const tabs = new Map<string, Page>();
  for (const { path, healthy } of PLACES) {
    const tab = await context.newPage();
    await tab.goto(origin + path);
    await expect(tab.getByRole('main')).toContainText(healthy);
    tabs.set(path, tab);
  }
  return tabs;
}

/** Shown beside values that may be out of date. */
const NOT_CURRENT = /Out of date/;
const UNREACHABLE = /node cannot be reached/;
const OTHER_STATES = /of the node is disabled|still starting|signed out/;

/** In parallel: each page recovers at its own pace. */
const everywhere = (places: readonly Place[], check: (place: Place) => Promise<void>): Promise<unknown> =>
  Promise.all(places.map(check));

test('a daemon that runs without modules, loads, changes its password, dies and comes back', async ({
  browser,
  context,
  daemon,
  page,
  remoteApp
}) => {
  await test.step('sign-in refuses a wrong password', async () => {
    const stranger = await browser.newPage();
    await signIn(stranger, remoteApp, 'guessed');
    await expect(stranger.getByRole('alert')).toContainText(/password/i);
    await expect(stranger).toHaveURL(/\/login/);
    await stranger.close();
  });

  await signIn(page, remoteApp, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  const tabs = await openTabs(context, remoteApp);
  const main = (path: string) => tabs.get(path)!.getByRole('main');
  const expectHealthy = (places: readonly Place[] = PLACES) =>
    everywhere(places, async ({ path, healthy }) => {
      await expect(main(path)).toContainText(healthy, RECOVERY);
      await expect(main(path)).not.toContainText(NOT_CURRENT, RECOVERY);
      await expect(main(path).getByRole('button', { name: 'Try again' })).toHaveCount(0, RECOVERY);
    });

  await test.step('pages of disabled modules say so, and the others keep working', async () => {
    daemon.fault = { kind: 'modules off', paths: /^\/(?:host|hostdb|renter)(?:\/|$)/ };
    // Earlier values stay, marked as out of date, with the reason beside them.
    await everywhere([MARKET[0]!, MARKET[2]!], ({ path }) => expect(main(path)).toContainText(/is disabled/, RECOVERY));
    await expect(main('/host')).toContainText(NOT_CURRENT);
    await Promise.all(MARKET.map(({ path }) => tabs.get(path)!.reload()));
    await Promise.all(MARKET.map(({ path, withoutIt }) => expect(main(path)).toContainText(withoutIt, RECOVERY)));
    await everywhere(MARKET, async ({ path }) => {
      await expect(main(path)).toContainText(/is disabled/);
      await expect(main(path)).not.toContainText(/node cannot be reached|still starting|signed out/);
    });
    // The Overview also shows parts of disabled modules; the rest of it keeps working.
    const { path: overview, healthy } = PLACES.find(({ path }) => path === '/')!;
    await expect(main(overview)).toContainText(healthy);
    await expectHealthy([...CHAIN, ...OTHERS].filter(({ path }) => path !== overview));
    daemon.fault = undefined;
    await expectHealthy();
  });

  await test.step('a node that is still loading is recognized, and the pages wait for it', async () => {
    daemon.fault = { kind: 'still loading' };
    // Pages opened at that moment, as after a start, have no earlier values to show.
    await Promise.all([...tabs.values()].map((tab) => tab.reload()));
    await everywhere([...CHAIN, OTHERS[0]!, ...MARKET], async ({ path }) => {
      await expect(main(path)).toContainText(/still starting/, RECOVERY);
      await expect(main(path)).not.toContainText(/node cannot be reached|node is disabled|signed out/);
    });
    // The daemon's own calls already work.
    await expect(main('/daemon')).toContainText(OTHERS[1]!.healthy);
    daemon.fault = undefined;
    await expectHealthy();
  });

  await test.step('a changed password is reported where it is needed', async () => {
    daemon.fault = { kind: 'a new password' };
    const renter = tabs.get('/renter')!;
    await renter.getByRole('link', { name: 'Backups' }).click();
    await expect(main('/renter')).toContainText(/You are signed out/);
    await expect(main('/renter').getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expectHealthy([...CHAIN, ...OTHERS]);
    daemon.fault = undefined;
    await expect(main('/renter')).not.toContainText(/signed out/, RECOVERY);
    await renter.goBack();
  });

  await test.step('a connection that closes mid-response is told apart from an unreachable node', async () => {
    daemon.fault = { kind: 'no answer' };
    await everywhere([PLACES[0]!, MARKET[0]!], ({ path }) =>
      expect(main(path)).toContainText(/node closed the connection/, RECOVERY)
    );
    daemon.fault = undefined;
    await expectHealthy([PLACES[0]!]);
  });

  await test.step('a node that dies: its values are marked as out of date', async () => {
    await daemon.down();
    await everywhere(PLACES, async ({ path }) => {
      await expect(tabs.get(path)!.getByRole('banner')).toContainText('Unreachable', RECOVERY);
      await expect(main(path)).toContainText(UNREACHABLE, RECOVERY);
      await expect(main(path)).not.toContainText(OTHER_STATES);
      // Its form holds only user input.
      if (path !== '/renter') await expect(main(path)).toContainText(NOT_CURRENT, RECOVERY);
    });
    // Navigation works meanwhile.
    const tab = tabs.get('/renter')!;
    await tab.getByRole('link', { name: 'Network', exact: true }).first().click();
    await expect(tab.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible();
    await expect(main('/renter')).toContainText(UNREACHABLE, RECOVERY);
    await tab.goBack();
  });

  await test.step('when the node is back, every page recovers by itself', async () => {
    await daemon.up();
    await expectHealthy();
  });
  await Promise.all([page, ...tabs.values()].map((tab) => tab.close()));
});
