import { AppError } from '$lib/errors';
import { DiskFullError, NotStoredError, storeError } from './node/store/sqliteError';

/** Why the start failed and what to do, for the terminal; undefined for a bug, whose stack trace is needed. */
export function startProblem(error: unknown): string | undefined {
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  // Neither a repair nor a new chain would help.
  const stored = storeError(error);
  if (stored instanceof DiskFullError) return stored.message;
  if (error.code === 'ERR_SQLITE_ERROR') {
    if (stored instanceof NotStoredError) return stored.message;
    return `the chain file cannot be used (${error.message}). Run npm start -- --repair to rebuild it from its blocks or --reset to start a new chain, or choose another folder with QUARRY_DATA_DIR.`;
  }
  // File system errors: code, operation and path.
  if ('path' in error) {
    return `the data folder cannot be used (${error.message}). Choose another one with QUARRY_DATA_DIR.`;
  }
  return undefined;
}

/** System calls of a starting listener: it resolves its host name and binds. */
const LISTENING: readonly unknown[] = ['getaddrinfo', 'listen'];

/** The same for the listener, which starts last and fails with an uncaught exception. */
export function listenProblem(error: Error): string | undefined {
  if (!('syscall' in error) || !LISTENING.includes(error.syscall)) return undefined;
  if ('code' in error && error.code === 'EACCES') {
    return `no permission to listen (${error.message}); ports below 1024 are reserved on most systems. Choose another port with QUARRY_PORT.`;
  }
  return `cannot listen (${error.message}). Choose another port with QUARRY_PORT, or another address with QUARRY_HOST.`;
}

/**
 * The problem with variables replaced by the `npm start` flags that set them.
 * @param flags JSON, flags by variable, from scripts/run/start.mjs; undefined if it did not start us
 */
export function withFlagNames(problem: string, flags: string | undefined): string {
  const names = flags ? (JSON.parse(flags) as Readonly<Record<string, string>>) : {};
  return problem.replace(/\bQUARRY_[A-Z_]+/g, (variable) => names[variable] ?? variable);
}
