/**
 * The built app in Chromium, as people run it: what mining in it costs against the bare kernel, how soon a new tip is
 * mined on, how much work goes stale, how soon the Overview shows. Needs a build (`npm run build`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { createServer } from 'vite';
import { SEARCH_MODULE } from '../src/lib/gpu/kernel/wasm.gen.ts';
import { invert } from '../src/lib/chain/target';
import { foldHeader } from '../src/lib/mining/kernel/fold.gen.ts';
import { createDevNode } from '../src/lib/server/devnode/node';
import { networkPreset } from '../src/lib/server/devnode/network';
import { listen } from '../src/lib/server/devnode/listen';
import { unixSeconds } from '../src/lib/chain/time';
import { startApp, type RunningApp } from '../tests/e2e/support/app';
import { openChromium } from './chromium.ts';
import { figureOf, quantile, ratios, type Figure, type Measurement } from './figures.ts';
import type { Order } from './kernels/protocol.ts';
import { staleShare } from './stale.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MINED_MS = 10_000;
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

/** What a page's own worker tells, read along: hashes by their completion, and when work was begun. */
interface Watched {
  readonly hashed: { readonly atMs: number; readonly hashes: number }[];
  readonly begun: { readonly atMs: number; readonly parent: string }[];
}

/** Runs in the page before any of its own code. */
function watchWorkers(): void {
  const watched: Watched = { hashed: [], begun: [] };
  Object.assign(globalThis, { watched });
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...args: ConstructorParameters<typeof Plain>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (data?.type !== 'progress') return;
        watched.hashed.push({ atMs: data.completedAtEpochMs, hashes: Number(data.hashes) });
      });
    }
    override postMessage(message: { type?: string; work?: { header: Uint8Array } }): void {
      if (message.type === 'grind' && message.work) {
        const parent = Array.from(message.work.header.subarray(0, 32), (byte) => byte.toString(16).padStart(2, '0'));
        watched.begun.push({ atMs: performance.timeOrigin + performance.now(), parent: parent.join('') });
      }
      super.postMessage(message);
    }
  };
}

async function openMine(browser: Browser, app: RunningApp, password?: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript(watchWorkers);
  await page.goto(app.signInLink);
  if (password !== undefined) {
    await page.getByLabel('Password').first().fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  return page;
}

const hashedSince = (page: Page, fromMs: number) =>
  page.evaluate((from) => {
    const { hashed } = (globalThis as unknown as { watched: Watched }).watched;
    const counted = hashed.filter(({ atMs }) => atMs > from);
    return counted.reduce((sum, { hashes }) => sum + hashes, 0);
  }, fromMs);

/** A daemon whose target nobody meets, so that nothing but the search goes on. */
async function hopelessDaemon(dataDir: string, password: string) {
  const preset = networkPreset('dev', unixSeconds(Math.floor(Date.now() / 1000)));
  const target = invert(2n ** 60n);
  const node = await createDevNode({
    network: {
      ...preset,
      network: {
        ...preset.network,
        initialTarget: target,
        hardforkASIC: { ...preset.network.hardforkASIC, oakTarget: target }
      }
    },
    dataDir,
    password
  });
  return { node, listener: await listen(node, 0) };
}

async function appAgainstKernel(browser: Browser, runs: number): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-bench-'));
  const password = 'measured';
  const { node, listener } = await hopelessDaemon(dataDir, password);
  const url = `http://127.0.0.1:${listener.port}`;
  const app = await startApp({ DAEMON_URL: url, WALLET_URL: `${url}/api` });
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
    const bare = await browser.newPage();
    await bare.goto(
      `http://localhost:${(vite.httpServer!.address() as { port: number }).port}/bench/kernels/index.html`
    );
    await bare.waitForFunction(() => 'measure' in globalThis);
    const order: Order = { contender: 'wgsl', ms: MINED_MS, peers: { nanoPowWasm: '', nanoPowShader: '' } };
    const page = await openMine(browser, app, password);
    await page.getByLabel('Search with').selectOption('webgpu');

    const app_: number[] = [];
    const kernel: number[] = [];
    for (let run = 0; run <= runs; run++) {
      await page.bringToFront();
      await page.getByRole('button', { name: 'Start mining' }).click();
      await page.waitForTimeout(3000);
      const fromMs = Date.now();
      await page.waitForTimeout(MINED_MS);
      const rate = (await hashedSince(page, fromMs)) / (Date.now() - fromMs) / 1000;
      await page.getByRole('button', { name: 'Stop mining' }).click();
      await bare.bringToFront();
      const bareRate = await bare.evaluate(
        (order) =>
          (globalThis as unknown as { measure(order: Order, workers: number): Promise<number> }).measure(order, 1),
        order
      );
      // The first round warms up.
      if (run === 0) continue;
      app_.push(rate);
      kernel.push(bareRate);
    }
    return [
      figureOf('app_vs_kernel', ratios(app_, kernel), {
        unit: 'x',
        peer: 'the bare kernel loop on the same adapter',
        how: 'SwiftShader in Chromium: page, worker, counters and chart against dispatches alone, ten seconds each in turn'
      })
    ];
  } finally {
    await vite.close();
    await app.stop();
    await listener.close();
    await node.close();
    rmSync(dataDir, { recursive: true });
  }
}

/** Milliseconds from handing a block to the node until the tab has begun work on it, dispatch in flight not counted. */
async function tipToWork(browser: Browser): Promise<number[]> {
  const app = await startApp({ QUARRY_NETWORK: 'dev' });
  try {
    const page = await openMine(browser, app);
    await page.getByLabel('Search with').selectOption('js');
    await page.getByRole('button', { name: 'Start mining' }).click();
    await page.waitForTimeout(2000);
    const solve = await solver();
    const latencies: number[] = [];
    while (latencies.length < TIPS) {
      const unit = new Uint8Array(await (await page.request.get(`${app.origin}/api/daemon/miner/header`)).body());
      const header = solve(unit);
      if (header === undefined) continue;
      const atMs = Date.now();
      const answer = await page.request.post(`${app.origin}/api/daemon/miner/header`, {
        headers: { 'quarry-request': '1', 'content-type': 'application/octet-stream', origin: app.origin },
        data: Buffer.from(header)
      });
      // The tab itself may have been first.
      if (!answer.ok()) continue;
      const { currentblock } = (await (await page.request.get(`${app.origin}/api/daemon/consensus`)).json()) as {
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
      await page.waitForTimeout(300);
    }
    return latencies;
  } finally {
    await app.stop();
  }
}

/** Searches a work unit's nonces with the WebAssembly kernel until one solves it. */
async function solver(): Promise<(unit: Uint8Array) => Uint8Array | undefined> {
  const { instance } = await WebAssembly.instantiate(Buffer.from(SEARCH_MODULE, 'base64'));
  const { memory, search } = instance.exports as {
    memory: WebAssembly.Memory;
    search(first: bigint, step: bigint, count: number, top: number): number;
  };
  const { verifySolution, withNonce } = await import('../src/lib/mining/verifySolution');
  const { FOLDED_OFFSET, HITS_OFFSET } = await import('../src/lib/gpu/kernel/wasm.gen.ts');
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
    how: 'from handing a block to the node to the message that begins work on it, of the tab that mines; the 95th percentile'
  }),
  value: Number(quantile(latencies, 0.95).toPrecision(4))
});

/** From navigation to the height on the screen, nothing cached. */
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
      how: 'Overview with a cold cache, from navigation to the height shown, embedded node, Chromium on this machine'
    });
  } finally {
    await app.stop();
  }
}
