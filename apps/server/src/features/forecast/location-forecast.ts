import { type OpenInterval, dateOfDay, dayInForce, openIntervals } from '@atrium/calendar/opening-hours';
import { dayStart, localDay, type Zone, zoneOf } from '@atrium/calendar/zones';
import type { NewForecast } from '@atrium/facts/facts-interface';
import type { Answer, Slice } from '@atrium/facts/question';
import type { ForecastRow } from '@atrium/facts/rows';
import { packVer } from '@atrium/facts/version';
import { type ForecastDay, type ForecastHour, forecastZone, type ZoneForecast } from '@atrium/forecast/forecast';
import { historyEdges, horizonDays } from '@atrium/forecast/grid';
import { sumOfZones } from '@atrium/forecast/sum-of-zones';
import { type Estate, type EstateSeries, hoursAt } from '../../registry/directory/estate.ts';
import { type Member, membersOf, plainTraffic } from '../../registry/directory/resolve.ts';

/** Two years: the season of last year, and how it began. */
const historyDays = 730;
/** How many zones are asked for and kept at once. */
const zonesAtOnce = 8;

export interface ZoneResult {
  readonly zoneId: string;
  readonly verdict: ZoneForecast['verdict'];
  readonly model: ZoneForecast['model'];
  readonly scores: ZoneForecast['scores'];
}

export interface Asking {
  /** Sums of counts, as the screens show them. */
  readonly countsOf: (slices: readonly Slice<Member & { key: number }>[]) => Promise<Answer>;
  readonly replace: (forecast: NewForecast) => Promise<void>;
  /** The series with the bands of the location; undefined where it has none yet and needs none. */
  readonly bandSeries: (isNeeded: boolean) => Promise<number | undefined>;
  /** Between two zones: leaves the thread to others. */
  readonly pause: (computedMs: number) => Promise<void>;
}

/**
 * Forecasts the zones of a location from what is known before today, its local day, and writes what is published. The
 * band of the location comes from the residuals of the sum of its perimeter; while a zone counts there whose forecast is
 * withheld, there is none, because it would be about fewer people than the location counts.
 */
export async function forecastLocation(
  estate: Estate,
  locationId: string,
  now: Date,
  asking: Asking,
): Promise<ZoneResult[]> {
  const place = estate.locations.get(locationId);
  if (!place) return [];
  const at = Math.floor(now.getTime() / 1000);
  const zone = zoneOf(place.timezone);
  const today = localDay(zone, at);
  const from = dayStart(zone, today);
  const base = { org: estate.factOrg, from, ver: packVer({ rank: 'final', seq: BigInt(at), generation: 0 }) };
  const ofLocation = { entityType: 'location', ...plainTraffic, uncorrected: true } as const;
  const perimeter = new Set(
    membersOf(estate, everywhere(estate), ofLocation, locationId).flatMap((member) =>
      member.from <= at && at < member.to ? [member.series] : [],
    ),
  );
  const calendar = calendarOf(estate, locationId, zone, today);
  const results: ZoneResult[] = [];
  const summed: ZoneForecast['material'][] = [];
  let isWhole = true;
  const zones = zonesAt(estate, locationId, at);
  for (let start = 0; start < zones.length; start += zonesAtOnce) {
    const some = zones.slice(start, start + zonesAtOnce);
    const histories = await historiesOf(estate, some, { zone, today, at }, asking);
    const rows: ForecastRow[] = [];
    for (const [index, { zoneId, series }] of some.entries()) {
      const began = performance.now();
      const { counts, current, firstDay } = histories[index]!;
      const forecast = forecastZone({ zone, now: at, firstDay, ...counts, ...calendar });
      const isWeighed = current !== undefined && current.wIn > 0 && current.wOut > 0;
      if (forecast.model !== null && isWeighed) {
        const made = { org: base.org, series, made: at, model: forecast.model, ver: base.ver };
        rows.push(...rowsOf(forecast, made, current, zone));
        if (perimeter.has(series)) summed.push(forecast.material);
      } else if (perimeter.has(series) && stillCounts(forecast, current)) isWhole = false;
      const { verdict, model, scores } = forecast;
      results.push({ zoneId, verdict, model, scores });
      await asking.pause(performance.now() - began);
    }
    await asking.replace({ ...base, series: some.map(({ series }) => series), rows });
  }
  await replaceBands(base, at, zone, isWhole ? summed : [], asking);
  return results;
}

/** Whether people may still come through a zone: it is not silent, and its counts are not weighed with nothing. */
function stillCounts({ verdict }: ZoneForecast, current: ZoneHistory['current']): boolean {
  return verdict !== 'silent' && (!current || current.wIn > 0 || current.wOut > 0);
}

async function replaceBands(
  base: Omit<NewForecast, 'series' | 'rows'>,
  made: number,
  zone: Zone,
  summed: readonly ZoneForecast['material'][],
  asking: Asking,
): Promise<void> {
  const sum = sumOfZones(summed);
  const series = await asking.bandSeries(sum !== undefined);
  if (series === undefined) return;
  const about = { org: base.org, series, made, model: 'sum', ver: base.ver };
  const rows = sum ? rowsOf(sum, about, { wIn: 1, wOut: 1 }, zone) : [];
  await asking.replace({ ...base, series: [series], rows: rows.map((row) => ({ ...row, ins: 0, outs: 0 })) });
}

interface ForecastZone {
  readonly zoneId: string;
  /** Counts now, so that what is forecast belongs to it. */
  readonly series: number;
}

/** Zones that count people at a location now. */
function zonesAt(estate: Estate, locationId: string, at: number): ForecastZone[] {
  const found = new Map<string, EstateSeries>();
  for (const series of estate.series.values()) {
    if (series.owner !== 'zone' || series.locationId !== locationId || series.measure !== plainTraffic.measure)
      continue;
    if (!series.enabled || series.isImported || series.isCorrection) continue;
    if (!estate.zones.has(series.zoneId) || series.from > at || series.to <= at) continue;
    found.set(series.zoneId, series);
  }
  return [...found].map(([zoneId, { seriesId }]) => ({ zoneId, series: seriesId }));
}

interface ZoneHistory {
  readonly counts: { ins: Float64Array; outs: Float64Array; completeness: Float64Array };
  readonly firstDay: number;
  /** The weights that the forecast hours will get when they are asked for. */
  readonly current: { readonly wIn: number; readonly wOut: number } | undefined;
}

async function historiesOf(
  estate: Estate,
  zones: readonly ForecastZone[],
  { zone, today, at }: { readonly zone: Zone; readonly today: number; readonly at: number },
  { countsOf }: Asking,
): Promise<ZoneHistory[]> {
  const members = zones.map(({ zoneId }) =>
    membersOf(estate, everywhere(estate), { entityType: 'zone', ...plainTraffic }, zoneId),
  );
  const earliest = Math.min(...members.flat().map((member) => Math.max(0, member.from)));
  // One first day for all: then their back-tests start on the same days and can be added.
  const firstDay = Math.min(today, Math.max(today - historyDays, localDay(zone, Math.min(earliest, at))));
  const edges = firstDay < today ? historyEdges({ zone, now: at, firstDay }) : [];
  const asked = members.flatMap((each, key) =>
    each.filter(({ excluded }) => !excluded).map((one) => ({ ...one, key })),
  );
  const answer = edges.length > 1 && asked.length > 0 ? await countsOf([{ edges, members: asked }]) : undefined;
  const histories = zones.map(({ series }, key) => {
    const hours = Math.max(0, edges.length - 1);
    const nothing = () => new Float64Array(hours).fill(Number.NaN);
    const current = members[key]!.find((one) => one.series === series && one.from <= at && at < one.to);
    return { counts: { ins: nothing(), outs: nothing(), completeness: new Float64Array(hours) }, firstDay, current };
  });
  answer?.keys.forEach((key, row) => {
    const hour = answer.buckets[row]!;
    const { counts } = histories[key]!;
    counts.ins[hour] = answer.ins[row]!;
    counts.outs[hour] = answer.outs[row]!;
    counts.completeness[hour] = answer.got[row]! / (edges[hour + 1]! - edges[hour]!);
  });
  return histories;
}

/** Opening hours over history and horizon, and the days that have an exception, by its type and name. */
function calendarOf(
  estate: Estate,
  locationId: string,
  zone: Zone,
  today: number,
): { open: readonly OpenInterval[] | undefined; special: ReadonlyMap<number, string> } {
  const hours = hoursAt(estate, locationId);
  const exceptions = [...hours.locationExceptions, ...hours.organizationExceptions];
  const [from, to] = [today - historyDays, today + horizonDays + 1];
  const special = new Map<number, string>();
  if (exceptions.length > 0)
    for (let day = from; day < to; day += 1) {
      const { exception } = dayInForce(hours, dateOfDay(day));
      if (exception) special.set(day, `${exception.type} ${exception.description.trim().toLowerCase()}`);
    }
  const isAlwaysOpen = hours.assignments.length === 0 && exceptions.length === 0;
  const open = isAlwaysOpen ? undefined : openIntervals(hours, zone, dayStart(zone, from), dayStart(zone, to));
  return { open, special };
}

/** In hundredths of people, without the weights that are applied when they are asked for. */
function rowsOf(
  { hours, days }: { readonly hours: readonly ForecastHour[]; readonly days: readonly ForecastDay[] },
  made: Pick<ForecastRow, 'org' | 'series' | 'made' | 'model' | 'ver'>,
  { wIn, wOut }: { readonly wIn: number; readonly wOut: number },
  zone: Zone,
): ForecastRow[] {
  const values = ({ ins, outs, insBand, outsBand }: Omit<ForecastHour, 'at'>) => ({
    ins: whole(ins, wIn),
    outs: whole(outs, wOut),
    bands:
      insBand && outsBand
        ? {
            lowIns: whole(insBand.low, wIn),
            highIns: whole(insBand.high, wIn),
            lowOuts: whole(outsBand.low, wOut),
            highOuts: whole(outsBand.high, wOut),
          }
        : undefined,
  });
  const ends = new Map(hours.map(({ at }, index) => [at, hours[index + 1]?.at]));
  const ofHours = hours.map((hour): ForecastRow => {
    const next = ends.get(hour.at) ?? hour.at + 3600;
    // Where the next hour is absent, this one is as long as any.
    const span = next - hour.at > 5400 ? 3600 : next - hour.at;
    return { ...made, ...values(hour), at: hour.at, grain: 'hour', span, gone: 0 };
  });
  const ofDays = days.map((day): ForecastRow => {
    const start = dayStart(zone, day.day);
    return {
      ...made,
      ...values(day),
      ins: 0,
      outs: 0,
      at: start,
      grain: 'day',
      span: dayStart(zone, day.day + 1) - start,
      gone: 0,
    };
  });
  return [...ofHours, ...ofDays];
}

function whole(value: number, weight: number): number {
  return Math.min(2 ** 32 - 1, Math.round((value / weight) * 100));
}

function everywhere({ orgId }: Estate) {
  return { orgId, locationIds: 'all' } as const;
}
