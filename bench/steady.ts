/**
 * Visual stability of pages while they load, in the built app and a real Chromium: layout shift of every page, on a
 * computer and on a slow phone; and how soon, and with how many requests, the Overview shows the latest blocks. Needs a
 * build.
 */
import type { Browser, BrowserContext, Page } from 'playwright';
import { fillMarket } from '../tests/e2e/support/market';
import { startApp, type RunningApp } from '../tests/e2e/support/app';
import { openChromium } from './chromium.ts';
import { figureOf, type Figure, type Measurement } from './figures.ts';

const PAGES = [
  '/',
  '/mine',
  '/chain',
  '/chain/1',
  '/chain/changes',
  '/chain/validate',
  '/chain/check',
  '/network',
  '/daemon',
  '/connections',
  '/settings',
  '/inbox',
  '/host',
  '/host/contracts',
  '/host/storage',
  '/host/settings',
  '/hosts',
  '/hosts/filter',
  '/renter',
  '/renter/contracts',
  '/renter/backups',
  '/renter/maintenance',
  '/wallet',
  '/wallet/setup/create',
  '/wallet/setup/restore'
];

/** Maximum layout shift of a page; https://web.dev/articles/cls considers up to 0.1 good. */
const MAX_SHIFT = 0.05;

interface Device {
  readonly name: 'computer' | 'phone';
  readonly viewport: { readonly width: number; readonly height: number };
  readonly isSlow: boolean;
}
const DEVICES: readonly Device[] = [
  { name: 'computer', viewport: { width: 1440, height: 900 }, isSlow: false },
  { name: 'phone', viewport: { width: 390, height: 844 }, isSlow: true }
];

/** Chromium's own "Slow 4G", in bytes per second and milliseconds per request. */
const SLOW_4G = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 };
const CPU_TIMES_SLOWER = 4;
/** A page has loaded its initial content after this long without a new request; streams stay open. */
const QUIET_MS = 2000;
const MOST_MS = 30_000;

interface Shift {
  readonly startTime: number;
  readonly value: number;
  /** Selectors of the elements that moved. */
  readonly moved: readonly string[];
}

export const measure: Measurement = async ({ runs }) => {
  const browser = await openChromium();
  const app = await startApp({ QUARRY_NETWORK: 'test' });
  try {
    const state = await signIn(browser, app);
    const figures: Figure[] = [];
    for (const device of DEVICES) figures.push(await shiftsOf(browser, app, state, device));
    return [...figures, ...(await overview(browser, app, state, runs))];
  } finally {
    await browser.close();
    await app.stop();
  }
};

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

async function signIn(browser: Browser, app: RunningApp): Promise<State> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(app.signInLink);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await fillMarket(page as unknown as Parameters<typeof fillMarket>[0], app);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function open(browser: Browser, state: State, { viewport, isSlow }: Device): Promise<Page> {
  const context = await browser.newContext({ storageState: state, viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(watchShifts);
  await page.addInitScript(watchBlocks);
  if (isSlow) {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES_SLOWER });
  }
  return page;
}

/** Runs in the page before anything else. */
function watchShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(globalThis, { shifts });
  const nameOf = (node: Node | null): string => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return 'gone';
    const names = [...element.classList].filter((name) => !name.startsWith('svelte-'));
    return [element.tagName.toLowerCase(), ...names].join('.');
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      shifts.push({
        startTime: entry.startTime,
        value: entry.value,
        moved: entry.sources.map(({ node }) => nameOf(node))
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * Runs in the page before anything else. The page's own clock: a locator is evaluated in the page too, in a tenth of a
 * second or more on a slow device.
 */
function watchBlocks(): void {
  let observer: MutationObserver | undefined;
  const shown = new Promise<number>((resolve) => {
    observer = new MutationObserver(() => {
      const isShown = [...document.querySelectorAll('table')].some(
        (table) => /blocks/i.test(table.caption?.textContent ?? '') && table.tBodies[0]?.rows.length
      );
      // Frame callbacks run before the frame is painted.
      if (isShown) requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
  });
  observer?.observe(document, { childList: true, subtree: true });
  void shown.then(() => observer?.disconnect());
  Object.assign(globalThis, { blocksShown: shown });
}

/** The worst window of shifts: at most five seconds long, with less than a second between consecutive shifts. */
function worstWindow(shifts: readonly Shift[]): number {
  let worst = 0;
  let sum = 0;
  let first = -Infinity;
  let last = -Infinity;
  for (const { startTime, value } of shifts) {
    if (startTime - last > 1000 || startTime - first > 5000) {
      sum = 0;
      first = startTime;
    }
    sum += value;
    last = startTime;
    worst = Math.max(worst, sum);
  }
  return worst;
}

/** Waits until no new URL has been requested for a while; polling does not count. */
async function quiet(page: Page): Promise<void> {
  let lastMs = Date.now();
  const seen = new Set<string>();
  page.on('request', (request) => {
    if (!seen.has(request.url())) lastMs = Date.now();
    seen.add(request.url());
  });
  const startMs = lastMs;
  while (Date.now() - lastMs < QUIET_MS && Date.now() - startMs < MOST_MS) await page.waitForTimeout(100);
}

async function shiftsOf(browser: Browser, app: RunningApp, state: State, device: Device): Promise<Figure> {
  const shares: number[] = [];
  const paths = process.env.STEADY_PAGES?.split(',') ?? PAGES;
  for (const path of paths) {
    const page = await open(browser, state, device);
    await page.goto(app.origin + path, { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await quiet(page);
    await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'), undefined, { timeout: MOST_MS });
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
    const share = worstWindow(shifts);
    shares.push(share);
    console.log(
      `${device.name.padEnd(9)} ${path.padEnd(24)} ${share.toFixed(3)}${share > MAX_SHIFT ? '  too much' : ''}`
    );
    const large = shifts.filter(({ value }) => value > MAX_SHIFT / 5);
    for (const { startTime, value, moved } of large)
      console.log(`    ${Math.round(startTime)} ms ${value.toFixed(3)} ${moved.join(' ')}`);
    await page.context().close();
  }
  return {
    ...figureOf(`shift_${device.name}`, shares, {
      unit: 'CLS',
      how: `layout shift while a page loads, cold cache, worst of ${paths.length} pages; ${device.isSlow ? '390x844, Slow 4G, CPU slowed 4x' : '1440x900'}`
    }),
    value: Number(Math.max(...shares).toFixed(3))
  };
}

/** First load of the Overview on a slow phone: requests until quiet, and the time until a latest block is shown. */
async function overview(browser: Browser, app: RunningApp, state: State, runs: number): Promise<Figure[]> {
  const requests: number[] = [];
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const page = await open(browser, state, DEVICES[1]!);
    let count = 0;
    const answered = new Set<string>();
    // Repeated requests are polling, not part of the first load.
    page.on('request', (request) => answered.has(request.url()) || count++);
    page.on('requestfinished', (request) => answered.add(request.url()));
    await page.goto(app.origin, { waitUntil: 'commit' });
    times.push(await page.evaluate(() => (globalThis as unknown as { blocksShown: Promise<number> }).blocksShown));
    await quiet(page);
    requests.push(count);
    await page.context().close();
  }
  const how = 'first load of the Overview at 390x844, Slow 4G, CPU slowed 4x, cold cache, polled values counted once';
  return [
    figureOf('overview_requests', requests, { unit: 'requests', how }),
    figureOf('overview_slow_blocks_ms', times, {
      unit: 'ms',
      how: `${how}: from the navigation until the latest blocks are painted`
    })
  ];
}
