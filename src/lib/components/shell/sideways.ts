/** In a row that scrolls sideways, scrolls the entry to the center, unless all of them fit. */
export function center(row: HTMLElement | undefined, entry: string): void {
  const current = row?.querySelector(entry);
  if (!row || !current) return;
  const { left, right } = current.getBoundingClientRect();
  const seen = row.getBoundingClientRect();
  row.scrollLeft += (left + right - seen.left - seen.right) / 2;
}

/**
 * An attachment for a row of class `sideways`: removes its fades once it no longer scrolls, for example because a phone
 * was turned. Chromium keeps the last ones, as nothing moves a scroll-driven animation whose row does not scroll.
 */
export function dropFades(row: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    if (row.scrollWidth > row.clientWidth) return;
    for (const animation of row.getAnimations()) {
      animation.cancel();
      animation.play();
    }
  });
  observer.observe(row);
  return () => observer.disconnect();
}
