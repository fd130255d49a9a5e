/** The cost of mining in the app relative to the bare kernel, in Chromium and, if available, in Firefox. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { createServer } from 'vite';
import { invert } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import { networkPreset } from '$lib/server/node/network/presets';
import { createNode } from '$lib/server/node/node';
import { startApp, type RunningApp } from '../tests/e2e/support/app';
import { figureOf, ratios, type Figure } from './figures.ts';
import { openFirefox } from './firefox.ts';
import type { Order } from './kernels/protocol.ts';
import { chromiumTab, press, until, type Tab } from './tab.ts';
import { watchWorkers, type Watched } from './watch.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Per measurement; app and kernel alternate. */
const ROUND_MS = 5_000;
/** Until the dispatch size has settled. */
const SETTLE_MS = 2_000;

/**
 * The app on its embedded node, with a chain whose target is never met, so that nothing but the search runs. The chain
 * is created here with that target; the app then opens it as its own.
 */
async function startHopeless(): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-bench-'));
  const { genesis, network } = networkPreset('dev', unixSeconds(Math.floor(Date.now() / 1000)));
  const target = invert(2n ** 60n);
  const hopeless = { ...network, initialTarget: target, hardforkASIC: { ...network.hardforkASIC, oakTarget: target } };
  const node = await createNode({ network: { genesis, network: hopeless }, dataDir, password: 'begun' });
  await node.close();
  const app = await startApp({ QUARRY_NETWORK: 'dev', QUARRY_DATA_DIR: dataDir });
  return { ...app, stop: () => app.stop().finally(() => rmSync(dataDir, { recursive: true })) };
}

export async function appAgainstKernel(browser: Browser, runs: number): Promise<Figure[]> {
  const vite = await createServer({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0 },
    resolve: { alias: { $lib: join(ROOT, 'src/lib') } },
    worker: { format: 'es' }
  });
  try {
    await vite.listen();
    const { port } = vite.httpServer!.address() as { port: number };
    const bareUrl = `http://localhost:${port}/bench/kernels/index.html`;
    const viewport = { width: 1440, height: 900 };
    const newTab = async () => chromiumTab(await (await browser.newContext({ viewport })).newPage());
    const peer = 'the bare kernel loop on the same adapter, with dispatches of the same shape';
    const how = `page, worker, counters and chart vs. dispatches alone, alternating every ${ROUND_MS / 1000} s`;
    const figures = [
      figureOf('app_vs_kernel', await shares(newTab, bareUrl, runs), {
        unit: 'x',
        peer,
        how: `SwiftShader in Chromium: ${how}`
      })
    ];
    const firefox = await openFirefox();
    if (!firefox) {
      console.log('   app_vs_kernel_firefox was not measured: there is no Firefox');
      return figures;
    }
    try {
      figures.push(
        figureOf('app_vs_kernel_firefox', await shares(firefox.newTab, bareUrl, runs), {
          unit: 'x',
          peer,
          how: `lavapipe in Firefox: ${how}`
        })
      );
    } finally {
      await firefox.close();
    }
    return figures;
  } finally {
    await vite.close();
  }
}

/** The app's rate relative to the bare kernel's, per round. */
async function shares(newTab: () => Promise<Tab>, bareUrl: string, runs: number): Promise<number[]> {
  const app = await startHopeless();
  try {
    const page = await newTab();
    await openMine(page, app);
    const bare = await newTab();
    await bare.goto(bareUrl);
    await until(bare, () => 'measure' in globalThis, undefined);
    const inApp: number[] = [];
    const alone: number[] = [];
    // The first round is warm-up.
    for (let run = 0; run <= runs; run++) {
      const rates = [await appRate(page), await bareRate(bare, await shapeOf(page))] as const;
      if (run === 0) continue;
      inApp.push(rates[0]);
      alone.push(rates[1]);
    }
    console.log(`   app  ${inApp.map((rate) => rate.toFixed(3)).join(' ')} MH/s`);
    console.log(`   bare ${alone.map((rate) => rate.toFixed(3)).join(' ')} MH/s`);
    return ratios(inApp, alone);
  } finally {
    await app.stop();
  }
}

async function openMine(page: Tab, { origin, signInLink }: RunningApp): Promise<void> {
  await page.addInitScript(watchWorkers);
  await page.goto(signInLink);
  await until(page, () => document.querySelector('h1')?.textContent?.trim() === 'Overview', undefined);
  await page.evaluate(() => {
    localStorage.setItem('quarry:engine', '"webgpu"');
    localStorage.setItem('quarry:payout', '{"kind":"daemon"}');
  }, undefined);
  await page.goto(`${origin}/mine`);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Million hashes per second between the first and last dispatch completed in a round. */
async function appRate(page: Tab): Promise<number> {
  await page.bringToFront();
  const before = await completions(page);
  await press(page, 'Start mining');
  await until(page, (before) => (globalThis as unknown as { watched: Watched }).watched.hashed.length > before, before);
  await pause(SETTLE_MS);
  const first = await completions(page);
  await pause(ROUND_MS);
  const rate = await page.evaluate((first) => {
    const { hashed } = (globalThis as unknown as { watched: Watched }).watched;
    const round = hashed.slice(first);
    const hashes = round.slice(1).reduce((sum, each) => sum + each.hashes, 0);
    return hashes / (round.at(-1)!.atMs - round[0]!.atMs) / 1000;
  }, first);
  await press(page, 'Stop mining');
  return rate;
}

const completions = (page: Tab) =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched.hashed.length, undefined);

/** The kernel shape that the app has calibrated for this adapter, if it calibrates at all. */
const shapeOf = (page: Tab) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((key) => key.startsWith('quarry:gpu-shape'));
    return key === undefined ? undefined : (JSON.parse(localStorage.getItem(key)!) as Order['shape']);
  }, undefined);

async function bareRate(bare: Tab, shape: Order['shape']): Promise<number> {
  await bare.bringToFront();
  const peers = { nanoPowWasm: '', nanoPowShader: '' };
  const order: Order = { contender: 'wgsl', ms: ROUND_MS, peers, ...(shape && { shape }) };
  return bare.evaluate(
    (order) => (globalThis as unknown as { measure(order: Order, workers: number): Promise<number> }).measure(order, 1),
    order
  );
}
