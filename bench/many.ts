/**
 * A wallet with 100,000 outputs on one address, in the built app on its embedded node and a real Chromium: duration of
 * its first sync and of a payment with 1,000 inputs, and the page's responsiveness in the meantime. Needs a build (`npm
 * run build`).
 */
import type { Browser, CDPSession, Page } from 'playwright';
import { createDaemon } from '$lib/api/daemon/client';
import { createWalletServer } from '$lib/api/wallet-server/client';
import { addressFromHash } from '$lib/chain/address';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { startApp, type RunningApp } from '../tests/e2e/support/app';
import { sessionHeaders } from '../tests/e2e/support/session';
import { openChromium } from './chromium.ts';
import { figureOf, type Figure, type Measurement } from './figures.ts';
import { address, fanOut, PHRASE } from './nodeWorld.ts';

const OUTPUTS = 100_000;
const INPUTS = 1_000;
const PASSWORD = 'long enough for a bench';
/** Interval of key presses, simulating a user who keeps using the page. */
const PRESS_EVERY_MS = 100;
/** The test network's genesis pays the same wallet at other addresses. */
const OWN = [...new Set([address, ...Object.values(DEV_ADDRESSES)])];
const STRANGER = addressFromHash(new Uint8Array(32).fill(7));
/** Page size of the node's list of outputs. */
const PAGE = 500;
const LONGEST_WAIT_MS = 600_000;
const HASTINGS_PER_COIN = 10n ** 24n;

/** Milliseconds for one wallet, wall-clock time unless stated otherwise. */
interface Round {
  readonly usable: number;
  readonly synced: number;
  readonly syncAnswer: number;
  /** Main-thread CPU time until synced. */
  readonly syncBusy: number;
  readonly planned: number;
  readonly signed: number;
  readonly accepted: number;
  readonly sendAnswer: number;
  readonly sendBusy: number;
}

const WHAT: Readonly<Record<keyof Round, string>> = {
  usable: 'from “Restore wallet” until the balance is shown and a payment can be entered',
  synced: 'from “Restore wallet” until the wallet reports that it is synced',
  syncAnswer: 'slowest key press before it was synced, one every 100 ms, until the next frame',
  syncBusy: 'CPU time of the main thread until it was synced',
  planned: `a payment of ${INPUTS} inputs, from “Review” until the review is shown`,
  signed: 'from “Sign and send” until the transaction leaves the page',
  accepted: 'from “Sign and send” until the page reports that the server accepted it',
  sendAnswer: 'slowest key press from “Review” until the server accepted it, one every 100 ms, until the next frame',
  sendBusy: 'CPU time of the main thread from “Review” until the server accepted it'
};
const NAMES: Readonly<Record<keyof Round, string>> = {
  usable: 'many_usable_ms',
  synced: 'many_synced_ms',
  syncAnswer: 'many_sync_slowest_answer_ms',
  syncBusy: 'many_sync_main_thread_ms',
  planned: 'many_planned_ms',
  signed: 'many_signed_ms',
  accepted: 'many_accepted_ms',
  sendAnswer: 'many_send_slowest_answer_ms',
  sendBusy: 'many_send_main_thread_ms'
};

export const measure: Measurement = async ({ runs }) => {
  const browser = await openChromium();
  const app = await startApp({ QUARRY_NETWORK: 'test', QUARRY_NO_PEERS: '1' });
  try {
    const { state, clients } = await signIn(browser, app);
    await fanOut(clients, OUTPUTS, () => {});
    const rounds: Round[] = [];
    // Each round restores the wallet in a new profile and spends other outputs than the previous one, which are pending
    // in the pool.
    for (let run = 0; run < Math.max(1, Math.ceil(runs / 3)); run++) {
      rounds.push(await measureRound(browser, app, state, clients));
    }
    const how = `a wallet of ${OUTPUTS.toLocaleString('en')} outputs on one address, embedded node, Chromium`;
    return (Object.keys(NAMES) as (keyof Round)[]).map((key): Figure =>
      figureOf(
        NAMES[key],
        rounds.map((round) => round[key]),
        { unit: 'ms', how: `${how}: ${WHAT[key]}` }
      )
    );
  } finally {
    await browser.close();
    await app.stop();
  }
};

/** Runs in the page before any of its own code. */
function observeAnswers(): void {
  const answers = { slowestMs: 0 };
  Object.assign(globalThis, { answers });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) answers.slowestMs = Math.max(answers.slowestMs, duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

async function signIn(browser: Browser, app: RunningApp) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(app.signInLink);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const headers = await sessionHeaders(page as unknown as Parameters<typeof sessionHeaders>[0], app);
  const state = await context.storageState();
  await context.close();
  const transport = { fetch: (request: Request) => fetch(request), headers };
  const clients = {
    daemon: createDaemon({ ...transport, baseUrl: `${app.origin}/api/daemon` }),
    wallet: createWalletServer({ ...transport, baseUrl: `${app.origin}/api/wallet` })
  };
  return { state, clients };
}
type SignedIn = Awaited<ReturnType<typeof signIn>>;

/** Presses a key repeatedly until stopped. @returns stops, resolving to the slowest response in milliseconds */
function pressKeys(page: Page): () => Promise<number> {
  let isOver = false;
  const pressing = (async () => {
    await page.evaluate(() => Object.assign((globalThis as unknown as { answers: object }).answers, { slowestMs: 0 }));
    while (!isOver) {
      await page.keyboard.press('Shift');
      await page.waitForTimeout(PRESS_EVERY_MS);
    }
    // Entries arrive after the frame they end with.
    await page.waitForTimeout(2 * PRESS_EVERY_MS);
    return page.evaluate(() => (globalThis as unknown as { answers: { slowestMs: number } }).answers.slowestMs);
  })();
  // Rejects if the page is closed; the caller sees this when it stops.
  pressing.catch(() => undefined);
  return () => {
    isOver = true;
    return pressing;
  };
}

async function busyMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
}

async function measureRound(
  browser: Browser,
  app: RunningApp,
  storageState: SignedIn['state'],
  clients: SignedIn['clients']
): Promise<Round> {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_WAIT_MS);
  await page.addInitScript(observeAnswers);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const synced = await restore(page, app, session);
  const sent = await pay(page, clients, session);
  await context.close();
  return { ...synced, ...sent };
}

async function restore(page: Page, app: RunningApp, session: CDPSession) {
  await page.goto(`${app.origin}/wallet/setup/restore`);
  await page.getByRole('textbox', { name: 'Words' }).fill(PHRASE);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name').fill('Many');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  const busyBefore = await busyMs(session);
  const stop = pressKeys(page);
  const startMs = performance.now();
  await page.getByRole('button', { name: 'Restore wallet' }).click();
  const synced = page
    .getByRole('main')
    .getByText(/^Synced/)
    .waitFor()
    .then(() => performance.now() - startMs);
  await page.locator('.figure .value').first().waitFor();
  await page.getByRole('navigation', { name: 'Wallet pages' }).getByRole('link', { name: 'Send', exact: true }).click();
  await page.getByRole('button', { name: 'Review' }).waitFor();
  const usable = performance.now() - startMs;
  return { usable, synced: await synced, syncBusy: (await busyMs(session)) - busyBefore, syncAnswer: await stop() };
}

async function pay(page: Page, { wallet }: SignedIn['clients'], session: CDPSession) {
  const amount = await amountOfInputs(wallet);
  const recipient = page.getByRole('group', { name: 'Recipient 1' });
  await recipient.getByLabel('Address').fill(STRANGER);
  await recipient.getByRole('textbox', { name: 'Amount (SC)', exact: true }).fill(String(amount));
  const busyBefore = await busyMs(session);
  const stop = pressKeys(page);
  let fromMs = performance.now();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('heading', { name: 'Review and sign' }).waitFor();
  const planned = performance.now() - fromMs;
  let signed = 0;
  let inputs = 0;
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().includes('/txpool/broadcast')) return;
    signed = performance.now() - fromMs;
    inputs = request.postData()!.split('"satisfiedPolicy"').length - 1;
  });
  fromMs = performance.now();
  await page.getByRole('button', { name: 'Sign and send' }).click();
  await page.getByText('Waiting for confirmation').waitFor();
  const accepted = performance.now() - fromMs;
  const sendBusy = (await busyMs(session)) - busyBefore;
  if (inputs !== INPUTS) throw new Error(`the payment has ${inputs} inputs`);
  return { planned, signed, accepted, sendBusy, sendAnswer: await stop() };
}

/**
 * An amount in whole coins that requires exactly the {@link INPUTS} largest outputs: half of the smallest of them is
 * change.
 */
async function amountOfInputs(wallet: SignedIn['clients']['wallet']): Promise<bigint> {
  const { v2Transactions } = await wallet.poolTransactions();
  const waiting = new Set(v2Transactions.flatMap(({ coinInputs }) => coinInputs.map(({ parent }) => parent.id)));
  const values: bigint[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { outputs } = await wallet.batchCoinOutputs({ body: { addresses: OWN }, query: { offset, limit: PAGE } });
    if (outputs.length === 0) break;
    values.push(...outputs.filter(({ id }) => !waiting.has(id)).map(({ output }) => output.value));
  }
  const largest = values.sort((a, b) => (a < b ? 1 : -1)).slice(0, INPUTS);
  return (largest.reduce((sum, value) => sum + value, 0n) - largest.at(-1)! / 2n) / HASTINGS_PER_COIN;
}
