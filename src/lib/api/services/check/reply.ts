import type { JsonObject, JsonValue } from '$lib/codec/json';
import { isUnauthorized } from '../../wallet-server/errors';
import type { Reply } from './check';

export const isRecord = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text or number field as text. */
export const textAt = (reply: Reply, field: string): string | undefined => {
  const value = isRecord(reply.json) ? reply.json[field] : undefined;
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
};

/** The first line of an error text, shortened. */
export const firstLine = ({ text }: Reply): string => text.split('\n')[0]!.slice(0, 200);

/** The message of a daemon's JSON error. */
export const messageOf = ({ json }: Reply): string =>
  isRecord(json) && typeof json.message === 'string' ? json.message : '';

export const isIndex = ({ json }: Reply): boolean => isRecord(json) && typeof json.id === 'string' && 'height' in json;
/** Whether a wallet, mining or signing server requires its password. */
export const isLocked = ({ status, text }: Reply): boolean => status === 401 && isUnauthorized(text);
