// Renders icons statically: outlines in the text color, in one size, hidden from screen readers. Lucide's component
// computes this for every icon when it is rendered, and a phone's first page has dozens of them.

const ICON = /[\\/]@lucide[\\/]svelte[\\/]dist[\\/]icons[\\/][^\\/]+\.svelte$/;
const DATA = /const iconData = (\{.*\});/;

/** Attributes of all icons: the defaults of the library's component. */
const OUTLINE =
  'viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';

/**
 * Source of a component with a single property, `size` in pixels.
 * @param {string} source of the library's component
 * @returns {string}
 * @throws {Error} the library has changed
 */
export function iconOf(source) {
  const data = DATA.exec(source)?.[1];
  if (data === undefined) throw new Error('the icon has no data');
  /** @type {{ size: number, node: [tag: string, attributes: Record<string, string>, children?: unknown][] }} */
  const { size, node } = JSON.parse(data);
  if (size !== 24) throw new Error(`the icon is drawn on ${size} units`);
  const shapes = node.map(([tag, attributes, children]) => {
    if (children !== undefined) throw new Error(`a shape of the icon has parts`);
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    return `<${tag}${written.join('')} />`;
  });
  return `<script>
  const { size } = $props();
</script>

<svg width={size} height={size} ${OUTLINE} aria-hidden="true">${shapes.join('')}</svg>
`;
}

/** @type {import('svelte/compiler').PreprocessorGroup} */
export const staticIcons = {
  name: 'static-icons',
  markup: ({ content, filename }) => (filename && ICON.test(filename) ? { code: iconOf(content) } : undefined)
};
