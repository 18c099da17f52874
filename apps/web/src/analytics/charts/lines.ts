export interface Position {
  x: number;
  y: number;
}

export interface Lines {
  /** The connected points as an SVG path. A gap stays open. */
  path: string;
  /** Values between two gaps: without a mark they would be invisible. */
  lonely: readonly Position[];
}

/** Connects neighbors; null is a gap. */
export function linesThrough(positions: readonly (Position | null)[]): Lines {
  const runs: Position[][] = [];
  let run: Position[] | null = null;
  for (const position of positions) {
    if (position === null) run = null;
    else if (run === null) runs.push((run = [position]));
    else run.push(position);
  }
  return {
    path: runs
      .filter(({ length }) => length > 1)
      .map((each) => `M${each.map(({ x, y }) => `${rounded(x)},${rounded(y)}`).join('L')}`)
      .join(''),
    lonely: runs.flatMap((each) => (each.length === 1 ? each : [])),
  };
}

/** The area between two rows of points, as an SVG path; a point between two gaps is as wide as `single`. */
export function areaBetween(
  low: readonly (Position | null)[],
  high: readonly (Position | null)[],
  single: number,
): string {
  const runs: { low: Position; high: Position }[][] = [];
  let run: { low: Position; high: Position }[] | null = null;
  for (const [index, bottom] of low.entries()) {
    const top = high[index];
    if (!bottom || !top) run = null;
    else if (run === null) runs.push((run = [{ low: bottom, high: top }]));
    else run.push({ low: bottom, high: top });
  }
  return runs.map((each) => outline(each.length === 1 ? widened(each[0]!, single) : each)).join('');
}

function widened({ low, high }: { low: Position; high: Position }, width: number) {
  return [-width / 2, width / 2].map((aside) => ({
    low: { ...low, x: low.x + aside },
    high: { ...high, x: high.x + aside },
  }));
}

function outline(run: readonly { low: Position; high: Position }[]): string {
  const around = [...run.map(({ high }) => high), ...run.map(({ low }) => low).toReversed()];
  return `M${around.map(({ x, y }) => `${rounded(x)},${rounded(y)}`).join('L')}Z`;
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
