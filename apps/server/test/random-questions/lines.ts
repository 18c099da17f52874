/** A line of a sensor, and what it measures. */
export interface Line {
  readonly sensor: number;
  readonly application: number;
  readonly filter?: number;
  readonly isInner?: true;
  readonly scale?: number;
  readonly measures: readonly string[];
}

export const fewLines: readonly Line[] = [
  { sensor: 0, application: 1, measures: ['people', 'male', 'female', 'unknown'] },
  { sensor: 0, application: 5, isInner: true, measures: ['wait'] },
  { sensor: 0, application: 6, isInner: true, measures: ['service'] },
  { sensor: 0, application: 8, isInner: true, measures: ['level'] },
];

export const manyLines: readonly Line[] = [
  { sensor: 0, application: 1, scale: 1.07, measures: ['people', 'male', 'female', 'unknown', 'adult'] },
  { sensor: 0, application: 1, isInner: true, measures: ['people'] },
  // Without staff: counts only where its sensor has nothing better.
  { sensor: 0, application: 1, filter: 5, measures: ['people'] },
  { sensor: 1, application: 1, filter: 5, measures: ['people'] },
  { sensor: 1, application: 1, filter: 2, measures: ['people'] },
  { sensor: 1, application: 3, isInner: true, measures: ['people'] },
  { sensor: 2, application: 5, isInner: true, measures: ['wait'] },
  { sensor: 2, application: 5, isInner: true, measures: ['wait'] },
  { sensor: 2, application: 6, isInner: true, measures: ['service'] },
  { sensor: 2, application: 8, isInner: true, measures: ['level'] },
  { sensor: 1, application: 8, isInner: true, measures: ['level'] },
];
