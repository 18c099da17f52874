import { gridColumns, type Place, type Widget } from './dashboard.ts';

type Placed = Pick<Widget, 'widgetId' | 'gridOptions'>;

/** The first hole that fits, in reading order. */
export function firstHole(widgets: readonly Placed[], width: number, height: number): Pick<Place, 'x' | 'y'> {
  const taken = widgets.map(({ gridOptions }) => gridOptions);
  const columns = Math.min(width, gridColumns);
  const bottom = Math.max(0, ...taken.map(({ y, height: tall }) => y + tall));
  for (let y = 0; y < bottom; y += 1)
    for (let x = 0; x + columns <= gridColumns; x += 1)
      if (!taken.some((place) => overlaps(place, { x, y, width: columns, height }))) return { x, y };
  return { x: 0, y: bottom };
}

/**
 * The same cards without overlaps: the named ones keep their places, others that are in their way move down, as little
 * as possible. What nothing collides with stays.
 */
export function withoutOverlaps<W extends Placed>(widgets: readonly W[], kept: ReadonlySet<string>): readonly W[] {
  const firm = widgets.filter(({ widgetId }) => kept.has(widgetId));
  const others = widgets.filter(({ widgetId }) => !kept.has(widgetId)).toSorted(byReadingOrder);
  const placed = new Map<string, Place>();
  for (const { widgetId, gridOptions } of [...firm.toSorted(byReadingOrder), ...others]) {
    let place: Place = gridOptions;
    for (let other = blocker(placed, place); other; other = blocker(placed, place))
      place = { ...place, y: other.y + other.height };
    placed.set(widgetId, place);
  }
  return widgets.map((widget) => {
    const { y } = placed.get(widget.widgetId)!;
    return y === widget.gridOptions.y ? widget : { ...widget, gridOptions: { ...widget.gridOptions, y } };
  });
}

/** From the top, row by row. */
export function inReadingOrder<W extends Placed>(widgets: readonly W[]): readonly W[] {
  return widgets.toSorted(byReadingOrder);
}

function byReadingOrder({ gridOptions: one }: Placed, { gridOptions: other }: Placed): number {
  return one.y - other.y || one.x - other.x;
}

function blocker(placed: ReadonlyMap<string, Place>, place: Place): Place | undefined {
  return [...placed.values()].find((other) => overlaps(other, place));
}

export function overlaps(one: Place, other: Place): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
