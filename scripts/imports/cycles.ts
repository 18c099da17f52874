/** The groups of nodes that reach each other (Tarjan), each sorted; a node that names itself is a group of one. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const cycles: string[][] = [];

  function visit(node: string): void {
    const index = order.size;
    order.set(node, index);
    lowest.set(node, index);
    open.push(node);
    isOpen.add(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) {
        visit(next);
        lower(node, lowest.get(next));
      } else if (isOpen.has(next)) {
        lower(node, order.get(next));
      }
    }
    if (lowest.get(node) === index) close(node);
  }
  function lower(node: string, candidate = Infinity): void {
    lowest.set(node, Math.min(lowest.get(node) ?? Infinity, candidate));
  }
  function close(root: string): void {
    const group = open.splice(open.indexOf(root));
    for (const node of group) isOpen.delete(node);
    if (group.length > 1 || edges.get(root)?.includes(root)) cycles.push(group.toSorted());
  }

  for (const node of edges.keys()) if (!order.has(node)) visit(node);
  return cycles.toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
}
