import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeReleaseFiles } from '../release/write.mjs';
import { RunError, run, say } from './process.mjs';
import { hashSources } from './sources.mjs';

/**
 * Builds the app into build/ unless the sources are those of the last build.
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
export async function buildApp(root, node, env) {
  const stamp = join(root, 'build', '.sources');
  const hash = hashSources(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  say('building the app (vite build)');
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const status = await run(node, [vite, 'build', '--logLevel', 'error'], { ...env, NODE_ENV: 'production' });
  if (status !== 0) throw new RunError('the build failed; see its words above');
  writeReleaseFiles(root);
  writeFileSync(stamp, hash);
}
