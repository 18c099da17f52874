import type { Estate } from '../registry/directory/estate.ts';
import { type Member, membersOf, type Selection } from '../registry/directory/resolve.ts';
import type { Scope } from '../scope.ts';

/**
 * The series of a forecast. A location adds up the values of its perimeter, and has a band of its own; an organization has
 * values only, because the bands of its locations say nothing about their sum.
 */
export function forecastMembers(estate: Estate, scope: Scope, selection: Selection, entityId: string): Member[] {
  const members = membersOf(estate, scope, { ...selection, uncorrected: true }, entityId);
  if (selection.entityType === 'zone') return giving(members, 'both');
  const values = giving(members, 'values');
  if (selection.entityType !== 'location') return values;
  const ofLocation = { ...selection, owner: 'location', measure: 'forecast' } as const;
  return [...values, ...giving(membersOf(estate, scope, ofLocation, entityId), 'bands')];
}

function giving(members: readonly Member[], gives: NonNullable<Member['gives']>): Member[] {
  return members.map((member) => ({ ...member, gives }));
}
