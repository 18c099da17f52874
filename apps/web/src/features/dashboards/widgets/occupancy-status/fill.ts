import type { LiveReading } from '@atrium/contract/live-traffic';
import { fillStep, type SpaceFill, spaceFill } from '@atrium/rules/space-fill';

/** How full a space is, for a card. */
export interface Fill extends Omit<SpaceFill, 'occupancy'> {
  /** Null until it is known. */
  readonly occupancy: number | null;
  /** 0 to 100 in steps of five; undefined without a capacity. */
  readonly step: number | undefined;
}

export function fillOf({ occupancy = null, maxCapacity = null }: Pick<LiveReading, 'occupancy' | 'maxCapacity'>): Fill {
  if (occupancy === null) return { occupancy, maxCapacity, remaining: null, percent: null, step: undefined };
  const fill = spaceFill(occupancy, maxCapacity);
  return { ...fill, step: fillStep(fill.percent) };
}

/** The color of a step, as CSS: calm up to half, then ever closer to danger. */
export function fillColor(step: number): string {
  const [from, to, share] =
    step <= 50
      ? ['success', 'success', 0]
      : step <= 80
        ? ['success', 'accent', (step - 50) / 30]
        : ['accent', 'danger', (step - 80) / 20];
  return `color-mix(in oklab, var(--atrium-${to}) ${Math.round(share * 100)}%, var(--atrium-${from}))`;
}
