/**
 * Unique keys for the rows of a table. Rows come from servers, and a duplicate id must not break the page: its row
 * index is added to the key.
 */
export function rowKeys<Row>(rows: readonly Row[], key: (row: Row) => string | number): (string | number)[] {
  const seen = new Set<string | number>();
  return rows.map((row, i) => {
    let unique = key(row);
    while (seen.has(unique)) unique = `${unique} ${i}`;
    seen.add(unique);
    return unique;
  });
}
