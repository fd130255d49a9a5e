/**
 * The built app in Chromium, as users run it: the cost of mining in it relative to the bare kernel, the delay from a
 * new tip to work on it, the share of stale work, and the time until the Overview appears. Needs a build (`npm run
 * build`).
 */
import type { Browser, Page } from 'playwright';
import { SEARCH_MODULES } from '$lib/gpu/kernel/wasm.gen.ts';
import { DEFAULT_SCHEDULE } from '$lib/mining/grinder/wasmSchedule';
import { foldHeader } from '$lib/mining/kernel/fold.gen.ts';
import { startApp, type RunningApp } from '../tests/e2e/support/app';
import { callHeaders } from '../tests/e2e/support/session';
import { appAgainstKernel } from './appKernel.ts';
import { openChromium } from './chromium.ts';
import { figureOf, quantile, type Figure, type Measurement } from './figures.ts';
import { staleShare } from './stale.ts';
import { watchWorkers, type Watched } from './watch.ts';

const TIPS = 60;

export const measure: Measurement = async ({ runs }) => {
  const browser = await openChromium();
  try {
    const tips = await tipToWork(browser);
    const stale = await staleShare(tips);
    return [...(await appAgainstKernel(browser, runs)), tipFigure(tips), stale, await overview(browser, runs)];
  } finally {
    await browser.close();
  }
};

async function openMine(browser: Browser, app: RunningApp): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(watchWorkers);
  await page.goto(app.signInLink);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  return page;
}

/**
 * Milliseconds from submitting a block to the node until the tab starts work on it, not counting the dispatch in
 * flight.
 */
async function tipToWork(browser: Browser): Promise<number[]> {
  const app = await startApp({ QUARRY_NETWORK: 'dev' });
  try {
    const page = await openMine(browser, app);
    await page.getByRole('radio', { name: 'The node' }).check();
    await page.getByLabel('Search with').selectOption('js');
    await page.getByRole('button', { name: 'Start mining' }).click();
    await page.waitForTimeout(2000);
    const solve = await solver();
    const headers = await callHeaders(page);
    const latencies: number[] = [];
    while (latencies.length < TIPS) {
      const unit = new Uint8Array(
        await (await page.request.get(`${app.origin}/api/daemon/miner/header`, { headers })).body()
      );
      const header = solve(unit);
      if (header === undefined) continue;
      const atMs = Date.now();
      const answer = await page.request.post(`${app.origin}/api/daemon/miner/header`, {
        headers: { ...headers, 'content-type': 'application/octet-stream', origin: app.origin },
        data: Buffer.from(header)
      });
      // The tab itself may have found a block first.
      if (!answer.ok()) continue;
      const { currentblock } = (await (
        await page.request.get(`${app.origin}/api/daemon/consensus`, { headers })
      ).json()) as {
        currentblock: string;
      };
      const begun = await page
        .waitForFunction(
          (parent) =>
            (globalThis as unknown as { watched: Watched }).watched.begun.find((work) => work.parent === parent)?.atMs,
          currentblock,
          { timeout: 5000, polling: 20 }
        )
        .then(
          (handle) => handle.jsonValue(),
          () => undefined
        );
      if (begun !== undefined) latencies.push(begun - atMs);
      await page.waitForTimeout(100);
    }
    return latencies;
  } finally {
    await app.stop();
  }
}

/** Searches a work unit's nonces with the WebAssembly kernel until one solves it. */
async function solver(): Promise<(unit: Uint8Array) => Uint8Array | undefined> {
  const { instance } = await WebAssembly.instantiate(Buffer.from(SEARCH_MODULES[DEFAULT_SCHEDULE], 'base64'));
  const { memory, search } = instance.exports as {
    memory: WebAssembly.Memory;
    search(first: bigint, step: bigint, count: number, top: number): number;
  };
  const { verifySolution, withNonce } = await import('$lib/mining/grinder/verifySolution');
  const { FOLDED_OFFSET, HITS_OFFSET } = await import('$lib/gpu/kernel/wasm.gen.ts');
  const BATCH = 1 << 20;
  return (unit) => {
    const target = unit.slice(0, 32);
    const header = unit.slice(32);
    const top = new DataView(target.buffer).getUint32(0);
    for (let first = 0n; first < 1n << 40n; first += BigInt(BATCH) * 1009n) {
      new BigUint64Array(memory.buffer, FOLDED_OFFSET).set(foldHeader(header));
      search(first, 1009n, BATCH, top);
      const hits = new Uint32Array(memory.buffer, HITS_OFFSET);
      for (const index of hits.subarray(1, 1 + hits[0]!)) {
        const nonce = first + BigInt(index) * 1009n;
        if (verifySolution({ header, target }, nonce, 1009n).solved) return withNonce(header, nonce);
      }
    }
    return undefined;
  };
}

const tipFigure = (latencies: readonly number[]): Figure => ({
  ...figureOf('tip_to_work_p95_ms', latencies, {
    unit: 'ms',
    how: 'from submitting a block to the node until the mining tab starts work on top of it; 95th percentile'
  }),
  value: Number(quantile(latencies, 0.95).toPrecision(4))
});

/** Time from navigation until the height is shown, with a cold cache. */
async function overview(browser: Browser, runs: number): Promise<Figure> {
  const app = await startApp({ QUARRY_NETWORK: 'dev' });
  try {
    const signedIn = await browser.newContext();
    const first = await signedIn.newPage();
    await first.goto(app.signInLink);
    await first.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const state = await signedIn.storageState();
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const context = await browser.newContext({ storageState: state, serviceWorkers: 'block' });
      const page = await context.newPage();
      const atMs = performance.now();
      await page.goto(app.origin, { waitUntil: 'commit' });
      await page.getByText('Height').first().locator('..').locator('.value').filter({ hasText: /\d/ }).waitFor();
      times.push(performance.now() - atMs);
      await context.close();
    }
    return figureOf('overview_ms', times, {
      unit: 'ms',
      how: 'Overview with a cold cache, from navigation until the height is shown, embedded node, Chromium on this machine'
    });
  } finally {
    await app.stop();
  }
}
