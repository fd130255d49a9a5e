import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitMs } from '../support/limits';

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Responds with a success status once the server is up; a server that is still loading responds with an error status.
   */
  readonly readyUrl: string;
  readonly readyHeaders?: Readonly<Record<string, string>>;
}

const START_MS = limitMs(60_000);
const STOP_MS = limitMs(15_000);

/** A server program in its own data directory; stopped by process id, never by name. */
export class Program {
  #child: ChildProcess | undefined;
  #output = '';

  private constructor(
    readonly dataDir: string,
    private readonly commandIn: (dataDir: string) => Command
  ) {}

  /** @param from a stopped program whose data to start from */
  static async start(commandIn: (dataDir: string) => Command, from?: Program): Promise<Program> {
    const dataDir = await mkdtemp(join(tmpdir(), 'quarry-compat-'));
    if (from) await cp(from.dataDir, dataDir, { recursive: true });
    const program = new Program(dataDir, commandIn);
    try {
      await program.start();
    } catch (error) {
      await program.end();
      throw error;
    }
    return program;
  }

  async start(): Promise<void> {
    const { command, args, env, readyUrl, readyHeaders } = this.commandIn(this.dataDir);
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (this.#output = (this.#output + String(chunk)).slice(-20_000)));
    }
    const endMs = Date.now() + START_MS;
    while (child.exitCode === null && Date.now() < endMs) {
      const answer = await fetch(readyUrl, { headers: readyHeaders }).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await this.stop();
    throw new Error(`${command} did not start:\n${this.#output}`);
  }

  /** Stops it and keeps its data. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const killing = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(killing);
  }

  async end(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
