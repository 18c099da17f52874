import type { Metric } from './catalog.ts';
import { fourDecimals } from './precision.ts';

/** The gender of fewer people than these would say who single people are. Organizations choose whether it is withheld. */
export const smallestGroup = 5;

export const smallGroupText = `Gender is withheld where fewer than ${smallestGroup} people were counted.`;

/** Whether the values of a metric are withheld of few people. */
export function isOfGroups({ source }: Pick<Metric, 'source'>): boolean {
  return source === 'gender';
}

export function isSmallGroup(people: number): boolean {
  return fourDecimals(people) < smallestGroup;
}
