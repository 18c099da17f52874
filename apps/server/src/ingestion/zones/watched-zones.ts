import { isLiveApplication, visitMeasure } from '@atrium/rules/live-zone';
import type { Estate, ZoneSeries } from '../../registry/directory/estate.ts';

/** A zone with live numbers of its own, and the series that they are made of. */
export interface WatchedZone {
  readonly zoneId: string;
  readonly orgId: string;
  readonly countApplication: number;
  readonly timezone: string;
  /** Of its current place and count application, whatever the time. */
  readonly levels: readonly ZoneSeries[];
  readonly visits: readonly ZoneSeries[];
}

const byEstate = new WeakMap<Estate, ReadonlyMap<string, readonly ZoneSeries[]>>();

/** How a zone is watched now; undefined where its count application has no live numbers. */
export function watchedZone(estate: Estate, zoneId: string, now: number): WatchedZone | undefined {
  const all = seriesOf(estate, zoneId);
  const current = all.find((series) => series.from <= now && now < series.to && series.enabled);
  if (!current || !isLiveApplication(current.countApplication)) return undefined;
  const { countApplication, locationId } = current;
  const own = all.filter(
    (each) => each.enabled && each.countApplication === countApplication && each.locationId === locationId,
  );
  const queues = own.filter(({ measure }) => measure === 'queue');
  const visits = visitMeasure(countApplication);
  return {
    zoneId,
    orgId: estate.orgId,
    countApplication,
    timezone: estate.locations.get(locationId)?.timezone ?? 'UTC',
    levels: queues.length > 0 ? queues : own.filter(({ measure }) => measure === 'level'),
    visits: own.filter(({ measure }) => measure === visits),
  };
}

/** The zone that a series belongs to; undefined where it cannot be part of live numbers. */
export function zoneOfSeries(estate: Estate, seriesId: number): string | undefined {
  const series = estate.series.get(seriesId);
  return series?.owner === 'zone' && isLiveApplication(series.countApplication) ? series.zoneId : undefined;
}

/** Levels are scaled by the first factor, as in every answer. */
export function weightAt({ factors }: ZoneSeries, at: number): number {
  return factors.find(({ from, to }) => from <= at && at < to)?.fIn ?? 1;
}

function seriesOf(estate: Estate, zoneId: string): readonly ZoneSeries[] {
  let zones = byEstate.get(estate);
  if (!zones) {
    const found = new Map<string, ZoneSeries[]>();
    for (const series of estate.series.values()) {
      if (series.owner !== 'zone' || series.isImported || series.isCorrection) continue;
      const known = found.get(series.zoneId);
      if (known) known.push(series);
      else found.set(series.zoneId, [series]);
    }
    zones = found;
    byEstate.set(estate, zones);
  }
  return zones.get(zoneId) ?? [];
}
