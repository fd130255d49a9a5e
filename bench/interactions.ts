/**
 * The app's response time to clicks and keys while it mines with default settings, in Chromium: durations of
 * interactions as reported by the Event Timing API, up to the next frame (as for INP). Needs a build (`npm run build`).
 */
import type { Browser, Page } from 'playwright';
import { startApp, type RunningApp } from '../tests/e2e/support/app';
import { openChromium } from './chromium.ts';
import { figureOf, quantile, type Figure, type Measurement } from './figures.ts';

/** Pages to visit, by their names in the navigation. */
const PAGES = ['Overview', 'Chain', 'Network', 'Wallet', 'Host', 'Hosts', 'Renter', 'Settings', 'Mine'];
const ENGINES = ['idle', 'wasm', 'webgpu'] as const;
type Engine = (typeof ENGINES)[number];
/** Until the dispatch size has settled. */
const SETTLE_MS = 4_000;
/** Shorter interactions are not reported; the figures count them with this duration. */
const THRESHOLD_MS = 16;

/** An interaction is a click or key press with all its events. */
interface Interactions {
  /** Milliseconds by interaction id. */
  readonly durations: Record<number, number>;
}

export const measure: Measurement = async ({ runs }) => {
  const browser = await openChromium();
  try {
    const figures: Figure[] = [];
    for (const engine of ENGINES)
      figures.push(...(await interactions(browser, engine, Math.max(1, Math.ceil(runs / 3)))));
    return figures;
  } finally {
    await browser.close();
  }
};

/** Runs in the page before any of its own code. */
function observeInteractions(): void {
  const observed: Interactions = { durations: {} };
  Object.assign(globalThis, { observed });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId = 0, duration } = entry as PerformanceEventTiming & { interactionId?: number };
      if (interactionId > 0)
        observed.durations[interactionId] = Math.max(observed.durations[interactionId] ?? 0, duration);
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

async function interactions(browser: Browser, engine: Engine, rounds: number): Promise<Figure[]> {
  const app = await startApp({ QUARRY_NETWORK: 'dev' });
  try {
    const page = await openPage(browser, app);
    if (engine !== 'idle') await startMining(page, engine);
    let done = 0;
    for (let round = 0; round < rounds; round++) done += await useEveryPage(page);
    // Entries arrive after the frame they end with.
    await page.waitForTimeout(500);
    const reported = await page.evaluate(() =>
      Object.values((globalThis as unknown as { observed: Interactions }).observed.durations)
    );
    const quick = Array<number>(Math.max(0, done - reported.length)).fill(THRESHOLD_MS);
    const durations = [...reported, ...quick];
    const how = `${done} clicks and key presses over ${PAGES.length} pages, to the next frame, ${
      engine === 'idle' ? 'without mining' : `while mining with ${engine} and default settings`
    }; Chromium on this machine`;
    const figure = (name: string, value: number): Figure => ({
      ...figureOf(`interaction_${name}_${engine}_ms`, durations, { unit: 'ms', how }),
      value: Number(value.toPrecision(4))
    });
    return [figure('slowest', Math.max(...durations)), figure('p75', quantile(durations, 0.75))];
  } finally {
    await app.stop();
  }
}

async function openPage(browser: Browser, app: RunningApp): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(observeInteractions);
  await page.goto(app.signInLink);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return page;
}

async function startMining(page: Page, engine: Exclude<Engine, 'idle'>): Promise<void> {
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByRole('radio', { name: 'The node' }).check();
  await page.getByLabel('Search with').selectOption(engine);
  await page.getByRole('button', { name: 'Start mining' }).click();
  await page.getByRole('button', { name: 'Stop mining' }).waitFor();
  await page.waitForTimeout(SETTLE_MS);
}

/** @returns the number of interactions */
async function useEveryPage(page: Page): Promise<number> {
  let done = 0;
  for (const name of PAGES) {
    // The name may be followed by a note, such as "mining".
    await page
      .getByRole('link', { name: new RegExp(`^${name}\\b`) })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name }).first().waitFor();
    done++;
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'PageDown', 'PageUp']) {
      await page.keyboard.press(key);
      done++;
    }
  }
  await page.keyboard.press('Control+k');
  // Loaded on first use; keys before that go to the page.
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
  await page.keyboard.type('mine');
  await page.keyboard.press('Escape');
  return done + 'mine'.length + 2;
}
