import {
  countedSettings,
  foldGeneration,
  noHours,
  type SpaceDefinition,
  type SpaceMember,
} from '@atrium/rules/space-definition';
import { type Estate, hoursAt } from '../../registry/directory/estate.ts';
import { membersOf, plainTraffic } from '../../registry/directory/resolve.ts';
import type { SpaceSettings } from './definition-store.ts';

/** How the spaces of an organization are folded, by space. */
export function definitionsIn(estate: Estate, settings: SpaceSettings): Map<string, SpaceDefinition> {
  return new Map([...estate.spaces.keys()].map((spaceId) => [spaceId, definitionOf(estate, settings, spaceId)!]));
}

/** How one space is folded; undefined if there is none. */
export function definitionOf(
  estate: Estate,
  { settings, resets, balances }: SpaceSettings,
  spaceId: string,
): SpaceDefinition | undefined {
  const space = estate.spaces.get(spaceId);
  if (!space) return undefined;
  const counted = countedSettings(settings.get(spaceId) ?? []);
  const learned = balances.get(spaceId);
  const usesHours = counted.some(({ resetConfig }) => resetConfig.resetWithHoursOfOp);
  return {
    generation: foldGeneration,
    timezone: estate.locations.get(space.locationId)?.timezone ?? 'UTC',
    members: countedMembers(estate, 'space', spaceId),
    settings: counted,
    resets: resets.get(spaceId) ?? [],
    hours: usesHours ? hoursAt(estate, space.locationId) : noHours,
    ...(learned && { balances: learned }),
  };
}

/** What is counted at the doors of a space, or of a location. */
export function countedMembers(estate: Estate, entityType: 'space' | 'location', entityId: string): SpaceMember[] {
  const scope = { orgId: estate.orgId, locationIds: 'all' } as const;
  return membersOf(estate, scope, { entityType, ...plainTraffic }, entityId)
    .filter(({ excluded }) => !excluded)
    .map(({ series, from, to, wIn, wOut, reversed = false }) => ({ series, from, to, wIn, wOut, reversed }));
}
