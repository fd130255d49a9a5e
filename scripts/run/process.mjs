import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Milliseconds between interrupting and killing a child process. */
const GRACE_MS = 8_000;
const PARENT_CHECK_MS = 500;

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/** A failure to print without a stack trace. */
export class RunError extends Error {}

/**
 * Prints a progress message.
 * @param {string} text
 */
export function say(text) {
  console.log(`quarry: ${text}`);
}

/**
 * Runs a program attached to the terminal and waits until it exits.
 * @param {string} command path or name of the program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] the child's entire environment
 * @returns {Promise<number>} exit status; 1 if a signal ended it
 */
export function run(command, args, env = process.env) {
  return ended(spawn(command, args, { stdio: 'inherit', env }), command);
}

/**
 * Runs a program like {@link run}, but omits some of its output lines.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => boolean} isNoise
 * @returns {Promise<number>} exit status
 */
export async function runFiltered(command, args, env, isNoise) {
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe'], env });
  const passOn = [child.stdout, child.stderr].map(async (stream, i) => {
    const target = i === 0 ? process.stdout : process.stderr;
    for await (const line of createInterface({ input: stream })) if (!isNoise(line)) target.write(`${line}\n`);
  });
  const status = await ended(child, command);
  await Promise.all(passOn);
  return status;
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} command
 * @returns {Promise<number>} exit status; 1 if a signal ended it
 */
function ended(child, command) {
  return new Promise((resolve, reject) => {
    children.add(child);
    child.on('error', (error) => {
      children.delete(child);
      reject(new RunError(`cannot run ${command}: ${error.message}`));
    });
    child.on('exit', (status) => {
      children.delete(child);
      resolve(status ?? 1);
    });
  });
}

/**
 * Forwards interrupts to the children, by id, and exits once they have exited. Otherwise, closing the terminal would
 * leave a server running that still holds its port and database.
 */
export function stopChildrenOnSignals() {
  process.on('SIGINT', () => stopWith(130, reachesChildren(process.platform)));
  process.on('SIGTERM', () => stopWith(143));
  process.on('SIGHUP', () => stopWith(129, reachesChildren(process.platform)));

  // npm terminates its shell on a signal without forwarding it: a changed parent process means that npm is gone.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stopWith(143), PARENT_CHECK_MS).unref();
}

/**
 * Whether the console also sends Ctrl-C and its own closing to the children. Windows does, and our signal would
 * terminate them at once instead of reaching their handlers.
 * @param {NodeJS.Platform} platform
 */
export const reachesChildren = (platform) => platform === 'win32';

/** @param {number} status @param {boolean} [isKnown] the children have already been interrupted */
function stopWith(status, isKnown = false) {
  if (children.size === 0) process.exit(status);
  for (const child of children) {
    child.once('exit', () => process.exit(status));
    if (!isKnown) child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  }
}
