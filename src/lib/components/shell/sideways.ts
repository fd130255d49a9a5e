/** In a row that scrolls sideways, scrolls the entry to the center, unless all of them fit. */
export function center(row: HTMLElement | undefined, entry: string): void {
  const current = row?.querySelector(entry);
  if (!row || !current) return;
  const { left, right } = current.getBoundingClientRect();
  const seen = row.getBoundingClientRect();
  row.scrollLeft += (left + right - seen.left - seen.right) / 2;
}
