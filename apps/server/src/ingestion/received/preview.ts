import { localDay, dayStart, zoneOf } from '@atrium/calendar/zones';
import type { ReplayChange, ReplayPreview } from '@atrium/contract/inbox';
import type { Facts } from '@atrium/facts/facts-interface';
import type { MinuteRow } from '@atrium/facts/rows';
import { whatIf } from '@atrium/facts/what-if';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Estate, EstateSeries } from '../../registry/directory/estate.ts';
import type { Registry } from '../../registry/registry.ts';
import { decodeAll, type PlannedBody, planOne } from '../announce.ts';
import { blockedBy, withoutBlocked } from '../blacklist.ts';
import { readBlacklist } from '../key-store.ts';
import { withTakenBack } from '../mappings/take-back.ts';
import { withStored } from '../stored-readings.ts';
import type { TodoBody } from '../todo-store.ts';
import type { Vendors } from '../vendors/table.ts';
import type { BodyKey } from './body-id.ts';
import type { ReplayBodies } from './replay-bodies.ts';

interface Parts {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly facts: Pick<Facts, 'records'>;
  readonly bodies: ReplayBodies;
  readonly vendors: Vendors;
  readonly clock: () => Date;
}

const atOnce = 200;
/** Zones and days that are compared, and that are listed; more than anyone reads. */
const [maxCompared, maxListed] = [2_000, 500];

/**
 * What would change if bodies were counted again, in the estate of today or another one: they are planned as the pump would,
 * and nothing is written.
 */
export async function previewOf(
  parts: Parts,
  orgId: string,
  keys: readonly BodyKey[],
  report: (done: number, total: number) => Promise<void>,
  wanted?: Estate,
): Promise<ReplayPreview> {
  const { directory, bodies } = parts;
  const estate = wanted ?? (await directory.latest(orgId));
  const rows: MinuteRow[] = [];
  const apart = new Map<string, number>();
  const unknown = new Set<string>();
  let [loaded, counted] = [0, 0];
  for (let start = 0; start < keys.length; start += atOnce) {
    const batch = await bodies.load(orgId, keys.slice(start, start + atOnce));
    for (const { plan } of await planDry(parts, batch, estate)) {
      loaded += 1;
      rows.push(...plan.rows);
      for (const { sensorId, logic, measure } of plan.unknown) unknown.add(`${sensorId}/${logic.deviceId}/${measure}`);
      if (plan.reason === null || (plan.reason === 'no_series' && plan.unknown.length > 0)) counted += 1;
      else apart.set(plan.reason, (apart.get(plan.reason) ?? 0) + 1);
    }
    await report(Math.min(start + atOnce, keys.length), keys.length);
  }
  const { changes, compared } = await compare(parts, estate, rows);
  return {
    bodies: loaded,
    counted,
    apart: [...apart].map(([reason, count]) => ({ reason, count })),
    newZones: unknown.size,
    changes: changes.slice(0, maxListed),
    compared,
    changed: changes.length,
  };
}

/** Ends a transaction that must leave nothing behind. */
class Undone extends Error {}

async function planDry({ registry, vendors, clock }: Parts, batch: readonly TodoBody[], estate: Estate) {
  const isBlocked = blockedBy(await registry.system(readBlacklist));
  const estates = new Map([[estate.orgId, estate]]);
  const decoded = (await decodeAll(batch, vendors, estates)).map((each, i) => ({
    ...each,
    decoded: each.decoded && withoutBlocked(each.decoded, batch[i]?.vendor ?? '', isBlocked),
  }));
  const read = batch.map((body, i) => planOne(body, decoded[i], estate, clock()));
  const planned = await withTakenBack(registry, read, estates, clock());
  if (!planned.some(({ plan }) => plan.counters.length > 0)) return planned;
  let result: PlannedBody[] = [];
  // What counters counted follows from their stored readings: they are stored, asked, and taken back.
  await registry
    .system(async (tx) => {
      result = await withStored(tx, planned, estates, clock());
      throw new Undone();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  return result;
}

interface ZoneDay {
  readonly series: Extract<EstateSeries, { owner: 'zone' }>;
  /** The number of the local day. */
  readonly day: number;
  readonly rows: MinuteRow[];
}

async function compare({ facts }: Parts, estate: Estate, rows: readonly MinuteRow[]) {
  const days = [...zoneDaysOf(estate, rows).values()].slice(0, maxCompared);
  const changes: ReplayChange[] = [];
  for (const { series, day, rows: added } of days) {
    const place = estate.locations.get(series.locationId);
    const zone = zoneOf(place?.timezone ?? 'UTC');
    const [from, to] = [dayStart(zone, day), dayStart(zone, day + 1)];
    const same = [...estate.series.values()].filter(
      (each) =>
        each.owner === 'zone' &&
        each.zoneId === series.zoneId &&
        each.measure === series.measure &&
        each.from < to &&
        each.to > from,
    );
    const org = estate.factOrg;
    const stored = [];
    // A record may begin on the day before and reach into this one.
    for (const { seriesId } of same) {
      stored.push(await facts.records({ org, series: seriesId, from: Math.max(0, from - 86_400), to }));
    }
    const question = { org, series: same.map(({ seriesId }) => seriesId), from, to };
    const { before, after } = await whatIf(stored, added, question);
    if (before?.ins === after?.ins && before?.outs === after?.outs) continue;
    const { zoneId, sensorId, measure } = series;
    changes.push({
      zoneId,
      zoneName: estate.zones.get(zoneId)?.name ?? '',
      sensorName: estate.sensors.get(sensorId)?.name ?? '',
      locationName: place?.name ?? null,
      measure,
      date: new Date(day * 86_400_000).toISOString().slice(0, 10),
      before,
      after,
    });
  }
  return { changes: changes.toSorted(byDateAndZone), compared: days.length };
}

function byDateAndZone(a: ReplayChange, b: ReplayChange): number {
  return a.date === b.date ? a.zoneName.localeCompare(b.zoneName) : a.date < b.date ? 1 : -1;
}

/** The records by zone, measure and local day; one over midnight belongs to both days. */
function zoneDaysOf(estate: Estate, rows: readonly MinuteRow[]): Map<string, ZoneDay> {
  const found = new Map<string, ZoneDay>();
  for (const row of rows) {
    const series = estate.series.get(row.series);
    if (series?.owner !== 'zone') continue;
    const zone = zoneOf(estate.locations.get(series.locationId)?.timezone ?? 'UTC');
    const last = localDay(zone, row.at + Math.max(row.span - 0.001, 0));
    for (let day = localDay(zone, row.at); day <= last; day += 1) {
      const key = `${series.zoneId}/${series.measure}/${day}`;
      const known = found.get(key) ?? { series, day, rows: [] };
      known.rows.push(row);
      found.set(key, known);
    }
  }
  return found;
}
