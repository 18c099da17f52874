import { texts } from './texts.ts';

type StateFilter = keyof typeof texts.stateFilters;

/** Decommissioned sensors are shown to staff who ask for them. */
export function stateFiltersFor(isStaff: boolean): StateFilter[] {
  const all = Object.keys(texts.stateFilters) as StateFilter[];
  return all.filter((filter) => isStaff || filter !== 'decommissioned');
}

const meanings = {
  online: { online: 'true' },
  offline: { online: 'false' },
  waiting: { commissioned: 'false' },
  review: { needsReview: 'true' },
  periodic: { periodicUse: 'true' },
  unassigned: { assigned: 'false' },
  decommissioned: { active: 'false' },
} as const satisfies Record<StateFilter, Readonly<Record<string, 'true' | 'false'>>>;

/** In the format of the server's list; by default decommissioned sensors are excluded. */
export function stateQuery(filter: StateFilter | undefined) {
  return { active: 'true' as const, ...(filter && meanings[filter]) };
}
