import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { RunError, say } from './process.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const FIXED_PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
/** The same engine without a window: a tenth less work than with a hidden one. */
const WITHOUT_WINDOW = 'chromium-headless-shell';

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
 * Like {@link findTestChromium}, but installs one if there is none and it runs as root on Debian.
 * @returns {Promise<string>}
 */
export async function findOrInstallChromium() {
  const found = await findTestChromium();
  if (found !== undefined) {
    say(`tests use Chromium at ${found}`);
    return found;
  }
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say(`no Chromium found; installing it (apt-get install ${WITHOUT_WINDOW})`);
    execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-q', WITHOUT_WINDOW], { stdio: 'inherit' });
    const installed = await findTestChromium();
    if (installed !== undefined) return installed;
  }
  throw new RunError('the tests need Chromium: install it, or set PLAYWRIGHT_CHROMIUM to its path');
}

/** @param {string} name @returns {string | undefined} */
function findInstalled(name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
