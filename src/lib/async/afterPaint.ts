/** Upper bound: tabs in the background paint nothing. */
const WITHIN_MS = 1_000;

/**
 * Runs the work once what the page now shows has been painted: for what is needed soon after, such as loading the code
 * of the rest of a page.
 * @returns a function that cancels it
 */
export function afterPaint(work: () => void): () => void {
  let timer = setTimeout(run, WITHIN_MS);
  // Frame callbacks run before the frame is painted.
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(work);
  });
  function run() {
    cancelAnimationFrame(frame);
    work();
  }
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
