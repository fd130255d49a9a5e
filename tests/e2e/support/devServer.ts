import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/temporary';

const root = join(import.meta.dirname, '../../..');

export interface DevServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** The link that the app prints on its first request. */
  signInLink(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts `vite dev` on a free port, and waits until it has printed its address. */
export async function startDevServer(): Promise<DevServer> {
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'dev', '--host', '127.0.0.1', '--port', '0'];
  const dataDir = temporaryFolder('dev');
  const server = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, QUARRY_DATA_DIR: dataDir, NODE_ENV: 'development', NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  const exited = once(server, 'exit');
  let output = '';
  const waiting = new Set<() => void>();
  const read = (chunk: Buffer) => {
    output += chunk;
    for (const look of waiting) look();
  };
  server.stdout.on('data', read);
  server.stderr.on('data', read);
  const printed = (pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const look = () => {
        const found = pattern.exec(output)?.[1];
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const stop = async () => {
    if (server.exitCode === null) server.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  };
  const origin = await Promise.race([printed(/Local:\s+(http:\/\/[\d.]+:\d+)/), exited.then(() => undefined)]);
  if (origin === undefined) throw new Error(`the development server did not start:\n${output}`);
  const signInLink = async () => {
    await fetch(`${origin}/login`);
    return printed(/Quarry is running at (\S+)/);
  };
  return { origin, signInLink, stop };
}
