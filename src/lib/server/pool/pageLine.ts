/** Account at a pool. */
export interface PoolAccount {
  readonly user: string;
  readonly password: string;
}

/** Password for pools without one. */
export const NO_POOL_PASSWORD = 'x';

/** Methods that a page may call. */
const CALLS = ['mining.subscribe', 'mining.authorize', 'mining.extranonce.subscribe', 'mining.submit'];

/** Maximum length of a page's line. */
export const MAX_PAGE_LINE_BYTES = 4096;

/**
 * The line sent to the pool for a line of a page: only the calls of a miner, with the configured account, whose
 * password never reaches a page.
 * @returns undefined for anything else
 */
export function filterMinerMessage(line: string, { user, password }: PoolAccount): string | undefined {
  const { id, method, params, result } = readObject(line);
  // A response to a request of the pool.
  if (method === undefined && result !== undefined && isId(id)) return JSON.stringify({ id, result, error: null });
  if (typeof method !== 'string' || !CALLS.includes(method) || !isId(id) || !isTexts(params)) return undefined;
  if (method === 'mining.authorize') return JSON.stringify({ id, method, params: [user, password] });
  if (method === 'mining.submit') return JSON.stringify({ id, method, params: [user, ...params.slice(1, 5)] });
  return JSON.stringify({ id, method, params });
}

const isId = (id: unknown): boolean => typeof id === 'number' || typeof id === 'string';

const isTexts = (params: unknown): params is string[] =>
  Array.isArray(params) && params.every((param) => typeof param === 'string');

function readObject(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
