import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findTestChromium } from './scripts/run/chromium.mjs';
import { testSlowness } from './scripts/run/speed.mjs';
import { registerTexts } from './tests/support/textLoaders.ts';

const slowness = await testSlowness();

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Tests that need a real browser with a real WebGPU adapter: Chromium with SwiftShader, its software adapter. */
export default defineConfig({
  plugins: [svelte(), registerTexts],
  // If icons were bundled on first use, in the middle of a run, they would bring in a second copy of Svelte.
  optimizeDeps: { exclude: ['@lucide/svelte'] },
  resolve: {
    alias: {
      $lib: path('src/lib'),
      '$app/navigation': path('tests/support/kit/navigation.ts'),
      '$app/state': path('tests/support/kit/state.svelte.ts')
    }
  },
  worker: { format: 'es' },
  define: { 'process.env.QUARRY_TEST_SLOWNESS': JSON.stringify(String(slowness)) },
  test: {
    include: ['tests/browser/**/*.test.ts'],
    setupFiles: ['tests/support/usedTexts.ts'],
    testTimeout: 60_000 * slowness,
    hookTimeout: 60_000 * slowness,
    expect: { poll: { timeout: 15_000 * slowness } },
    maxWorkers: 2,
    // A host name, because passkeys do not work on bare IP addresses.
    api: { host: 'localhost' },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: {
          executablePath: await findTestChromium(),
          args: [
            '--no-sandbox',
            '--disable-background-networking',
            '--disable-component-update',
            '--no-first-run',
            '--enable-unsafe-webgpu',
            '--use-webgpu-adapter=swiftshader'
          ]
        }
      })
    }
  }
});
