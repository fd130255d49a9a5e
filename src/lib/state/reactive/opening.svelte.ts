/**
 * Distinguishes the openings of a dialog, a form or a part of a page, so that an action that outlasts one does not
 * affect the next. Call during component initialization.
 * @param openFor what it is open for; falsy while it is closed. By default, it is open while the component exists
 * @returns to be called when an action begins; returns whether that opening still lasts
 */
export function trackOpening(openFor: () => unknown = () => true): () => () => boolean {
  const subject = $derived(openFor());
  let opening: object | undefined;
  $effect(() => {
    if (!subject) return;
    opening = {};
    return () => (opening = undefined);
  });
  return () => {
    const begun = opening;
    return () => begun !== undefined && begun === opening;
  };
}
