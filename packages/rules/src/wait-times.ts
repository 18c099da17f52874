/** What a sensor says about the waits that ended in an interval: all of them added up, or their average. */
export const waitTimeKinds = ['sums', 'averages'] as const;
export type WaitTimeKind = (typeof waitTimeKinds)[number];
