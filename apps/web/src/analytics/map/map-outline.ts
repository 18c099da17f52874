/** A closed line of points, `[longitude, latitude]`. */
export type Ring = readonly (readonly [number, number])[];

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Half of the visible height, in degrees of latitude; the width is `aspect` times the height. */
export interface View {
  readonly center: Point;
  readonly reach: number;
  readonly aspect: number;
}

/** The same line without jumps from one side of the date line to the other, which would cross the whole map. */
export function withoutJumps(ring: Ring): Ring {
  let turn = 0;
  return ring.map(([longitude, latitude], index) => {
    const step = index === 0 ? 0 : longitude - ring[index - 1]![0];
    if (Math.abs(step) > 180) turn -= Math.sign(step) * 360;
    return [longitude + turn, latitude] as const;
  });
}

/**
 * The outlines around a point as SVG path data, with the point at 0, 0 and degrees of latitude as units. Longitudes are
 * scaled to their width at that latitude, and continue beyond the date line.
 */
export function outlineNear(rings: readonly Ring[], { center, reach, aspect }: View): string {
  const narrow = Math.max(Math.cos((center.latitude * Math.PI) / 180), 0.05);
  const parts: string[] = [];
  const [width, height] = [reach * aspect, reach];
  for (const ring of rings) {
    const { west, east, south, north } = boxOf(ring);
    if (center.latitude - north > height || center.latitude - south < -height) continue;
    for (const turn of [-360, 0, 360]) {
      const x = (longitude: number) => (longitude + turn - center.longitude) * narrow;
      if (x(west) > width || x(east) < -width) continue;
      parts.push(
        `M${ring.map(([longitude, latitude]) => written([x(longitude), center.latitude - latitude])).join('L')}Z`,
      );
    }
  }
  return parts.join('');
}

interface Box {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** Most outlines are out of sight, and a map that is moved or resized asks about all of them each time. */
const boxes = new WeakMap<Ring, Box>();

function boxOf(ring: Ring): Box {
  const known = boxes.get(ring);
  if (known) return known;
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [longitude, latitude] of ring) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const box = { west, east, south, north };
  boxes.set(ring, box);
  return box;
}

function written([x, y]: readonly [number, number]): string {
  return `${x.toFixed(3)} ${y.toFixed(3)}`;
}
