import { mergeConfig } from 'vitest/config';
import browser from '../vitest.browser.config.ts';

/** Measurements that need a real browser: `npx vitest run --config bench/browser.config.ts`. */
const config = mergeConfig(browser, { test: { testTimeout: 600_000 } });
config.test.include = ['bench/**/*.browser.ts'];
export default config;
