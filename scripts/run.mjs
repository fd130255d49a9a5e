// Entry point of the README's two commands, `npm start` and `npm test`, and of those that build, verify, compare and
// run the node alone.
// This file, scripts/run/ and scripts/release/ are plain JavaScript without packages: they must run before anything is
// installed, and on Node versions too old for Quarry itself.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp } from './run/build.mjs';
import { requireTestChromium } from './run/chromium.mjs';
import { exclusively } from './run/folderLock.mjs';
import { installPackages } from './run/install.mjs';
import { environmentFor, findNode } from './run/node24.mjs';
import { helpText, parseFlags } from './run/options.mjs';
import { RunError, run, stopChildrenOnSignals } from './run/process.mjs';
import { NODE_FLAGS, readStartSettings, readSurroundings, startServer } from './run/start.mjs';
import { runTestSteps } from './run/testSteps.mjs';
import { parseVerifyOptions, verifyBuild } from './release/verify.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Finds or downloads Node, and installs the packages. */
function prepare() {
  return exclusively(root, async () => {
    const { node, npm } = findNode(root);
    const env = environmentFor(node);
    await installPackages(root, npm, env);
    return { node, npm, env };
  });
}

/** @param {string[]} args @returns {Promise<number>} exit status */
async function start(args) {
  const settings = readStartSettings(args, readSurroundings(root, cwd));
  if ('help' in settings) {
    console.log(settings.help);
    return 0;
  }
  const { node, env } = await prepare();
  await buildApp(root, node, env);
  return startServer(root, node, env, settings);
}

/** @param {string[]} args @returns {Promise<number>} exit status */
async function build(args) {
  if (printsHelp(args, 'npm run build --')) return 0;
  const { node, env } = await prepare();
  await buildApp(root, node, env);
  return 0;
}

/** @param {string[]} args @returns {Promise<number>} exit status */
async function nodeAlone(args) {
  const { node, env } = await prepare();
  return run(node, [...NODE_FLAGS, '--import', './scripts/ts.mjs', 'scripts/node.ts', ...args], env);
}

/** @param {string[]} args @returns {Promise<number>} exit status */
async function verify(args) {
  const options = parseVerifyOptions(args, process.env.INIT_CWD || cwd);
  if ('help' in options) {
    console.log(options.help);
    return 0;
  }
  const { node, npm, env } = await prepare();
  return verifyBuild(root, node, npm, env, options);
}

/** @param {string[]} args @returns {Promise<number>} exit status */
async function test(args) {
  const note = 'Runs all tests. For single files: npm run test:unit, test:browser or test:e2e, followed by -- FILE';
  if (printsHelp(args, 'npm test --', note)) return 0;
  const { node, env } = await prepare();
  env.PLAYWRIGHT_CHROMIUM = await requireTestChromium();
  return runTestSteps(root, node, env);
}

/** @param {string[]} args @returns {Promise<number>} exit status */
async function compat(args) {
  const { node, env } = await prepare();
  return run(node, ['--import', './scripts/ts.mjs', 'scripts/compat.ts', ...args], env);
}

/** @param {string[]} args vitest's @returns {Promise<number>} exit status */
async function cluster(args) {
  const { node, env } = await prepare();
  await buildApp(root, node, env);
  return run(node, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.cluster.config.ts', ...args], env);
}

/**
 * Prints the help of a command without options, if it is requested.
 * @param {string[]} args
 * @param {string} command for help and errors
 * @param {string} [note] see {@link helpText}
 * @returns {boolean} whether it was printed
 * @throws {RunError} naming any other argument
 */
function printsHelp(args, command, note) {
  if (parseFlags(args, [], command) !== 'help') return false;
  console.log(helpText(command, [], note));
  return true;
}

stopChildrenOnSignals();
const cwd = process.cwd();
process.chdir(root);
try {
  const [command, ...args] = process.argv.slice(2);
  if (command === 'start') process.exitCode = await start(args);
  else if (command === 'build') process.exitCode = await build(args);
  else if (command === 'node') process.exitCode = await nodeAlone(args);
  else if (command === 'verify') process.exitCode = await verify(args);
  else if (command === 'test') process.exitCode = await test(args);
  else if (command === 'compat') process.exitCode = await compat(args);
  else if (command === 'cluster') process.exitCode = await cluster(args);
  else {
    const others = ['build', 'node', 'verify', 'test:compat', 'test:cluster']
      .map((name) => `\`npm run ${name}\``)
      .join(', ');
    throw new RunError(`unknown command; use \`npm start\`, \`npm test\`, ${others}`);
  }
} catch (error) {
  if (!(error instanceof RunError)) throw error;
  console.error(`quarry: ${error.message}`);
  process.exitCode = 1;
}
