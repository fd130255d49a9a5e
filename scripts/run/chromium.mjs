import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { RunError, say } from './process.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const FIXED_PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/**
 * The Chromium the tests drive: PLAYWRIGHT_CHROMIUM, an installed one, or Playwright's own download where it is on disk.
 * @returns {Promise<string | undefined>} path of the program
 */
export async function findChromium() {
  const chosen = process.env.PLAYWRIGHT_CHROMIUM;
  if (chosen) return chosen;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = [...installed, ...FIXED_PLACES].find((path) => existsSync(path));
  if (found !== undefined) return found;
  const { chromium } = await import('playwright');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/**
 * Like {@link findChromium}, and as root on Debian installs it when there is none.
 * @returns {Promise<string>}
 */
export async function findOrInstallChromium() {
  const found = await findChromium();
  if (found !== undefined) {
    say(`tests use Chromium at ${found}`);
    return found;
  }
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('no Chromium found; installing it (apt-get install chromium)');
    execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-q', 'chromium'], { stdio: 'inherit' });
    const installed = await findChromium();
    if (installed !== undefined) return installed;
  }
  throw new RunError('the tests need Chromium: install it, or set PLAYWRIGHT_CHROMIUM to its path');
}
