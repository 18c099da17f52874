import {
  type LevelRecord,
  newestLevel,
  openZone,
  turnZone,
  type VisitRecord,
  withRecords,
  type ZoneRecords,
} from '@atrium/rules/live-zone';
import { shownPeople } from '@atrium/rules/space-fill';
import type { Estate, ZoneSeries } from '../../registry/directory/estate.ts';
import type { Transaction } from '../../registry/registry.ts';
import type { LiveLevel, OnLevels } from '../live-levels.ts';
import { localDayOf } from '../live.ts';
import type { KindRows } from '../plan-kinds.ts';
import { type WatchedZone, watchedZone, weightAt, zoneOfSeries } from './watched-zones.ts';
import { lockZones, notifyZones, openZones, saveZones, type ZoneState } from './zone-state-store.ts';

interface Planned {
  readonly body: { readonly orgId: string };
  readonly plan: { readonly kinds: Pick<KindRows, 'levels' | 'samples'> };
}

/** Folds what is no count into the live numbers of zones, in the transaction that announces it. Idempotent. */
export type FoldZones = (
  tx: Transaction,
  planned: readonly Planned[],
  estates: ReadonlyMap<string, Estate>,
  now: Date,
) => Promise<void>;

/** Seconds. Readings that are not later than this belong to the present. */
const settlesAfter = 300;

export function createLiveZones({ onLevels }: { onLevels?: OnLevels | undefined }): FoldZones {
  return async (tx, planned, estates, now) => {
    const { client } = tx;
    const second = now.getTime() / 1000;
    const received = receivedBy(planned, estates, second);
    if (received.size === 0) return;
    const opened = new Map([...received].map(([zoneId, each]) => [zoneId, opening(each, second)]));
    const states = await lockZones(client, [...received.keys()]);
    const missing = [...opened.values()].filter(({ zoneId }) => !states.has(zoneId));
    if (missing.length > 0) {
      await openZones(client, missing, now);
      const zoneIds = missing.map(({ zoneId }) => zoneId);
      for (const [zoneId, state] of await lockZones(client, zoneIds)) states.set(zoneId, state);
    }
    const changed = [...states.values()].flatMap((before) => {
      const { watched, records } = received.get(before.zoneId)!;
      const isSame = before.countApplication === watched.countApplication;
      const fresh = opened.get(before.zoneId)!.zone;
      const { zone, unsure } = isSame ? turnZone(before.zone, fresh.day) : { zone: fresh, unsure: true };
      const next = withRecords(zone, records);
      if (next === before.zone) return [];
      return [{ before, after: { ...before, countApplication: watched.countApplication, zone: next, unsure } }];
    });
    if (changed.length === 0) return;
    const afters = changed.map(({ after }) => after);
    await saveZones(client, afters, now);
    await notifyZones(
      client,
      afters.map(({ zoneId }) => zoneId),
    );
    const levels = changed.flatMap(({ before, after }) => levelOf(before, after, second));
    if (levels.length > 0) await onLevels?.(tx, levels);
  };
}

interface Received {
  readonly watched: WatchedZone;
  readonly records: {
    readonly levels: ZoneRecords['levels'][number][];
    readonly visits: ZoneRecords['visits'][number][];
  };
}

function receivedBy(
  planned: readonly Planned[],
  estates: ReadonlyMap<string, Estate>,
  now: number,
): Map<string, Received> {
  const received = new Map<string, Received>();
  const zoneOf = (estate: Estate, seriesId: number) => {
    const zoneId = zoneOfSeries(estate, seriesId);
    if (zoneId === undefined) return undefined;
    const known = received.get(zoneId);
    if (known) return known;
    const watched = watchedZone(estate, zoneId, now);
    if (!watched) return undefined;
    const entry = { watched, records: { levels: [], visits: [] } };
    received.set(zoneId, entry);
    return entry;
  };
  for (const { body, plan } of planned) {
    const { levels, samples } = plan.kinds;
    if (levels.length === 0 && samples.length === 0) continue;
    const estate = estates.get(body.orgId);
    if (!estate) continue;
    for (const row of levels) {
      const zone = zoneOf(estate, row.series);
      const series = zone && among(zone.watched.levels, row.series);
      if (series) zone.records.levels.push({ ...levelRecord(row, series), gone: row.gone });
    }
    for (const row of samples) {
      const zone = zoneOf(estate, row.series);
      if (zone && among(zone.watched.visits, row.series))
        zone.records.visits.push({ ...visitRecord(row), gone: row.gone });
    }
  }
  return received;
}

function among(series: readonly ZoneSeries[], seriesId: number): ZoneSeries | undefined {
  return series.find((each) => each.seriesId === seriesId);
}

function levelRecord({ at, span, last, ver }: KindRows['levels'][number], series: ZoneSeries): LevelRecord {
  return { at, span, last: last * weightAt(series, at), ver };
}

function visitRecord({ at, id, ms, n, outcome, ver }: KindRows['samples'][number]): VisitRecord {
  return { at, id: String(id), ms, n, abandoned: outcome === 'abandoned', ver };
}

function opening({ watched, records: { levels, visits } }: Received, now: number) {
  const { zoneId, orgId, countApplication, timezone } = watched;
  const first = Math.min(...[...levels, ...visits].map(({ at }) => at), now);
  return { zoneId, orgId, countApplication, zone: openZone(localDayOf(timezone, now), first) };
}

/** How many people are in a zone now, where that or the minute of the newest reading has changed. */
export function levelOf(before: ZoneState, after: ZoneState, now: number): LiveLevel[] {
  const [was, is] = [newestLevel(before.zone), newestLevel(after.zone)];
  if (!is || (was?.value === is.value && Math.floor(was.at / 60) === Math.floor(is.at / 60))) return [];
  const at = Math.min(is.at, now);
  const entity = { kind: 'zone', id: after.zoneId } as const;
  return [{ orgId: after.orgId, entity, value: shownPeople(is.value), at, corrected: now - at > settlesAfter }];
}
