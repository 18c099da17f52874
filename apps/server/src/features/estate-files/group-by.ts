/** Groups items by their key. */
export function groupBy<Row, Item>(
  rows: readonly Row[],
  entryOf: (row: Row) => readonly [string, Item],
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const row of rows) {
    const [key, item] = entryOf(row);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
