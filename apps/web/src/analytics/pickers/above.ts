import type { Ancestor } from '../question/answer.ts';
import type { SeveralType } from './entity-choices.ts';

/** What each type of entity belongs to. */
export const aboveOf: Record<SeveralType, readonly Ancestor[]> = {
  location: [],
  site: ['location'],
  sensor: ['location', 'site'],
  zone: ['location', 'site', 'sensor'],
  space: ['location'],
};
