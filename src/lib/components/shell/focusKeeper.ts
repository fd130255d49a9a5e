/** An element and where it stands, for when it is gone. */
interface Place {
  readonly element: Element;
  readonly parent: Element;
  readonly next: Element | null;
  readonly previous: Element | null;
}

// No text fields: on a phone they would open the keyboard.
const CONTROLS = 'button:not(:disabled), a[href], summary, [tabindex="0"]';
const LANDMARKS = 'main, header, nav, dialog[open]';

/**
 * Moves the focus to a neighbour when the focused element is removed or disabled, where browsers would let it fall to the
 * body: to the next control, else the one before, else the first in the nearest part of the page that remains, else the
 * page's heading. What opened a dialog has the focus again when the dialog is gone, or a neighbour of it.
 * @param isNavigating the page is being replaced; the router decides about the focus then
 * @returns stops it
 */
export function keepFocus(root: HTMLElement, isNavigating: () => boolean): () => void {
  let places: readonly Place[] = [];
  /** Where the focus was before the dialog that has it now. */
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

/** Whether nothing has the focus, or what is about to lose it: browsers take it from a disabled control a frame later. */
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
    const found = firstControl(next, parent) ?? lastControl(previous, parent) ?? firstControl(parent, parent);
    if (found) return found;
    if (element.matches(LANDMARKS) || parent.matches(LANDMARKS)) return undefined;
  }
  return undefined;
}

const isShown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });

const controlsOf = (element: Element | null, parent: Element): HTMLElement[] =>
  element === null || !parent.contains(element)
    ? []
    : [...(element.matches(CONTROLS) ? [element] : []), ...element.querySelectorAll(CONTROLS)].filter(
        (control): control is HTMLElement => control instanceof HTMLElement && isShown(control)
      );
const firstControl = (element: Element | null, parent: Element) => controlsOf(element, parent)[0];
const lastControl = (element: Element | null, parent: Element) => controlsOf(element, parent).at(-1);

function heading(root: HTMLElement): HTMLElement | undefined {
  const found = root.querySelector<HTMLElement>('main h1') ?? root.querySelector<HTMLElement>('main');
  found?.setAttribute('tabindex', '-1');
  return found ?? undefined;
}
