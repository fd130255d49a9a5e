/**
 * Keys for the rows of a table, each once. Rows come from servers, and two with one id must not take the page down:
 * the second one has its place added to the key.
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
