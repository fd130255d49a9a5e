import { spawn } from 'node:child_process';

/**
 * Starts a Node program and kills it a while after its first output.
 * @param program path of the file to run @param delayMs time between its first output and the kill
 * @throws {Error} if it ended by itself
 */
export async function runUntilKilled(program: string, args: readonly string[], delayMs: number): Promise<void> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  const endedByItself = () => new Error('the process ended by itself');
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    ended.then(() => Promise.reject(endedByItself()))
  ]);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  child.kill('SIGKILL');
  if ((await ended) !== 'SIGKILL') throw endedByItself();
}
