import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';

// Takes the documentation's screenshots: `npm run docs:pictures`, after `npm run build`. Not a test of the app.
export default defineConfig({
  ...base,
  testDir: 'tests/pictures',
  workers: 1,
  reporter: [['list']],
  use: { viewport: { width: 1200, height: 750 } },
  projects: base.projects?.filter(({ name }) => name === 'webgpu')
});
