import { defineConfig } from 'playwright/test';
import { findTestChromium } from './scripts/run/chromium.mjs';
import { testSlowness } from './scripts/run/speed.mjs';

const executablePath = await findTestChromium();
const slowness = await testSlowness();

// A name of this computer whose pages are not secure contexts, unlike those of localhost.
const alias = '--host-resolver-rules=MAP rig.test 127.0.0.1';
const quiet = ['--disable-background-networking', '--disable-component-update', '--no-first-run', alias];
// Chromium's sandbox refuses to run as root, which is what containers usually are.
const common = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet;

// Tracing slows every step by a tenth, so it is recorded on request: `TRACE=1 npm run test:e2e`.
const trace = process.env.TRACE ? 'retain-on-failure' : 'off';

/** SwiftShader is a software WebGPU adapter: the same code path on machines with and without a GPU. */
const webgpu = { executablePath, args: [...common, '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader'] };
const noWebgpu = { executablePath, args: [...common, '--disable-gpu', '--disable-features=WebGPU'] };

/** Each needs a worker of its own. The folder is named because other configurations build on this one. */
const SHARED_SERVERS = /[\\/]e2e[\\/](daemon|faults|mineSources|modules|network)\.test\.ts$/;

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  timeout: 120_000 * slowness,
  expect: { timeout: 15_000 * slowness },
  // Tests spend about half of their time waiting for a page or a block; tests that mine use the rest.
  workers: 4,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '.cache/reports/e2e.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    trace,
    screenshot: 'only-on-failure',
    // Otherwise each browser would fetch every file of the app for offline use; tests of the service worker enable it.
    serviceWorkers: 'block'
  },
  // In the order of their start: files whose tests share servers take longest, and would otherwise run last, side by side
  // with nothing.
  projects: [
    { name: 'shared servers', testMatch: SHARED_SERVERS, use: { launchOptions: webgpu } },
    { name: 'without webgpu', grep: /@any-engine/, use: { launchOptions: noWebgpu } },
    { name: 'webgpu', testIgnore: SHARED_SERVERS, use: { launchOptions: webgpu } }
  ]
});
