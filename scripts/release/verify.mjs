import { createPrivateKey, createPublicKey } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildApp } from '../run/build.mjs';
import { helpText, parseFlags } from '../run/options.mjs';
import { RunError, run, say } from '../run/process.mjs';
import { BUILD_INPUTS } from '../run/sources.mjs';
import { differences, openManifest, signManifest } from './manifest.mjs';
import { describeFinishedBuild } from './write.mjs';

/** @type {readonly import('../run/options.mjs').Option[]} */
const OPTIONS = [
  {
    name: 'manifest',
    value: 'FILE',
    variable: '',
    help: 'signed manifest to compare with, instead of build/'
  },
  { name: 'key', value: 'FILE', variable: '', help: 'public key that must have signed the manifest, Ed25519, PEM' },
  { name: 'sign', value: 'FILE', variable: '', help: 'private key that signs the result, Ed25519, PEM' },
  { name: 'out', value: 'FILE', variable: '', help: 'where to write the manifest that --sign signs' }
];
/** The command, for help and errors. */
const COMMAND = 'npm run verify --';

/**
 * @typedef {object} VerifyOptions all paths absolute
 * @property {string} [manifest] a signed manifest to compare with; by default, the existing build
 * @property {string} [key] file with the Ed25519 public key that must have signed it, PEM
 * @property {string} [sign] file with the Ed25519 private key for signing the result, PEM
 * @property {string} [out] output path of the signed manifest
 */

/**
 * @param {string[]} args
 * @param {string} cwd folder of relative paths, absolute
 * @returns {VerifyOptions | { help: string }}
 * @throws {RunError} naming the option
 */
export function parseVerifyOptions(args, cwd) {
  const given = parseFlags(args, OPTIONS, COMMAND);
  if (given === 'help') return { help: helpText(COMMAND, OPTIONS) };
  for (const [one, other] of /** @type {const} */ ([
    ['manifest', 'key'],
    ['sign', 'out']
  ])) {
    if ((given[one] === undefined) !== (given[other] === undefined)) {
      throw new RunError(
        `--${one} and --${other} must be given together\nRun ${COMMAND} --help for a list of options.`
      );
    }
  }
  return Object.fromEntries(Object.entries(given).map(([name, path]) => [name, resolve(cwd, path)]));
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
  // Before the build, which takes minutes.
  const signingKey = options.sign === undefined ? undefined : readKey(options.sign, createPrivateKey);
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
  if (signingKey !== undefined && options.out !== undefined) {
    const signed = signManifest(rebuilt, signingKey);
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
  const opened = openManifest(readSigned(manifest), readKey(key, createPublicKey));
  if (opened === undefined) throw new RunError(`${manifest} is not signed by the key in ${key}`);
  say('the manifest’s signature is valid');
  return opened;
}

/**
 * @param {string} path
 * @param {(pem: string) => import('node:crypto').KeyObject} parse
 * @returns {import('node:crypto').KeyObject}
 * @throws {RunError} naming the file
 */
export function readKey(path, parse) {
  const text = readGiven(path);
  try {
    const key = parse(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // No PEM, or a public key instead of a private one.
  }
  throw new RunError(
    `${path} is not an Ed25519 ${parse === createPrivateKey ? 'private' : 'public'} key in PEM format`
  );
}

/**
 * @param {string} path
 * @returns {import('./manifest.mjs').SignedManifest}
 * @throws {RunError} naming the file
 */
export function readSigned(path) {
  const text = readGiven(path);
  try {
    const signed = JSON.parse(text);
    if (typeof signed.manifest === 'string' && typeof signed.signature === 'string') return signed;
  } catch {
    // Not JSON.
  }
  throw new RunError(`${path} is not a signed manifest`);
}

/** @param {string} path of an option @returns {string} @throws {RunError} naming the file */
function readGiven(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new RunError(`cannot read a file: ${/** @type {Error} */ (error).message}`);
  }
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
