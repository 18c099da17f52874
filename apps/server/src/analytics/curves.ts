import { localDay, type Zone, zoneOf } from '@atrium/calendar/zones';
import type { Estate } from '../registry/directory/estate.ts';
import { type EntityHead, type Member, membersOf, plainTraffic } from '../registry/directory/resolve.ts';
import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../scope.ts';
import { type FoldedSpace, foldedSpaces, waitMappings } from './curve-store.ts';
import type { Reading } from './readings.ts';

/** What is needed besides readings to compute something minute by minute. Entities are named by their place among those asked. */
export interface Curves {
  /** Epoch seconds. */
  readonly now: number;
  readonly zoneAt: (entity: number) => Zone;
  readonly isSpaceAt: (entity: number) => boolean;
  /** How a space is folded; undefined where it was not, and for anything else. */
  readonly spaceAt: (entity: number) => FoldedSpace | undefined;
  /** Undefined for a space without an expected wait mapping. */
  readonly queueAt: (entity: number) => Queue | undefined;
}

/** The head of a queue, and how long its throughput is sampled. */
export interface Queue {
  readonly head: readonly Member[];
  readonly intervalMinutes: number;
  /** Whether the head zone is reversed in the space. */
  readonly isReversedAt: (minute: number) => boolean;
}

interface Asked {
  readonly scope: Scope;
  readonly estate: Estate;
  readonly heads: readonly EntityHead[];
  readonly readings: readonly Reading[];
  /** Epoch seconds, of all windows. */
  readonly from: number;
  readonly to: number;
  readonly now: number;
}

export async function curvesFor(registry: Registry, asked: Asked): Promise<Curves> {
  const { scope, estate, heads, readings, from, to, now } = asked;
  const spaceIds = heads.filter(({ entityType }) => entityType === 'space').map(({ entityId }) => entityId);
  const needs = (kind: Reading['kind']) => spaceIds.length > 0 && readings.some((reading) => reading.kind === kind);
  // Time zones are less than two days apart, and a day begins where the one before it ends.
  const days = () => ({ from: localDay(utc, from) - 3, to: localDay(utc, to) + 2 });
  const spaces = needs('visit') ? await registry.tenant(scope, (tx) => foldedSpaces(tx, spaceIds, days())) : undefined;
  const mappings = needs('wait') ? await registry.tenant(scope, (tx) => waitMappings(tx, spaceIds)) : undefined;
  const queues = new Map(
    mappings?.map(({ spaceId, headZoneId, intervalMinutes }) => {
      const periods = estate.spaces.get(spaceId)?.zones.get(headZoneId) ?? [];
      return [
        spaceId,
        {
          intervalMinutes,
          head: membersOf(estate, scope, { entityType: 'zone', ...plainTraffic }, headZoneId),
          isReversedAt: (minute: number) =>
            periods.some((period) => period.reversed && period.from <= minute && minute < period.to),
        },
      ] as const;
    }),
  );
  return {
    now,
    zoneAt: (entity) => zoneOf(heads[entity]!.timezone),
    isSpaceAt: (entity) => heads[entity]!.entityType === 'space',
    spaceAt: (entity) => spaces?.get(heads[entity]!.entityId),
    queueAt: (entity) => queues.get(heads[entity]!.entityId),
  };
}

const utc = zoneOf('UTC');
