/** An element and its position, kept for after its removal. */
interface Place {
  readonly element: Element;
  readonly parent: Element;
  readonly next: Element | null;
  readonly previous: Element | null;
}

// Not text fields: on a phone they would open the keyboard.
const CONTROLS = 'button:not(:disabled), a[href], summary, [tabindex="0"]';
const LANDMARKS = 'main, header, nav, dialog[open]';

/**
 * Moves the focus to a neighbor when the focused element is removed or disabled, where browsers would reset it to the
 * body: to the next control, or the previous one, or the first in the nearest remaining part of the page, or the page's
 * heading. When a dialog is closed, the focus returns to the element that opened it, or to a neighbor of it.
 * @param isNavigating the page is being replaced, and the router manages the focus
 * @returns the stop function
 */
export function keepFocus(root: HTMLElement, isNavigating: () => boolean): () => void {
  let places: readonly Place[] = [];
  /** Where the focus was before it moved into the current dialog. */
  let opener: readonly Place[] = [];

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    const dialog = target.closest('dialog');
    if (dialog === null) opener = [];
    else if (!places.some(({ element }) => element === dialog)) opener = places;
    places = placesOf(target, root);
  };

  const observer = new MutationObserver(() => {
    const [lost] = places;
    if (!lost || !hasNoFocus()) return;
    const isClosed = lost.element.closest('dialog:not([open])') !== null;
    if (isUsable(lost.element) && !isClosed) return;
    const left = places.some(({ element }) => element.matches('dialog')) && !isOpen(places) ? opener : places;
    places = [];
    if (!isNavigating()) (successor(left) ?? heading(root))?.focus({ preventScroll: true });
  });

  root.addEventListener('focusin', remember);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    root.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** Whether nothing has the focus, or only a disabled control: browsers blur it a frame later. */
const hasNoFocus = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches(':disabled') === true;

const isUsable = (element: Element): boolean => element.isConnected && !element.matches(':disabled');

const isOpen = (places: readonly Place[]): boolean =>
  places.some(({ element }) => element.isConnected && element.matches('dialog[open]'));

/** The element and its ancestors, innermost first. */
function placesOf(target: Element, root: HTMLElement): Place[] {
  const places: Place[] = [];
  for (let element = target; element !== root && element.parentElement; element = element.parentElement) {
    const { parentElement: parent, nextElementSibling: next, previousElementSibling: previous } = element;
    places.push({ element, parent, next, previous });
  }
  return places;
}

function successor(places: readonly Place[]): HTMLElement | undefined {
  const [first] = places;
  if (first?.element instanceof HTMLElement && isUsable(first.element)) return first.element;
  for (const { element, parent, next, previous } of places) {
    if (!parent.isConnected) continue;
    // Beside a notice there is the whole page, where any control would be an arbitrary one.
    if (parent.querySelector('main') !== null) return undefined;
    const controls = controlsOf(parent);
    const following = controls.find((control) => isAfter(control, previous, next));
    const found = following ?? controls.at(-1);
    if (found) return found;
    if (element.matches(LANDMARKS) || parent.matches(LANDMARKS)) return undefined;
  }
  return undefined;
}

const isShown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });

const controlsOf = (part: Element): HTMLElement[] =>
  [...part.querySelectorAll(CONTROLS)].filter(
    (control): control is HTMLElement => control instanceof HTMLElement && isShown(control)
  );

/** Whether the control is after the gap that a removed element left between its siblings. */
function isAfter(control: Element, previous: Element | null, next: Element | null): boolean {
  const { DOCUMENT_POSITION_FOLLOWING, DOCUMENT_POSITION_CONTAINED_BY } = Node;
  if (next?.isConnected) {
    return next.contains(control) || (next.compareDocumentPosition(control) & DOCUMENT_POSITION_FOLLOWING) !== 0;
  }
  if (!previous?.isConnected) return true;
  const position = previous.compareDocumentPosition(control);
  return (position & DOCUMENT_POSITION_FOLLOWING) !== 0 && (position & DOCUMENT_POSITION_CONTAINED_BY) === 0;
}

function heading(root: HTMLElement): HTMLElement | undefined {
  const found = root.querySelector<HTMLElement>('main h1') ?? root.querySelector<HTMLElement>('main');
  found?.setAttribute('tabindex', '-1');
  return found ?? undefined;
}
