import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installTestChromium, requireTestChromium } from '../../../scripts/run/chromium.mjs';
import { temporaryFolder } from '../../support/temporary';

// As on a fresh Debian: no browser on PATH, and a person who may install one.
beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.spyOn(process, 'getuid').mockReturnValue(0);
  vi.stubEnv('PLAYWRIGHT_CHROMIUM', undefined);
  vi.stubEnv('HOME', temporaryFolder('home'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** Puts a package manager on PATH that runs the shell commands. @returns the folder */
function withPackageManager(commands: string): string {
  const bin = temporaryFolder('bin');
  const path = join(bin, 'apt-get');
  writeFileSync(path, `#!/bin/sh\n${commands}\n`);
  chmodSync(path, 0o755);
  vi.stubEnv('PATH', bin);
  return bin;
}

test.skipIf(!existsSync('/etc/debian_version'))('Chromium is installed where there is none', async () => {
  const bin = withPackageManager('[ "$1" = install ] && : > "${0%/*}/$4"; exit 0');
  expect(await requireTestChromium()).toBeUndefined();
  const path = join(bin, 'chromium-headless-shell');
  expect(await installTestChromium()).toBe(path);
  expect(await requireTestChromium()).toBe(path);
});

test('a failed installation, or a person who may not install, is told what to do', async () => {
  withPackageManager('exit 100');
  await expect(installTestChromium()).rejects.toThrow('install it, or set PLAYWRIGHT_CHROMIUM to its path');
  vi.mocked(process.getuid!).mockReturnValue(1000);
  await expect(requireTestChromium()).rejects.toThrow('install it, or set PLAYWRIGHT_CHROMIUM to its path');
});
