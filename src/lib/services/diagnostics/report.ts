import { stringifyJson } from '$lib/codec/json';
import type { LoggedError } from './errorLog';

/** Facts by name; undefined if unknown. */
type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * The text of a bug report, in English, like the issues it is posted in.
 * @param settings by name, as in a settings file
 */
export function formatReport(
  facts: Facts,
  settings: Readonly<Record<string, unknown>>,
  errors: readonly LoggedError[]
) {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value ?? 'unknown'}`);
  const set = Object.entries(settings).map(([name, value]) => `  ${name}: ${stringifyJson(value)}`);
  const logged = errors.flatMap(({ code, message, frames, atMs, times }) => [
    `  ${new Date(atMs).toISOString()} ${code}${times > 1 ? ` (${times} times)` : ''}${message === '' ? '' : `: ${message}`}`,
    ...frames.map((frame) => `    ${frame}`)
  ]);
  return ['Quarry', ...lines, 'settings:', ...set, 'errors:', ...(logged.length > 0 ? logged : ['  none']), ''].join(
    '\n'
  );
}
