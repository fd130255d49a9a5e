import { chromium, type Browser } from 'playwright';
import { findChromium } from '../scripts/run/chromium.mjs';

/** Chromium as used by the tests, with its software WebGPU adapter, and additional switches. */
export async function openChromium(switches: readonly string[] = []): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === undefined) throw new Error('there is no Chromium');
  return chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--enable-unsafe-webgpu',
      '--use-webgpu-adapter=swiftshader',
      ...switches
    ]
  });
}
