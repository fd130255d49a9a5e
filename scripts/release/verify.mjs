import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from '../run/build.mjs';
import { RunError, run, say } from '../run/process.mjs';
import { BUILD_INPUTS } from '../run/sources.mjs';
import { differences, openManifest, signManifest } from './manifest.mjs';
import { describeFinishedBuild } from './write.mjs';

const USAGE = 'npm run verify -- [--manifest FILE --key PUBLIC_KEY] [--sign PRIVATE_KEY --out FILE]';

/**
 * @typedef {object} VerifyOptions
 * @property {string} [manifest] a signed manifest to compare with; by default, the existing build
 * @property {string} [key] file with the Ed25519 public key that must have signed it, PEM
 * @property {string} [sign] file with the Ed25519 private key for signing the result, PEM
 * @property {string} [out] output path of the signed manifest
 */

/** @param {string[]} args @returns {VerifyOptions} */
export function parseVerifyOptions(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  let options;
  try {
    options = parseArgs({ args, options: { manifest: text, key: text, sign: text, out: text } }).values;
  } catch (error) {
    throw new RunError(`${/** @type {Error} */ (error).message}\nusage: ${USAGE}`);
  }
  if ((options.manifest === undefined) !== (options.key === undefined)) {
    throw new RunError(`--manifest and --key must be given together\nusage: ${USAGE}`);
  }
  if ((options.sign === undefined) !== (options.out === undefined)) {
    throw new RunError(`--sign and --out must be given together\nusage: ${USAGE}`);
  }
  return options;
}

/**
 * Rebuilds the sources in an empty folder, with packages downloaded again and checked against the lockfile, and
 * compares every file.
 * @param {string} root
 * @param {string} node
 * @param {string[]} npm command that runs npm
 * @param {NodeJS.ProcessEnv} env
 * @param {VerifyOptions} options
 * @returns {Promise<number>} exit status
 */
export async function verifyBuild(root, node, npm, env, options) {
  const expected = await expectedBuild(root, node, env, options);
  const rebuilt = await rebuild(root, node, npm, env);
  const lines = differences(expected, rebuilt);
  for (const line of lines) console.log(line);
  if (lines.length > 0) {
    if (expected.node !== rebuilt.node) say(`built with Node ${expected.node}; rebuilt here with Node ${rebuilt.node}`);
    say('the build does not match these sources; see the differences above');
    return 1;
  }
  say(`${Object.keys(rebuilt.files).length} files, all identical to a fresh build of these sources`);
  if (options.sign !== undefined && options.out !== undefined) {
    const signed = signManifest(rebuilt, readFileSync(options.sign, 'utf8'));
    writeFileSync(options.out, `${JSON.stringify(signed, null, 1)}\n`);
    say(`signed: ${options.out}`);
  }
  return 0;
}

/**
 * @param {string} root
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {VerifyOptions} options
 */
async function expectedBuild(root, node, env, { manifest, key }) {
  if (manifest === undefined || key === undefined) {
    await buildApp(root, node, env);
    return describeFinishedBuild(root);
  }
  const opened = openManifest(JSON.parse(readFileSync(manifest, 'utf8')), readFileSync(key, 'utf8'));
  if (opened === undefined) throw new RunError(`${manifest} is not signed by the key in ${key}`);
  say('the manifest’s signature is valid');
  return opened;
}

/**
 * @param {string} root
 * @param {string} node
 * @param {string[]} npm
 * @param {NodeJS.ProcessEnv} env
 */
async function rebuild(root, node, [npm = 'npm', ...npmArgs], env) {
  const folder = resolve(root, '.cache', 'verify');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of BUILD_INPUTS) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path), { recursive: true });
  }
  say('rebuilding from scratch (npm ci, vite build)');
  const install = [...npmArgs, 'ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  if ((await run(npm, install, env)) !== 0) throw new RunError('npm ci failed; see its output above');
  if ((await run(node, [join(folder, 'scripts', 'run.mjs'), 'build'], env)) !== 0)
    throw new RunError('the build failed; see its output above');
  return describeFinishedBuild(folder);
}
