import { AppError } from '$lib/errors';

/**
 * Why the start failed, for the terminal, with what to do; undefined for a bug, whose stack trace is needed.
 */
export function startProblem(error: unknown): string | undefined {
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'ERR_SQLITE_ERROR') {
    return `the chain’s file cannot be used (${error.message}). npm start -- --repair rebuilds it from its blocks, --reset begins a new chain; QUARRY_DATA_DIR names another folder.`;
  }
  // File system errors: code, operation and path.
  if ('path' in error) {
    return `its data folder cannot be used (${error.message}). Name another one with QUARRY_DATA_DIR.`;
  }
  return undefined;
}

/** The same for the listener, which starts last and fails with an uncaught exception. */
export function listenProblem(error: Error): string | undefined {
  if (!('syscall' in error) || error.syscall !== 'listen') return undefined;
  return `it cannot listen (${error.message}). Choose another port with QUARRY_PORT, or another address with QUARRY_HOST.`;
}
