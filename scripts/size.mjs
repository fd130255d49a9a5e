// Size budgets of the first load: the JavaScript fetched before a page is shown, compressed.
import { join } from 'node:path';
import { firstLoad, firstLoadScript } from './size/firstLoad.mjs';

const BUDGET_KB = { '/': 100, '/mine': 120, '/wallet': 105 };

const root = join(import.meta.dirname, '..');
for (const [path, budgetKb] of Object.entries(BUDGET_KB)) {
  const bytes = await firstLoadScript(root, path);
  console.log(`${path.padEnd(8)} ${(bytes / 1000).toFixed(1)} of ${budgetKb} KB`);
  if (bytes <= budgetKb * 1000) continue;
  process.exitCode = 1;
  for (const { file, bytes } of (await firstLoad(root, path)).slice(0, 10)) console.log(`  ${bytes}\t${file}`);
}
