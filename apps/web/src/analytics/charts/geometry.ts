/** Position of the plot inside the chart. The marks and everything around them use the same margins. */
export const margins = { top: 12, right: 8, bottom: 28, left: 54 } as const;

export interface Size {
  width: number;
  height: number;
}

interface Band {
  left: number;
  width: number;
}

/** The strip of one point, in pixels from the left. */
export function bandOf(index: number, points: number, { width }: Size): Band {
  const step = plotWidth(width) / points;
  return { left: margins.left + index * step, width: step };
}

/** The point at a horizontal position, or null outside the plot. */
export function pointAt(x: number, points: number, { width }: Size): number | null {
  const index = Math.floor(((x - margins.left) / plotWidth(width)) * points);
  return index >= 0 && index < points ? index : null;
}

/** The label interval of the axis in points; steps that divide a day. */
export function labelEvery(points: number, { width }: Size, labelWidth = minLabelWidth): number {
  const room = Math.max(1, Math.floor(plotWidth(width) / labelWidth));
  const needed = Math.ceil(points / room);
  return [1, 2, 3, 4, 6, 12].find((step) => step >= needed) ?? needed;
}

/**
 * Whether the axis labels a point. Neighbors that share a label, such as the hours of a day, are labeled once, at the
 * first.
 */
export function isNamed(labels: readonly string[], size: Size): (index: number) => boolean {
  const firsts = labels.flatMap((label, index) => (index === 0 || label !== labels[index - 1] ? [index] : []));
  const letters = firsts.reduce((max, index) => Math.max(max, labels[index]?.length ?? 0), 0);
  const every = labelEvery(firsts.length, size, Math.max(minLabelWidth, letters * letterWidth + labelSpace));
  const named = new Set(firsts.filter((_, place) => place % every === 0));
  return (index) => named.has(index);
}

const minLabelWidth = 43;
const letterWidth = 6;
const labelSpace = 8;

function plotWidth(width: number): number {
  return Math.max(1, width - margins.left - margins.right);
}
