import { MINUTE } from './rows.ts';

/** How a series records: all its records of one span that divides the minute, on its multiples, or anything else. */
export type Shape = number | 'mixed';
export type Shapes = ReadonlyMap<number, Shape>;

/**
 * The known shapes of series, so that the next query starts with the right guess. Only a guess: an answer based on a
 * wrong one detects it. Expires after a while, because a series that was mixed last month may be plain today.
 */
export function rememberedShapes(now: () => number = Date.now) {
  const known = new Map<string, { shape: Shape; until: number }>();
  const shapeOfSeries = (org: number, series: number) => {
    const found = known.get(`${org} ${series}`);
    return found && found.until > now() ? found.shape : undefined;
  };
  return {
    of(org: number, series: Iterable<number>): Map<number, Shape> {
      const shapes = new Map<number, Shape>();
      for (const each of series) {
        const shape = shapeOfSeries(org, each);
        if (shape !== undefined) shapes.set(each, shape);
      }
      return shapes;
    },
    /**
     * A series with different shapes in different places counts as mixed, so that alternating queries need not learn
     * again.
     */
    remember(org: number, shapes: Shapes): void {
      if (known.size > MAX_REMEMBERED) known.clear();
      for (const [series, found] of shapes) {
        const before = shapeOfSeries(org, series);
        const shape = before === undefined || before === found ? found : 'mixed';
        if (shape !== MINUTE) known.set(`${org} ${series}`, { shape, until: now() + REMEMBERED_MS });
      }
    },
  };
}
export type RememberedShapes = ReturnType<typeof rememberedShapes>;

export function shapeOf(shortest: number, longest: number, offBeat: number): Shape {
  return shortest === longest && MINUTE % shortest === 0 && offBeat === 0 ? shortest : 'mixed';
}

const MAX_REMEMBERED = 200_000;
const REMEMBERED_MS = 10 * 60_000;
