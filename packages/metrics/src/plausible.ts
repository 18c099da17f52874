/**
 * The maximum that one line can count in a second, in one direction. People walk through a crowded opening at no more
 * than about 1.4 per second and meter, and a sensor sees a line of some seven meters: ten a second, 600 a minute.
 * Strollers and wheelchairs take more room.
 */
const maxPerSecond: Readonly<Record<string, number>> = { group: 5, bicycle: 5, wheelchair: 5, pram: 5, cart: 5 };
const maxPeoplePerSecond = 10;

/**
 * The maximum that a line can count in one direction in `span` seconds. Within a second a crowd may cross side by side.
 */
export function maxCounted(measure: string, span: number): number {
  return (maxPerSecond[measure] ?? maxPeoplePerSecond) * Math.max(1, span);
}

/** Whether a line can have counted this; otherwise it is a sensor fault. */
export function isPlausible(reading: {
  readonly measure: string;
  /** Seconds. */
  readonly span: number;
  readonly ins: number;
  readonly outs: number;
}): boolean {
  return Math.max(reading.ins, reading.outs) <= maxCounted(reading.measure, reading.span);
}

/** More than any hall that a device can oversee has room for. */
const maxLevel = 100_000;

export function isPlausibleLevel({ lo, hi }: { readonly lo: number; readonly hi: number }): boolean {
  return lo >= 0 && hi <= maxLevel;
}

/** Nobody waits or stays for more than a day, and no more can have ended than cross a line. */
export function isPlausibleSample(sample: {
  readonly span: number;
  readonly milliseconds: number;
  readonly n: number;
}): boolean {
  return sample.n <= maxCounted('people', sample.span) && sample.milliseconds <= sample.n * 86_400_000;
}
