import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { RunError, run, say } from './process.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const FIXED_PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
/** The same engine without a window: a tenth less work than with a hidden one. */
const WITHOUT_WINDOW = 'chromium-headless-shell';
const MISSING = 'the tests need Chromium: install it, or set PLAYWRIGHT_CHROMIUM to its path';

/**
 * This computer's Chromium: PLAYWRIGHT_CHROMIUM, an installed one, or an existing download of Playwright's.
 * @returns {Promise<string | undefined>} path of the program
 */
export async function findChromium() {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM;
  if (chosen) return chosen;
  const found = NAMES.map(findInstalled).find((path) => path !== undefined) ?? FIXED_PLACES.find(existsSync);
  if (found !== undefined) return found;
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/**
 * The Chromium used by tests: like {@link findChromium}, but preferably the headless shell.
 * @returns {Promise<string | undefined>} path of the program
 */
export async function findTestChromium() {
  return (process.env.PLAYWRIGHT_CHROMIUM ? undefined : findInstalled(WITHOUT_WINDOW)) ?? findChromium();
}

/**
 * Like {@link findTestChromium}, for a run that may install it first.
 * @returns {Promise<string | undefined>} undefined if {@link installTestChromium} can
 * @throws {RunError} if there is none, and it cannot be installed
 */
export async function requireTestChromium() {
  const found = await findTestChromium();
  if (found !== undefined) say(`tests use Chromium at ${found}`);
  else if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) throw new RunError(MISSING);
  return found;
}

/**
 * Installs Chromium as root on Debian.
 * @returns {Promise<string>} path of the program
 * @throws {RunError} if apt-get, which has written the reason to stderr, does not install it
 */
export async function installTestChromium() {
  say(`no Chromium found; installing it (apt-get install ${WITHOUT_WINDOW})`);
  await run('apt-get', ['update', '-q']);
  await run('apt-get', ['install', '-y', '-q', WITHOUT_WINDOW]);
  const installed = await findTestChromium();
  if (installed === undefined) throw new RunError(MISSING);
  return installed;
}

/** @param {string} name @returns {string | undefined} */
function findInstalled(name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
