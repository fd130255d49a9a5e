import type { Component } from 'svelte';
import { fuzzyScore } from './fuzzy';

/** A command of the palette. */
export interface Command {
  readonly id: string;
  /** Starts with a verb, or names the destination. */
  readonly label: string;
  /** Category shown beside the label. */
  readonly kind: 'page' | 'chain' | 'action' | 'wallet';
  /** Other search words. */
  readonly keywords?: string;
  readonly icon: Component<{ size?: number; 'aria-hidden'?: 'true' }>;
  /** A direct match, such as a block at the typed height; listed first. */
  readonly always?: boolean;
  readonly run: () => unknown;
}

/** The commands that match the input, best first; all commands in their given order if there is no input. */
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
