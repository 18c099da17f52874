import type { Place, Widget } from './dashboard.ts';
import { overlaps } from './dashboard-grid.ts';

type Placed = Pick<Widget, 'widgetId' | 'gridOptions'>;

/**
 * A layout as nested rows and columns, which is how people arrange cards:
 *
 *     ┌───┬───────┐   stack
 *     │ a │   b   │   ├ row: a, b
 *     ├───┴───┬───┤   └ row: c, stack of d and e
 *     │   c   │ d │
 *     │       ├───┤
 *     │       │ e │
 *     └───────┴───┘
 *
 * Cards that cannot be separated by a straight line are one `knot`.
 */
type Node =
  | { readonly kind: 'card'; readonly card: Placed }
  | { readonly kind: 'stack' | 'row'; readonly parts: readonly Node[] }
  | { readonly kind: 'knot'; readonly cards: readonly Placed[] };

/**
 * Where the kept cards are once the others are gone, by id: what was below moves up, and what stood beside gets wider or
 * taller. A row that lost nothing only moves.
 */
export function withoutHoles(cards: readonly Placed[], kept: ReadonlySet<string>): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const layout = nodeOf(cards);
  const left = layout && pruned(layout, kept);
  if (!layout || !left) return places;
  const gone = cards.filter(({ widgetId }) => !kept.has(widgetId)).map(({ gridOptions }) => gridOptions);
  if (gone.length === 0) move(left, boundsOf(left), places);
  else fill(left, { ...boundsOf(layout), y: 0, height: heightOf(left) }, gone, places);
  return places;
}

function nodeOf(cards: readonly Placed[]): Node | undefined {
  const [first, ...others] = cards;
  if (!first) return undefined;
  if (others.length === 0) return { kind: 'card', card: first };
  const rows = separated(cards, ({ y, height }) => [y, y + height]);
  if (rows.length > 1) return { kind: 'stack', parts: rows.flatMap((part) => nodeOf(part) ?? []) };
  const columns = separated(cards, ({ x, width }) => [x, x + width]);
  if (columns.length > 1) return { kind: 'row', parts: columns.flatMap((part) => nodeOf(part) ?? []) };
  return { kind: 'knot', cards };
}

/** Groups of cards between which a straight line fits. */
function separated(cards: readonly Placed[], spanOf: (place: Place) => readonly [number, number]): Placed[][] {
  const groups: Placed[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const card of cards.toSorted((a, b) => spanOf(a.gridOptions)[0] - spanOf(b.gridOptions)[0])) {
    const [from, to] = spanOf(card.gridOptions);
    if (from >= end) groups.push([card]);
    else groups.at(-1)?.push(card);
    end = Math.max(end, to);
  }
  return groups;
}

function pruned(node: Node, kept: ReadonlySet<string>): Node | undefined {
  if (cardsOf(node).every(({ widgetId }) => kept.has(widgetId))) return node;
  if (node.kind === 'card') return undefined;
  if (node.kind === 'knot') return nodeOf(node.cards.filter(({ widgetId }) => kept.has(widgetId)));
  const parts = node.parts.flatMap((part) => pruned(part, kept) ?? []);
  return parts.length > 1 ? { ...node, parts } : parts[0];
}

/** The room is never smaller than what the node had. */
function fill(node: Node, room: Place, gone: readonly Place[], places: Map<string, Place>): void {
  const bounds = boundsOf(node);
  const fits = bounds.width === room.width && bounds.height === room.height;
  if ((fits && !gone.some((place) => overlaps(place, bounds))) || node.kind === 'knot') move(node, room, places);
  else if (node.kind === 'card') places.set(node.card.widgetId, room);
  else if (node.kind === 'stack') {
    const edges = shared(room.y, room.height, node.parts.map(heightOf));
    node.parts.forEach((part, index) => {
      const [y, end] = [edges[index]!, edges[index + 1]!];
      fill(part, { ...room, y, height: end - y }, gone, places);
    });
  } else {
    const edges = shared(
      room.x,
      room.width,
      node.parts.map((part) => boundsOf(part).width),
    );
    node.parts.forEach((part, index) => {
      const [x, end] = [edges[index]!, edges[index + 1]!];
      fill(part, { ...room, x, width: end - x }, gone, places);
    });
  }
}

function move(node: Node, room: Pick<Place, 'x' | 'y'>, places: Map<string, Place>): void {
  const { x: left, y: top } = boundsOf(node);
  for (const { widgetId, gridOptions } of cardsOf(node)) {
    const { x, y, width, height } = gridOptions;
    places.set(widgetId, { x: x - left + room.x, y: y - top + room.y, width, height });
  }
}

/** The edges of parts that share a length in proportion to what they had. */
function shared(from: number, length: number, sizes: readonly number[]): number[] {
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const edges = [from];
  let used = 0;
  for (const size of sizes) {
    used += size;
    edges.push(from + Math.round((used / all) * length));
  }
  return edges;
}

/** Without the room of what is gone. */
function heightOf(node: Node): number {
  if (node.kind === 'card' || node.kind === 'knot') return boundsOf(node).height;
  const heights = node.parts.map(heightOf);
  return node.kind === 'stack' ? heights.reduce((sum, height) => sum + height, 0) : Math.max(...heights);
}

function boundsOf(node: Node): Place {
  const places = cardsOf(node).map(({ gridOptions }) => gridOptions);
  const x = Math.min(...places.map((place) => place.x));
  const y = Math.min(...places.map((place) => place.y));
  const right = Math.max(...places.map((place) => place.x + place.width));
  const bottom = Math.max(...places.map((place) => place.y + place.height));
  return { x, y, width: right - x, height: bottom - y };
}

function cardsOf(node: Node): readonly Placed[] {
  if (node.kind === 'card') return [node.card];
  return node.kind === 'knot' ? node.cards : node.parts.flatMap(cardsOf);
}
