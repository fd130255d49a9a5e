import type { BlockId } from '$lib/chain/ids';
import { AppError } from '$lib/errors';
import type { LightStart } from './followChain';

/** Whether this browser verifies the chain, and from which start. */
export interface LightChoice {
  readonly on: boolean;
  readonly start: LightStart;
  /** The server has chosen the starting block, which nobody has compared with another source. */
  readonly isServersStart?: true;
}

export const NO_CHECK: LightChoice = { on: false, start: { kind: 'genesis' } };

/** An invalid starting point. */
export class StartTextError extends AppError {
  readonly code = 'light/start-text';
  constructor() {
    super('A starting block is its height, two colons and its ID with all 64 characters: 530000::4c3a…');
  }
}

/**
 * Parses a starting point, `height::id`.
 * @throws {StartTextError}
 */
export function parseStart(text: string): LightStart {
  const [, height, id] = /^\s*(\d{1,15})::([0-9a-f]{64})\s*$/i.exec(text) ?? [];
  if (height === undefined || id === undefined || Number(height) === 0) throw new StartTextError();
  return { kind: 'block', index: { height: Number(height), id: id.toLowerCase() as BlockId } };
}

/** Decodes a stored choice; undefined if invalid. */
export function parseChoice(stored: unknown): LightChoice | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { on, start, isServersStart } = stored as Partial<LightChoice>;
  if (typeof on !== 'boolean') return undefined;
  if (start?.kind !== 'block') return { on, start: { kind: 'genesis' } };
  const { height, id } = start.index ?? {};
  try {
    return { on, start: parseStart(`${height}::${id}`), ...(isServersStart === true && { isServersStart }) };
  } catch {
    return undefined;
  }
}
