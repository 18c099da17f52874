import type { MinuteRow } from '@atrium/facts/rows';
import { packVer } from '@atrium/facts/version';
import { isPlausible } from '@atrium/metrics/plausible';
import { readDevice } from '@atrium/rules/device-identity';
import type { Estate, EstateSensor, EstateSeries } from '../registry/directory/estate.ts';
import type { UnknownLogic } from '../estate/zone-store.ts';
import type { PlannedCounter } from './counters.ts';
import type { Decoded, DeviceStatus, Flaw, Logic, Reading, Report } from './vendors/vendor.ts';

/** Why a body, or a part of it, is quarantined instead of counted. */
export type Reason =
  | Flaw
  | 'unidentified'
  | 'unassigned'
  | 'organization_gone'
  | 'dummy_sensor'
  | 'test_data'
  | 'not_commissioned'
  | 'before_commissioning'
  | 'clock_unset'
  | 'future'
  | 'implausible'
  | 'no_site'
  | 'no_series'
  | 'too_many_logics'
  | 'decoder_failed'
  | 'not_applicable';

/** Such bodies may count after a change of the estate. */
export const reasonsOfEstate: readonly Reason[] = [
  'unassigned',
  'not_commissioned',
  'before_commissioning',
  'no_site',
  'no_series',
  'too_many_logics',
];

export interface BodyPlan {
  /** Countable records; the others of the same body are in quarantine. */
  readonly rows: readonly MinuteRow[];
  /** What counters showed; what they counted depends on their earlier and later readings. */
  readonly counters: readonly PlannedCounter[];
  /** Null when everything in the body was understood and counted. */
  readonly reason: Reason | null;
  /** Logics and measures of a commissioned sensor that have no zone yet. */
  readonly unknown: readonly UnknownLogic[];
  readonly statuses: readonly { readonly sensorId: string; readonly status: DeviceStatus }[];
  /** Devices in it whose readings count once the estate is changed, such as unassigned ones. */
  readonly waiting: readonly string[];
  /** Devices whose readings another one brought. */
  readonly carried: readonly string[];
  /** Epoch seconds: when a reading of the future is none anymore, and the body can be planned again. */
  readonly retryAt: number | null;
}

/** A received body and its decoded content. */
export interface ReadBody {
  readonly seq: string;
  /** The one that spoke. */
  readonly device: string;
  /** Epoch seconds. */
  readonly receivedAt: number;
  /** Epoch seconds of the planning, which may be long after the body was received, and by another clock. */
  readonly now: number;
  readonly generation: number;
  readonly decoded: Decoded;
}

const clockUnsetBefore = Date.UTC(2015, 0, 1) / 1000;
const futureAfter = 5 * 60;
const maxLogics = 64;

/** Nothing in the body is counted. */
export const nothingPlanned = {
  rows: [],
  counters: [],
  unknown: [],
  statuses: [],
  waiting: [],
  carried: [],
  retryAt: null,
};

/** What to do with a body, in the estate of its organization: device by device, the one that spoke first. */
export function planBody(body: ReadBody, estate: Estate): BodyPlan {
  const { decoded, device } = body;
  const carried = decoded.carried ?? [];
  const isOnlyBearer = decoded.carried !== undefined && decoded.logics.length === 0 && decoded.status === null;
  const speaker = { ...decoded, device };
  const plans = [
    ...(isOnlyBearer && decoded.flaws.length === 0 ? [] : [planReport(body, speaker, decoded.flaws, estate)]),
    ...carried.map((report) => planReport(body, report, [], estate)),
  ];
  const retries = plans.flatMap(({ retryAt }) => retryAt ?? []);
  return {
    rows: oneEach(plans.flatMap(({ rows }) => rows)),
    counters: plans.flatMap(({ counters }) => counters),
    unknown: plans.flatMap(({ unknown }) => unknown),
    statuses: plans.flatMap(({ statuses }) => statuses),
    waiting: [...new Set(plans.flatMap(({ waiting }) => waiting))],
    carried: [...new Set(carried.map((report) => report.device))].filter((each) => each !== device),
    reason: plans.find(({ reason }) => reason !== null)?.reason ?? null,
    retryAt: retries.length > 0 ? Math.min(...retries) : null,
  };
}

type DeviceReport = Report & { readonly device: string };

function planReport(body: ReadBody, report: DeviceReport, flaws: readonly Flaw[], estate: Estate): BodyPlan {
  const plan = planDevice(body, report, flaws, estate);
  const isWaiting = plan.reason !== null && reasonsOfEstate.includes(plan.reason);
  return { ...plan, waiting: isWaiting && readDevice(report.device) !== null ? [report.device] : [] };
}

function planDevice(body: ReadBody, report: DeviceReport, flaws: readonly Flaw[], estate: Estate): BodyPlan {
  const { device } = report;
  const sensor = sensorOf(estate, device);
  if (!sensor) {
    return { ...nothingPlanned, reason: flaws[0] ?? (device === 'unidentified' ? 'unidentified' : 'unassigned') };
  }
  if (!sensor.active) return planFormer(body, report, flaws, sensor, estate);
  const statuses = report.status ? [{ sensorId: sensor.sensorId, status: report.status }] : [];
  const apart = keptApart(sensor, report, body.decoded.testData);
  if (apart) return { ...nothingPlanned, statuses, reason: apart };
  const findings = noFindings(flaws);
  for (const logic of report.logics) planLogic(body, logic, sensor, estate, findings);
  const { reasons, rows, counters, unknown, due } = findings;
  const retryAt = due.length > 0 ? Math.min(...due) : null;
  return { ...nothingPlanned, rows, counters, unknown, statuses, reason: [...reasons][0] ?? null, retryAt };
}

/** A decommissioned device may still tell what it counted while it was not; of anything later it is nobody's. */
function planFormer(
  body: ReadBody,
  { logics }: DeviceReport,
  flaws: readonly Flaw[],
  sensor: EstateSensor,
  estate: Estate,
): BodyPlan {
  const findings = noFindings([]);
  if (sensor.countsFrom !== null && !body.decoded.testData) {
    for (const logic of logics) planLogic(body, logic, sensor, estate, findings);
  }
  const { rows, counters, reasons } = findings;
  const isWhole = rows.length + counters.length > 0 && reasons.size === 0 && flaws.length === 0;
  return { ...nothingPlanned, rows, counters, reason: isWhole ? null : 'unassigned' };
}

/** If a body contains an interval twice, the last one wins; two facts of one version would be ambiguous. */
function oneEach(rows: readonly MinuteRow[]): MinuteRow[] {
  const byKey = new Map<string, MinuteRow>();
  for (const row of rows) {
    const key = `${row.series}/${row.at}/${row.span}`;
    const known = byKey.get(key);
    if (!known || known.ver <= row.ver) byKey.set(key, row);
  }
  return [...byKey.values()];
}

function keptApart(sensor: EstateSensor, report: Report, testData: boolean): Reason | undefined {
  if (report.logics.length === 0) return undefined;
  if (sensor.device === null) return 'dummy_sensor';
  if (testData) return 'test_data';
  return sensor.countsFrom === null ? 'not_commissioned' : undefined;
}

interface Findings {
  readonly reasons: Set<Reason>;
  readonly rows: MinuteRow[];
  readonly counters: PlannedCounter[];
  readonly unknown: UnknownLogic[];
  /** When future readings can be counted. */
  readonly due: number[];
}

function noFindings(flaws: readonly Flaw[]): Findings {
  return { reasons: new Set(flaws), rows: [], counters: [], unknown: [], due: [] };
}

function planLogic(body: ReadBody, logic: Logic, sensor: EstateSensor, estate: Estate, findings: Findings): void {
  const { reasons, rows, counters, unknown, due } = findings;
  const zone = sensor.zones.find(({ deviceId }) => deviceId === logic.deviceId);
  const missing = (measure: string | null) => {
    if (sensor.siteId === null) reasons.add('no_site');
    else if (!zone && sensor.zones.length + unknown.length >= maxLogics) reasons.add('too_many_logics');
    else unknown.push({ sensorId: sensor.sensorId, logic, measure });
  };
  const wanted = new Set<string>();
  /** The series that a reading counts in; undefined, with the reason noted, where it cannot be counted. */
  const seriesFor = (reading: Timed, flaw: Reason | undefined): EstateSeries | undefined => {
    if (flaw) {
      reasons.add(flaw);
      if (flaw === 'future') due.push(Math.ceil(countableAt(reading)));
      return undefined;
    }
    const series = zone && seriesIndex(estate).get(`${zone.zoneId}/${reading.measure}`);
    if (!series) {
      if (!wanted.has(reading.measure)) missing(reading.measure);
      wanted.add(reading.measure);
      return undefined;
    }
    const valid = series.find(({ from, to }) => reading.at >= from && reading.at < to);
    if (!valid) reasons.add('no_series');
    return valid;
  };
  if (!zone && logic.readings.length + (logic.counters?.length ?? 0) === 0) missing(null);
  for (const reading of logic.readings) {
    const flaw = clockFlaw(reading, body, sensor) ?? (isPlausible(reading) ? undefined : 'implausible');
    const series = seriesFor(reading, flaw);
    if (!series) continue;
    const partial = reading.partial ?? reading.at + reading.span > body.receivedAt;
    rows.push({
      org: estate.factOrg,
      series: series.seriesId,
      at: reading.at,
      span: reading.span,
      ins: reading.ins,
      outs: reading.outs,
      ver: packVer({ rank: partial ? 'partial' : 'final', seq: BigInt(body.seq), generation: body.generation }),
      gone: 0,
      flags: 0,
    });
  }
  for (const { measure, way, at, value, modulus } of logic.counters ?? []) {
    const reading = { measure, at, span: 0, partial: false };
    const series = seriesFor(reading, clockFlaw(reading, body, sensor));
    if (series) counters.push({ series: series.seriesId, measure, way, at, value, modulus });
  }
}

type Timed = Pick<Reading, 'measure' | 'at' | 'span' | 'partial'>;

function clockFlaw(reading: Timed, body: ReadBody, { countsFrom }: EstateSensor): Reason | undefined {
  if (reading.at < clockUnsetBefore) return 'clock_unset';
  // By the current clock: the one that received the body may have been behind.
  if (countableAt(reading) > Math.max(body.receivedAt, body.now)) return 'future';
  return reading.at < (countsFrom ?? Infinity) ? 'before_commissioning' : undefined;
}

/** An interval that is still open ends in the future, as it should. */
function countableAt({ at, span, partial }: Timed): number {
  return (partial ? at : at + span) - futureAfter;
}

function sensorOf(estate: Estate, device: string): EstateSensor | undefined {
  if (device.startsWith('sensor:')) return estate.sensors.get(device.slice(7));
  return estate.sensorsByDevice.get(device) ?? estate.formerSensorsByDevice.get(device);
}

const indexes = new WeakMap<Estate, Map<string, EstateSeries[]>>();

/** The series of a zone and measure. An estate is immutable, so its index is built once. */
function seriesIndex(estate: Estate): Map<string, EstateSeries[]> {
  const known = indexes.get(estate);
  if (known) return known;
  const index = new Map<string, EstateSeries[]>();
  for (const series of estate.series.values()) {
    if (series.owner !== 'zone' || series.isImported) continue;
    const key = `${series.zoneId}/${series.measure}`;
    const list = index.get(key);
    if (list) list.push(series);
    else index.set(key, [series]);
  }
  indexes.set(estate, index);
  return index;
}
