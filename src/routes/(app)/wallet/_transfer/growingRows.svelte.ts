/** A thousand rows at once would stall the page; this many are added per frame. */
const ROWS_A_FRAME = 20;

/**
 * The number of rows of a long list to show, for a component.
 * @param total all its rows; read reactively
 * @param first those shown at once
 */
export function growingRows(total: () => number, first: number): { readonly shown: number } {
  let shown = $state(first);
  $effect(() => {
    if (shown >= total()) return;
    const frame = requestAnimationFrame(() => (shown += ROWS_A_FRAME));
    return () => cancelAnimationFrame(frame);
  });
  return {
    get shown() {
      return shown;
    }
  };
}
