import { AppError } from '$lib/errors';

/**
 * What stopped the start, in words for the terminal and with what to do; nothing when it is a fault of ours, which
 * needs its stack to be found.
 */
export function startProblem(error: unknown): string | undefined {
  if (error instanceof AppError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  if (error.code === 'ERR_SQLITE_ERROR') {
    return `the chain’s file cannot be used (${error.message}). npm start -- --repair rebuilds it from its blocks, --reset begins a new chain; QUARRY_DATA_DIR names another folder.`;
  }
  // From the file system: the code, what was tried, and the path.
  if ('path' in error) {
    return `its data folder cannot be used (${error.message}). Name another one with QUARRY_DATA_DIR.`;
  }
  return undefined;
}

/** The same for the listener, which starts last and fails by an exception that nobody can catch. */
export function listenProblem(error: Error): string | undefined {
  if (!('syscall' in error) || error.syscall !== 'listen') return undefined;
  return `it cannot listen (${error.message}). Choose another port with QUARRY_PORT, or another address with QUARRY_HOST.`;
}
