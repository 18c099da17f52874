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

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
