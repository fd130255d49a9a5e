import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, type Page } from 'playwright/test';
import { freePort } from '../../support/freePort';
import { limitMs } from '../../support/limits';
import { temporaryFolder } from '../../support/temporary';

/** The built app, running with its embedded node on a port and data directory of its own. */
export interface RunningApp {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** The one-time link the server printed; it signs one browser in. */
  readonly signInLink: string;
  readonly dataDir: string;
  /** Its output so far. */
  output(): string;
  /** Stops the server; its data stay. */
  goDown(): Promise<void>;
  /** Starts it again at the same address. @param build folder of another build */
  comeBack(build?: string): Promise<void>;
  stop(): Promise<void>;
}

const BUILT_SERVER = join(import.meta.dirname, '../../../build');
/** Node keeps compiled modules here: compiling them again would take an eighth of each server's start. */
const COMPILED = join(import.meta.dirname, '../../../.cache/compiled');
const LOOPBACK_ONLY = new URL('../../support/loopbackOnly.mjs', import.meta.url).href;
const STARTUP_MS = limitMs(30_000);

/**
 * Starts the built server as `npm start` does, and waits until it has printed its sign-in link, which means that it
 * responds. @param env further variables, such as QUARRY_NETWORK or DAEMON_URL
 */
export async function startApp(env: Record<string, string> = {}): Promise<RunningApp> {
  const port = String(await freePort());
  const dataDir = temporaryFolder('e2e');
  const where = {
    HOST: '127.0.0.1',
    PORT: port,
    QUARRY_HOST: '127.0.0.1',
    QUARRY_PORT: port,
    // See playwright.config.
    QUARRY_ALLOWED_HOSTS: `rig.test:${port}`,
    QUARRY_DATA_DIR: dataDir,
    // Whatever addresses a node learns, it reaches only this computer.
    NODE_OPTIONS: `--import ${LOOPBACK_ONLY}`,
    NODE_COMPILE_CACHE: COMPILED,
    // Runs the whole suite with the other dialect: QUARRY_DIALECT=… npm run test:e2e
    ...(process.env.QUARRY_DIALECT && { QUARRY_DIALECT: process.env.QUARRY_DIALECT })
  };
  const origin = `http://127.0.0.1:${port}`;
  let output = '';
  const launch = (build = BUILT_SERVER) => {
    const server = spawn(process.execPath, [build], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', SHUTDOWN_TIMEOUT: '1', ...where, ...env },
      stdio: ['ignore', 'pipe', 'pipe']
    });
    server.stdout.on('data', (chunk: Buffer) => (output += chunk));
    server.stderr.on('data', (chunk: Buffer) => (output += chunk));
    return { server, exited: once(server, 'exit') };
  };
  let running = launch();

  const goDown = async () => {
    if (running.server.exitCode === null) running.server.kill('SIGTERM');
    await running.exited;
  };
  const stop = async () => {
    await goDown();
    await rm(dataDir, { recursive: true, force: true });
  };
  /** @returns the sign-in link, once the server has printed it */
  const started = async () => {
    const printedBefore = output.length;
    const deadline = Date.now() + STARTUP_MS;
    while (Date.now() < deadline && running.server.exitCode === null) {
      const signInLink = output.slice(printedBefore).match(/Quarry is running at (\S+)/)?.[1];
      if (signInLink !== undefined) return signInLink;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await stop();
    throw new Error(`the app did not start:\n${output}`);
  };
  const comeBack = async (build?: string) => {
    running = launch(build);
    await started();
  };

  return { origin, signInLink: await started(), dataDir, output: () => output, goDown, comeBack, stop };
}

interface AppFixtures {
  /** Environment of the app, set per file with `test.use`. */
  appEnv: Record<string, string>;
  app: RunningApp;
  /** A page that has followed the sign-in link and shows the Overview. */
  signedIn: Page;
  /** Set by tests that provoke failures: the browser logs every refused request as an error. */
  allowFailedRequests: boolean;
  /** Fails the test when the page logs an error or throws. */
  quietConsole: void;
}

export const test = base.extend<AppFixtures>({
  appEnv: [{}, { option: true }],
  allowFailedRequests: [false, { option: true }],

  app: async ({ appEnv, context }, use) => {
    const app = await startApp(appEnv);
    await use(app);
    // Closed before their app stops, or they would log failed requests.
    await Promise.all(context.pages().map((page) => page.close()));
    await app.stop();
  },

  signedIn: async ({ app, page }, use) => {
    await page.goto(app.signInLink);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await use(page);
  },

  quietConsole: [
    async ({ page, allowFailedRequests }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.stack || String(error)));
      page.on('console', (message) => {
        const isFailedRequest = message.text().startsWith('Failed to load resource');
        // Not on a page over plain HTTP from another computer, which is only isolated less.
        const isPlainHttp = message.text().startsWith('The Cross-Origin-Opener-Policy header has been ignored');
        const isExpected = isPlainHttp || (allowFailedRequests && isFailedRequest);
        if (message.type() === 'error' && !isExpected) complaints.push(message.text());
      });
      await use();
      if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join('\n')}`);
    },
    { auto: true }
  ]
});

export { expect } from 'playwright/test';
