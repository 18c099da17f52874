/** A gauge ends here at least. */
const base = 15;

/** Where the scale of a gauge ends: the smallest of 15, 30, 60, 120 … that the value fits. */
export function gaugeMax(value: number | null | undefined): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < base) return base;
  // Doubling is exact, unlike a logarithm of the quotient.
  let max = base;
  while (max < value) max *= 2;
  return max;
}

/** How long after loading a gauge takes the size of its card. */
export const gaugeSizeMs = 500;

/** The arc of a gauge from its start to a share of it, as SVG path data around 0, 0; angles are clockwise from the top. */
export function arcPath(radius: number, from: number, to: number): string {
  const sweep = Math.min(to - from, 359.99);
  if (sweep <= 0) return '';
  const end = from + sweep;
  const [start, stop] = [pointAt(radius, from), pointAt(radius, end)];
  return `M${start.x} ${start.y}A${radius} ${radius} 0 ${sweep > 180 ? 1 : 0} 1 ${stop.x} ${stop.y}`;
}

export function pointAt(radius: number, degrees: number): { x: number; y: number } {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return { x: round(radius * Math.cos(angle)), y: round(radius * Math.sin(angle)) };
}

/** Of the scale, from 0 to 1. */
export function shareOf(value: number | null, max: number): number {
  return value === null || !(max > 0) ? 0 : Math.min(1, Math.max(0, value / max));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000 + 0;
}
