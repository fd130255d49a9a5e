import type { Component } from 'svelte';
import { fuzzyScore } from './fuzzy';

/** Something that the palette can do. */
export interface Command {
  readonly id: string;
  /** What it does, beginning with a verb, or where it leads. */
  readonly label: string;
  /** What kind of thing it is, named beside it. */
  readonly kind: 'page' | 'chain' | 'action' | 'wallet';
  /** Other words that people may look for. */
  readonly keywords?: string;
  readonly icon: Component<{ size?: number; 'aria-hidden'?: 'true' }>;
  /** A direct match, such as a block of the typed height: listed first. */
  readonly always?: boolean;
  readonly run: () => unknown;
}

/** The commands that fit what was typed, the best first; all of them, as they come, when nothing was. */
export function rankCommands(typed: string, commands: readonly Command[]): Command[] {
  if (typed.trim() === '') return [...commands];
  const scored = commands.flatMap((command) => {
    const byLabel = fuzzyScore(typed, command.label);
    // Keyword matches rank below visible text.
    const byWords = command.keywords === undefined ? undefined : fuzzyScore(typed, command.keywords);
    const score = command.always ? Infinity : Math.max(byLabel ?? -Infinity, (byWords ?? -Infinity) - 5);
    return score === -Infinity ? [] : [{ command, score }];
  });
  return scored.sort((a, b) => (a.score === b.score ? 0 : b.score - a.score)).map(({ command }) => command);
}
