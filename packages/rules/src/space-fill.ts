/** Whole people, also where counts are weighted. */
export function shownPeople(value: number): number {
  return Math.round(value) + 0;
}

export interface SpaceFill {
  readonly occupancy: number;
  readonly maxCapacity: number | null;
  /** How many more may enter; null without a capacity. */
  readonly remaining: number | null;
  /** Whole percent of the capacity; null without one. */
  readonly percent: number | null;
}

/** How full a space is. */
export function spaceFill(value: number, maxCapacity: number | null): SpaceFill {
  const occupancy = shownPeople(value);
  if (maxCapacity === null) return { occupancy, maxCapacity, remaining: null, percent: null };
  const percent = maxCapacity > 0 ? Math.round((Math.max(0, occupancy) / maxCapacity) * 100) : 100;
  return { occupancy, maxCapacity, remaining: Math.max(0, maxCapacity - Math.max(0, occupancy)), percent };
}

/** The class of a fill ratio: 0 to 100 in steps of five; undefined without a ratio. */
export function fillStep(percent: number | null): number | undefined {
  return percent === null ? undefined : Math.min(100, Math.max(0, Math.floor(percent / 5) * 5));
}
