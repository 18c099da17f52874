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
  for (const ring of rings) {
    for (const turn of [-360, 0, 360]) {
      const points = ring.map(
        ([longitude, latitude]) =>
          [(longitude + turn - center.longitude) * narrow, center.latitude - latitude] as const,
      );
      if (touches(points, reach * aspect, reach)) parts.push(`M${points.map(written).join('L')}Z`);
    }
  }
  return parts.join('');
}

/** Whether the bounding box of the points overlaps the visible one. */
function touches(points: readonly (readonly [number, number])[], width: number, height: number): boolean {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return left <= width && right >= -width && top <= height && bottom >= -height;
}

function written([x, y]: readonly [number, number]): string {
  return `${x.toFixed(3)} ${y.toFixed(3)}`;
}
