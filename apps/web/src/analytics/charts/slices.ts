/** A slice of a pie: its share of the whole, and the angles where it begins and ends, in turns from the top. */
export interface Slice {
  readonly share: number;
  readonly from: number;
  readonly to: number;
}

/** Only values above zero have a slice; without any, nobody has one. */
export function slicesOf(values: readonly (number | null)[]): readonly (Slice | null)[] {
  const whole = values.reduce<number>((sum, value) => sum + Math.max(0, value ?? 0), 0);
  let from = 0;
  return values.map((value) => {
    if (value === null || value <= 0) return null;
    const share = value / whole;
    const slice = { share, from, to: from + share };
    from = slice.to;
    return slice;
  });
}

/** The outline of a slice of a ring around 0,0 as an SVG path. */
export function ringPath({ from, to, share }: Slice, outer: number, inner: number): string {
  // A path from a point to itself is none: the whole ring is two halves.
  if (share > 0.9999) {
    const half = (start: number) => ringPath({ from: start, to: start + 0.5, share: 0.5 }, outer, inner);
    return half(0) + half(0.5);
  }
  const large = share > 0.5 ? 1 : 0;
  const [a, b, c, d] = [at(from, outer), at(to, outer), at(to, inner), at(from, inner)];
  return `M${a}A${outer},${outer},0,${large},1,${b}L${c}A${inner},${inner},0,${large},0,${d}Z`;
}

function at(turn: number, radius: number): string {
  const angle = turn * 2 * Math.PI;
  return `${(Math.sin(angle) * radius).toFixed(2)},${(-Math.cos(angle) * radius).toFixed(2)}`;
}
