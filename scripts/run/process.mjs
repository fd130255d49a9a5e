import { spawn } from 'node:child_process';

/** Milliseconds between interrupting and killing a child process. */
const GRACE_MS = 8_000;
const PARENT_CHECK_MS = 500;

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();

/** A failure that is printed without a stack trace. */
export class RunError extends Error {}

/**
 * Prints one line about what the script does.
 * @param {string} text
 */
export function say(text) {
  console.log(`quarry: ${text}`);
}

/**
 * Runs a program with the terminal attached and waits for its end.
 * @param {string} command path or name of the program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] the whole environment of the child
 * @returns {Promise<number>} exit status; 1 when a signal ended it
 */
export function run(command, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env });
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
 * Passes an interrupt on to the children, by their ids, and ends once they have ended.
 * Without this a closed terminal would leave the server holding its port and its database.
 */
export function stopChildrenOnSignals() {
  process.on('SIGINT', () => stopWith(130));
  process.on('SIGTERM', () => stopWith(143));
  process.on('SIGHUP', () => stopWith(129));

  // npm ends its shell on a signal without forwarding it: a changed parent process shows that npm is gone.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stopWith(143), PARENT_CHECK_MS).unref();
}

/** @param {number} status */
function stopWith(status) {
  if (children.size === 0) process.exit(status);
  for (const child of children) {
    child.once('exit', () => process.exit(status));
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  }
}
