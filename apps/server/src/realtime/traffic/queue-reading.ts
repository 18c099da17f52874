import type { LiveReading } from '@atrium/contract/live-traffic';
import { noFigures, zoneFigures, type ZoneFigures } from '@atrium/rules/live-zone';
import { watchedZone } from '../../ingestion/zones/watched-zones.ts';
import { readZones } from '../../ingestion/zones/zone-state-store.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { VisibleEntity } from '../topic-reader.ts';
import { type Audience, orgsWithQueues } from './store.ts';

type QueueReading = Pick<LiveReading, keyof ZoneFigures>;

/** What messages about zones add to their ins and outs, by zone: where people wait, are served or stay. */
export async function queueReadings(
  tx: Transaction,
  entities: readonly VisibleEntity[],
  now: number,
  audience: Audience,
): Promise<Map<string, QueueReading>> {
  const watched = entities.flatMap(({ estate, entity }) => {
    const zone = entity.entityType === 'zone' && watchedZone(estate, entity.entityId, now);
    return zone ? [zone] : [];
  });
  if (watched.length === 0) return new Map();
  const shown = await orgsWithQueues(tx, [...new Set(watched.map(({ orgId }) => orgId))], audience);
  const zones = watched.filter(({ orgId }) => shown.has(orgId));
  const states = await readZones(
    tx.client,
    zones.map(({ zoneId }) => zoneId),
  );
  return new Map(
    zones.map(({ zoneId, countApplication }) => {
      const state = states.get(zoneId);
      const isCurrent = state?.countApplication === countApplication;
      return [zoneId, isCurrent ? zoneFigures(state.zone, countApplication, now) : noFigures];
    }),
  );
}
