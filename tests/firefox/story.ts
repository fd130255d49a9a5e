/**
 * The main user story in Firefox: open, mine, receive coins without configuring anything, send, see the confirmation,
 * reload while the server is down, go back, reconnect; at desktop and phone width. Playwright only drives its own
 * Firefox build; this drives any installed Firefox through WebDriver BiDi. `npm run test:firefox` after a build; set
 * `FIREFOX_PATH` if the browser is not on the path.
 */
import { openFirefox } from '../../bench/firefox.ts';
import type { Tab } from '../../bench/tab.ts';
import { startApp, type RunningApp } from '../e2e/support/app.ts';
import { PASSWORD } from '../e2e/support/wallet.ts';

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const SIZES = [
  { device: 'a desktop', width: 1440, height: 900 },
  { device: 'a phone', width: 390, height: 844 }
];

const POLL_MS = 250;
const STEP_MS = 60_000;
/** For mining blocks on a busy processor. */
const BLOCKS_MS = 300_000;

/** Calls the function in the page until it returns true. */
async function until<A>(tab: Tab, what: string, isDone: (argument: A) => boolean, argument: A, ms = STEP_MS) {
  const deadline = performance.now() + ms;
  while (!(await tab.evaluate(isDone, argument).catch(() => false))) {
    if (performance.now() > deadline) {
      throw new Error(`${what}: timed out at\n${await tab.evaluate(() => document.body.innerText, undefined)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  console.log(`   ${what}`);
}

/** Presses a visible button or link by its name. */
const press = (tab: Tab, name: string, ms?: number) =>
  until(
    tab,
    `pressed “${name}”`,
    (name) => {
      const controls = [...document.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')].reverse();
      const control = controls.find(
        (each) =>
          each.getClientRects().length > 0 && (each.getAttribute('aria-label') ?? each.textContent)?.trim() === name
      );
      control?.click();
      return control !== undefined;
    },
    name,
    ms
  );

/** Fills a visible field by its label. */
const fill = (tab: Tab, label: string, text: string) =>
  until(
    tab,
    `filled in “${label}”`,
    ({ label, text }) => {
      const labels = [...document.querySelectorAll('label')].filter((each) => each.textContent?.trim() === label);
      const field = labels.map(({ control }) => control).find((each) => each && each.getClientRects().length > 0);
      if (!(field instanceof HTMLInputElement)) return false;
      field.value = text;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return true;
    },
    { label, text }
  );

/** Waits for text that matches the pattern. */
const shows = (tab: Tab, pattern: string, ms?: number) =>
  until(tab, `shows ${pattern}`, (pattern) => new RegExp(pattern).test(document.body.innerText), pattern, ms);

/** Runs code that ends the document it runs in. */
const leave = (tab: Tab, run: () => void) => tab.evaluate(run, undefined).catch(() => undefined);

async function tellStory(tab: Tab, app: RunningApp): Promise<void> {
  await tab.goto(app.signInLink);
  await press(tab, 'Miner: start');
  await fill(tab, 'Password', PASSWORD);
  await fill(tab, 'Repeat password', PASSWORD);
  await press(tab, 'Create wallet and start');
  await shows(tab, '[1-9][\\d,]*\\sSC spendable', BLOCKS_MS);
  await press(tab, 'Miner: stop');
  await press(tab, 'Open wallet');
  await press(tab, 'Send');
  await fill(tab, 'Address', PAYEE);
  await fill(tab, 'Amount (SC)', '12.5');
  await press(tab, 'Review');
  await press(tab, 'Sign and send');
  await shows(tab, 'Waiting for confirmation');
  await press(tab, 'Miner: start');
  await shows(tab, 'Confirmed in block', BLOCKS_MS);
  await press(tab, 'Miner: stop');
  await tab.evaluate(() => navigator.serviceWorker.ready.then(() => undefined), undefined);
  await app.goDown();
  await leave(tab, () => location.reload());
  await shows(tab, 'Quarry’s server cannot be reached');
  await leave(tab, () => history.back());
  await shows(tab, 'Sign and send|Review|spendable');
  await app.comeBack();
  await shows(tab, 'Synced');
  await until(tab, 'complains no more', () => !document.querySelector('main [data-error]'), undefined);
}

for (const { device, ...size } of SIZES) {
  console.log(`the story on ${device}`);
  const app = await startApp();
  try {
    const firefox = await openFirefox();
    if (!firefox) throw new Error('There is no Firefox on the path; set FIREFOX_PATH.');
    try {
      const tab = await firefox.newTab(size);
      await tellStory(tab, app);
      const [shown, scrolled] = await tab.evaluate(() => [innerWidth, document.documentElement.scrollWidth], undefined);
      console.log(`   ${shown} pixels wide, nothing beside the page: ${scrolled! <= shown!}`);
    } finally {
      await firefox.close();
    }
  } finally {
    await app.stop();
  }
}
console.log('the story is told');
