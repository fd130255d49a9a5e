/**
 * The click handler of a button that takes back what it has done when it is pressed again, or makes room for one that
 * does: the second click of a double-click is ignored.
 */
export const onFirstClick =
  (act: () => void) =>
  ({ detail }: Pick<MouseEvent, 'detail'>): void => {
    if (detail < 2) act();
  };
