import { defineConfig } from 'playwright/test';
import base from './playwright.config.ts';

// Separate, because it is never part of the ordinary tests and needs what `npm run test:compat` installs.
export default defineConfig({
  ...base,
  testDir: 'tests/compat',
  timeout: 2.5 * base.timeout!,
  workers: 1,
  reporter: [['list']],
  projects: base.projects?.filter(({ name }) => name === 'webgpu')
});
