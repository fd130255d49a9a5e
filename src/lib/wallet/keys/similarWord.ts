/** Letters by which the words of the BIP39 list differ; metal backups often have no more of each. */
const SIGNIFICANT_LETTERS = 4;

/** The only word of the list that an unknown one can stand for: its beginning, or a single slip away. */
export function similarWord(unknown: string, list: readonly string[]): string | undefined {
  const begun = unknown.length < SIGNIFICANT_LETTERS ? [] : list.filter((word) => word.startsWith(unknown));
  const similar = begun.length > 0 ? begun : list.filter((word) => isOneSlipAway(unknown, word));
  return similar.length === 1 ? similar[0] : undefined;
}

/** Whether one letter is wrong, missing or too many, or two neighbors are swapped. */
function isOneSlipAway(typed: string, word: string): boolean {
  const shorter = Math.min(typed.length, word.length);
  let start = 0;
  while (start < shorter && typed[start] === word[start]) start++;
  let end = 0;
  while (end < shorter - start && typed.at(-1 - end) === word.at(-1 - end)) end++;
  const [here, there] = [typed, word].map((text) => text.slice(start, text.length - end)) as [string, string];
  return (here.length <= 1 && there.length <= 1) || (here.length === 2 && there === `${here[1]}${here[0]}`);
}
