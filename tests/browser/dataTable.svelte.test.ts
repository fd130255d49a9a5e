import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import '../../src/app.css';
import DataTable from '$lib/components/table/DataTable.svelte';
import VirtualRows from '$lib/components/table/VirtualRows.svelte';
import type { Column, SortOrder } from '$lib/components/table/columns';
import { eventually } from '../support/eventually';

interface Row {
  readonly id: string;
  readonly size: bigint;
}
const COUNT = 10_000;
const all: readonly Row[] = Array.from({ length: COUNT }, (_, i) => ({
  id: `row ${i}`,
  size: BigInt((i * 7919) % COUNT)
}));
const columns: readonly Column<Row>[] = [
  { key: 'id', label: 'Id', text: ({ id }) => id },
  {
    key: 'size',
    label: 'Size',
    text: ({ size }) => `${size} B`,
    sortKey: ({ size }) => size,
    firstOrder: 'desc',
    total: (rows) => `${rows.reduce((sum, { size }) => sum + size, 0n)} B`
  },
  { key: 'note', label: 'Note', text: () => 'note' }
];
const words = (text: string) => createRawSnippet(() => ({ render: () => `<p>${text}</p>` }));
const detail = createRawSnippet<[Row]>((row) => ({
  render: () => `<div style="height: 200px">all about ${row().id}</div>`
}));

let table: Record<string, unknown>;

function show(props: Record<string, unknown> = {}, target: HTMLElement = document.body) {
  const live = $state({
    caption: 'Rows',
    columns,
    rows: all,
    key: ({ id }: Row) => id,
    countText: (count: number) => `${count.toLocaleString('en')} rows`,
    empty: words('nothing yet'),
    noneMatching: words('none matches'),
    ...props
  });
  table = mount(DataTable<Row>, { target, props: live });
  flushSync();
  return live;
}

const body = () => [...document.querySelectorAll<HTMLElement>('.row')];
const texts = () => body().map((row) => row.querySelector('.title')!.textContent.trim());
const head = (label: string) =>
  [...document.querySelectorAll('[role=columnheader]')].find((cell) => cell.textContent.trim() === label)!;
const sizes = () => body().map((row) => row.children[1]!.textContent.replace('Size', '').trim());

function scrollToY(y: number) {
  scrollTo(0, y);
  dispatchEvent(new Event('scroll'));
  flushSync();
}

beforeEach(() => page.viewport(1200, 800));
afterEach(async () => {
  await unmount(table);
  scrollTo(0, 0);
});

test('of ten thousand rows, only the visible ones are in the document, at any scroll position', () => {
  show();
  const rowPx = body()[0]!.getBoundingClientRect().height;
  for (const at of [0, 5_000, COUNT - 1]) {
    scrollToY(at * rowPx);
    expect(body().length).toBeLessThan(60);
    const shown = body().filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    expect(shown.length).toBeGreaterThan(10);
    expect(texts()).toContain(`row ${at}`);
    const [first] = body();
    expect(first?.ariaRowIndex).toBe(String(Number(texts()[0]!.split(' ')[1]) + 3));
  }
  expect(document.querySelector('[role=table]')?.getAttribute('aria-rowcount')).toBe(String(COUNT + 2));
});

describe('rows are rendered a few at a time, so that a key press does not wait for all', () => {
  const indices = () => body().map((row) => row.ariaRowIndex);
  const inView = () =>
    body().filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    }).length;
  /** Spare rows above and below the window. */
  const spare = () => {
    const tops = body().map((row) => row.getBoundingClientRect());
    return [tops.filter(({ bottom }) => bottom <= 0).length, tops.filter(({ top }) => top >= innerHeight).length];
  };

  test('a new list renders a few rows at once, then the others in view, then the spare ones', async () => {
    show();
    const atOnce = indices();
    expect(atOnce.length).toBeLessThanOrEqual(5);
    await eventually(() => expect(spare()[1]).toBeGreaterThanOrEqual(8));
    expect(indices().slice(0, atOnce.length)).toEqual(atOnce);
    const rowPx = body()[0]!.getBoundingClientRect().height;
    expect(inView() * rowPx).toBeGreaterThan(innerHeight / 2);
  });

  test('scrolling renders the rows in view at once, and the spare ones around them after', async () => {
    show();
    await eventually(() => expect(spare()[1]).toBeGreaterThanOrEqual(8));
    scrollToY(100_000);
    expect(inView()).toBeGreaterThan(15);
    expect(spare()).toEqual([0, 0]);
    await eventually(() => expect(spare()).toEqual([8, expect.any(Number)]));
    expect(spare()[1]).toBeGreaterThanOrEqual(8);
    expect(indices().map(Number)).toEqual(Array.from(body(), (_, i) => Number(indices()[0]) + i));
  });

  test('scrolling a little keeps the spare rows in the document', async () => {
    show();
    await eventually(() => expect(spare()[1]).toBeGreaterThanOrEqual(8));
    const rows = body();
    scrollToY(rows[0]!.getBoundingClientRect().height * 3);
    expect(body()).toEqual(rows);
  });
});

describe('order', () => {
  test('is managed by the table: the column’s default direction first, then the reverse, announced to screen readers', () => {
    show();
    head('Size').querySelector('button')!.click();
    flushSync();
    expect([head('Size').ariaSort, ...sizes().slice(0, 3)]).toEqual(['descending', '9999 B', '9998 B', '9997 B']);
    head('Size').querySelector('button')!.click();
    flushSync();
    expect([head('Size').ariaSort, ...sizes().slice(0, 3)]).toEqual(['ascending', '0 B', '1 B', '2 B']);
    expect(head('Id').querySelector('button')).toBeNull();
  });

  test('is controlled by the page if it passes one', () => {
    const asked: SortOrder[] = [];
    const live = show({
      sort: { key: 'size', order: 'asc' },
      onsort: (sort: SortOrder) => asked.push(sort)
    }) as unknown as { sort: SortOrder };
    head('Size').querySelector('button')!.click();
    flushSync();
    expect([asked, sizes()[0]]).toEqual([[{ key: 'size', order: 'desc' }], '0 B']);
    live.sort = asked[0]!;
    flushSync();
    expect(sizes()[0]).toBe('9999 B');
  });
});

test('totals and count cover the filtered rows only', () => {
  const live = show({ all: COUNT });
  const status = () => document.querySelector('[role=status]')?.textContent.trim();
  expect(status()).toBe('10,000 rows');
  live.rows = all.slice(0, 2);
  flushSync();
  expect(status()?.replace(/\s+/g, ' ')).toBe('2 of 10,000 rows');
  expect(document.querySelector('.totals')?.textContent).toContain('7919 B');
});

describe('without rows', () => {
  test.each([
    [{ state: 'loading' }, 'Loading…'],
    [{ state: 'filtered' }, 'none matches'],
    [{ state: 'ready' }, 'nothing yet'],
    [{ state: 'failed', problem: words('not read') }, 'not read'],
    [{ state: 'ready', problem: words('not read') }, 'nothing yet']
  ])('%o', (props, text) => {
    show({ rows: [], ...props });
    expect(document.body.textContent).toContain(text);
    expect(document.querySelector('[role=table]')).toBeNull();
  });
});

test('hidden columns are left out, except the first; the menu shows them again', () => {
  const asked: (readonly string[])[] = [];
  show({ hidden: ['id', 'note'], onhidden: (hidden: readonly string[]) => asked.push(hidden) });
  expect([...document.querySelectorAll('[role=columnheader]')].map((cell) => cell.textContent.trim())).toEqual([
    'Id',
    'Size'
  ]);
  const note = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Note')!;
  note.click();
  expect(asked).toEqual([['id']]);
});

describe('an opened row', () => {
  test('pushes down the rows below it and sets aria-expanded on its button', () => {
    show({ detail });
    const opener = () => body()[2]!.querySelector('button')!;
    opener().click();
    flushSync();
    expect(opener().ariaExpanded).toBe('true');
    expect(document.querySelector('.detail')?.textContent).toContain('all about row 2');
    const tops = body().map((row) => row.getBoundingClientRect().top);
    const rowPx = tops[1]! - tops[0]!;
    expect(Math.round(tops[3]! - tops[2]! - rowPx)).toBeGreaterThanOrEqual(200);
    opener().click();
    flushSync();
    expect(document.querySelector('.detail')).toBeNull();
  });
});

test('arrow up and down move between rows', async () => {
  show({ href: ({ id }: Row) => `#${id}` });
  const links = () => [...document.querySelectorAll<HTMLElement>('a[data-row]')];
  links()[0]!.focus();
  const press = async (key: string) => {
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await new Promise((resolve) => setTimeout(resolve));
  };
  await press('ArrowDown');
  await press('ArrowDown');
  await press('ArrowUp');
  expect(document.activeElement?.textContent.trim()).toBe('row 1');
});

test('rows are twice as high with text twice as large', async () => {
  const rowPx = () => {
    show();
    return body()[0]!.getBoundingClientRect().height;
  };
  const usual = rowPx();
  await unmount(table);
  document.documentElement.style.fontSize = '200%';
  try {
    expect(rowPx()).toBe(2 * usual);
  } finally {
    document.documentElement.style.fontSize = '';
  }
});

test('columns that do not fit scroll within the list, not the page', async () => {
  await page.viewport(768, 1024);
  const cell = createRawSnippet<[Row]>((row) => ({ render: () => `<div role="cell">${row().id}</div>` }));
  const props = { caption: 'Rows', columns: [{ label: 'Id' }], rows: all, row: cell, rowPx: 40, narrowRowPx: 50 };
  const card = Object.assign(document.createElement('section'), { style: 'padding: 16px' });
  document.body.append(card);
  table = mount(VirtualRows<Row>, {
    target: card,
    props: { ...props, key: ({ id }) => id, template: 'minmax(60rem, 1fr)' }
  });
  flushSync();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(768);
  const { scrollWidth, clientWidth } = document.querySelector('[role=table]')!;
  expect(scrollWidth).toBeGreaterThan(clientWidth);
  // Row borders span the full scroll width.
  expect(body()[0]!.offsetWidth).toBe(960);
});

describe('on a phone', () => {
  beforeEach(() => page.viewport(360, 740));
  const openers = () => [...document.querySelectorAll<HTMLButtonElement>('.row .opener button')];
  const more = () => [...document.querySelectorAll<HTMLButtonElement>('button')].find(({ textContent }) => /more/.test(textContent)); // prettier-ignore

  test('a row has two lines with the labeled figure, and nothing scrolls sideways', () => {
    show({ columns: columns.map((column) => (column.key === 'size' ? { ...column, phone: 'figure' } : column)) });
    const [first, second] = body();
    expect(first!.innerText.split('\n')).toEqual(['row 0', '0 B', 'Size']);
    expect(first!.getBoundingClientRect().height).toBe(56);
    expect(second!.getBoundingClientRect().top - first!.getBoundingClientRect().top).toBe(56);
    expect(first!.scrollHeight).toBeLessThanOrEqual(first!.clientHeight + 1);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    expect(document.querySelector<HTMLSelectElement>('select[aria-label="Sort by"]')).not.toBeNull();
  });

  test('with text twice as large, the texts of a row are below each other and whole', () => {
    document.documentElement.style.fontSize = '200%';
    try {
      const long: Record<string, Partial<Column<Row>>> = {
        id: { text: () => '[2001:db8:3739::1dd]:9982' },
        size: { text: () => '52 · ~30 Nov 2026', phone: 'figure' }
      };
      const card = Object.assign(document.createElement('section'), { style: 'padding: 0 24px' });
      document.body.append(card);
      show({ columns: columns.map((column) => ({ ...column, ...long[column.key] })) }, card);
      const [first] = body();
      const parts = [...first!.querySelectorAll<HTMLElement>('.title, .value, .label')];
      expect(parts.map(({ textContent }) => textContent.trim())).toEqual([
        '[2001:db8:3739::1dd]:9982',
        '52 · ~30 Nov 2026',
        'Size'
      ]);
      expect(new Set(parts.map((part) => part.getBoundingClientRect().left)).size).toBe(1);
      const isCut = (part: HTMLElement) =>
        part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight + 1;
      expect(parts.filter(isCut)).toEqual([]);
      expect(first!.scrollHeight).toBeLessThanOrEqual(first!.clientHeight + 1);
    } finally {
      document.documentElement.style.fontSize = '';
    }
  });

  test('pressing anywhere on a row opens its other columns, its details and the link to its page', async () => {
    show({ href: ({ id }: Row) => `#${id}`, detail });
    await page.elementLocator(body()[1]!).click();
    expect(
      openers()
        .map(({ ariaExpanded }) => ariaExpanded)
        .slice(0, 3)
    ).toEqual(['false', 'true', 'false']);
    const opened = document.querySelector('.detail')!;
    expect(opened.textContent).toContain('all about row 1');
    expect(opened.querySelector('dt')?.textContent).toBe('Size');
    expect([opened.querySelector('a')?.textContent, opened.querySelector('a')?.hash]).toEqual([
      'Open row 1',
      '#row%201'
    ]);
    expect(body()[2]!.getBoundingClientRect().top).toBeGreaterThanOrEqual(opened.getBoundingClientRect().bottom - 1);
  });

  test('rows keep their table semantics: total row count, and a column index on each cell', () => {
    show();
    const [first] = body();
    expect(document.querySelector('[role=table]')?.getAttribute('aria-rowcount')).toBe(String(COUNT + 2));
    expect(document.querySelector('[role=table]')?.getAttribute('aria-colcount')).toBe('4');
    expect([...document.querySelectorAll('[role=columnheader]')].map((cell) => cell.textContent.trim())).toEqual([
      'Details',
      'Id',
      'Size',
      'Note'
    ]);
    const placesIn = (row: Element) => [...row.querySelectorAll('[role=cell]')].map((cell) => cell.ariaColIndex);
    expect(placesIn(first!)).toEqual(['1', '2']);
    expect(placesIn(document.querySelector('.totals')!)).toEqual(['2', '3', '4']);
    expect(openers()[0]?.ariaLabel).toBe('Details of row 0');
  });

  test('shows one hundred of ten thousand rows, and one hundred more with each press', async () => {
    show();
    const height = () => document.documentElement.scrollHeight;
    expect(height()).toBeLessThan(7_000);
    scrollToY(3_000);
    expect(body().length).toBeLessThan(40);
    scrollToY(height());
    more()!.click();
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.activeElement).toBe(openers().find(({ ariaLabel }) => ariaLabel === 'Details of row 100'));
    expect(height()).toBeGreaterThan(11_000);
    expect(body().length).toBeLessThan(40);
  });

  test('adds them from the top of the page as well, as screen readers do', async () => {
    show();
    await eventually(() => expect(body().length).toBeGreaterThan(20));
    more()!.click();
    await eventually(() =>
      expect(document.activeElement).toBe(openers().find(({ ariaLabel }) => ariaLabel === 'Details of row 100'))
    );
    await eventually(() => expect(texts().filter((text) => /^row (9|10)\d$/.test(text)).length).toBeGreaterThan(10));
    expect(body().length).toBeLessThan(40);
  });

  test('a list of single-cell rows does the same, and requests more only when all are listed', async () => {
    const onend = vi.fn();
    const cell = createRawSnippet<[Row]>((row) => ({
      render: () => `<div role="cell"><button>${row().id}</button></div>`
    }));
    table = mount(VirtualRows<Row>, {
      target: document.body,
      props: {
        caption: 'Rows',
        columns: [{ label: 'Id' }],
        rows: all.slice(0, 150),
        key: ({ id }) => id,
        row: cell,
        template: '1fr',
        rowPx: 40,
        narrowRowPx: 50,
        onend
      }
    });
    flushSync();
    const height = () => document.querySelector<HTMLElement>('.body')!.offsetHeight;
    expect(height()).toBe(5_000);
    scrollToY(5_000);
    expect(onend).not.toHaveBeenCalled();
    more()!.click();
    await new Promise((resolve) => setTimeout(resolve));
    expect(document.activeElement?.textContent).toBe('row 100');
    expect([height(), more()]).toEqual([7_500, undefined]);
    scrollToY(7_500);
    expect(onend).toHaveBeenCalled();
  });

  test('fewer than one hundred rows have no “more” button', () => {
    show({ rows: all.slice(0, 99) });
    expect(more()).toBeUndefined();
  });
});
