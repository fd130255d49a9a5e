import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

export interface DevServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  stop(): Promise<void>;
}

/** Starts `vite dev` on a port of its own choice, and waits until it has printed its address. */
export async function startDevServer(): Promise<DevServer> {
  const args = [join(root, 'node_modules/vite/bin/vite.js'), 'dev', '--host', '127.0.0.1', '--port', '0'];
  const server = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', NO_COLOR: '1', FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  const exited = once(server, 'exit');
  let output = '';
  const printed = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const origin = /Local:\s+(http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (origin !== undefined) resolve(origin);
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
  });
  const stop = async () => {
    if (server.exitCode === null) server.kill('SIGTERM');
    await exited;
  };
  const origin = await Promise.race([printed, exited.then(() => undefined)]);
  if (origin === undefined) throw new Error(`the development server did not start:\n${output}`);
  return { origin, stop };
}
