import { formatValue, notAvailable } from './format.ts';

export interface Comparison {
  /** (target − comparison) / comparison; null if that is meaningless. */
  readonly difference: number | null;
  /** `+12%`, `-3.5%`, or N/A. */
  readonly text: string;
  readonly caret: 'up' | 'down' | null;
  readonly tone: 'success' | 'danger' | 'neutral';
}

/** The change of a value relative to the compared one. */
export function compare(
  target: number | null | undefined,
  comparison: number | null | undefined,
  { lowerIsBetter }: { readonly lowerIsBetter: boolean },
): Comparison {
  const difference = differenceOf(target, comparison);
  if (difference === null) return { difference, text: notAvailable, caret: null, tone: 'neutral' };
  const text = formatValue(difference, 'percent');
  if (difference === 0) return { difference, text, caret: null, tone: 'neutral' };
  const rises = difference > 0;
  return {
    difference,
    text: rises ? `+${text}` : text,
    caret: rises ? 'up' : 'down',
    tone: rises === lowerIsBetter ? 'danger' : 'success',
  };
}

function differenceOf(target: number | null | undefined, comparison: number | null | undefined): number | null {
  if (typeof target !== 'number' || typeof comparison !== 'number') return null;
  if (!Number.isFinite(target) || !Number.isFinite(comparison) || comparison <= 0) return null;
  return (target - comparison) / comparison;
}
