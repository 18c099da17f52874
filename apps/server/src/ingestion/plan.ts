import type { MinuteRow } from '@atrium/facts/rows';
import { packVer } from '@atrium/facts/version';
import { isPlausible } from '@atrium/metrics/plausible';
import type { Estate, EstateSensor, EstateSeries } from '../registry/directory/estate.ts';
import type { UnknownLogic } from '../estate/zone-store.ts';
import type { Decoded, DeviceStatus, Flaw, Logic, Reading } from './vendors/vendor.ts';

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

export interface BodyPlan {
  /** Countable records; the others of the same body are in quarantine. */
  readonly rows: readonly MinuteRow[];
  /** Null when everything in the body was understood and counted. */
  readonly reason: Reason | null;
  /** Logics and measures of a commissioned sensor that have no zone yet. */
  readonly unknown: readonly UnknownLogic[];
  readonly status: { readonly sensorId: string; readonly status: DeviceStatus } | null;
  /** Epoch seconds: when a future reading is no longer in the future, and the body can be planned again. */
  readonly retryAt: number | null;
}

/** A received body and its decoded content. */
export interface ReadBody {
  readonly seq: string;
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

/** Decides what to do with a body, in the estate of its organization. */
export function planBody(body: ReadBody, estate: Estate): BodyPlan {
  const { decoded } = body;
  const nothing = { rows: [], unknown: [], status: null, retryAt: null };
  const sensor = sensorOf(estate, body.device);
  if (!sensor) {
    const [flaw] = decoded.flaws;
    return { ...nothing, reason: flaw ?? (body.device === 'unidentified' ? 'unidentified' : 'unassigned') };
  }
  if (!sensor.active) return planFormer(body, sensor, estate);
  const status = decoded.status && { sensorId: sensor.sensorId, status: decoded.status };
  const apart = keptApart(sensor, decoded);
  if (apart) return { ...nothing, status, reason: apart };
  const findings = noFindings(decoded.flaws);
  for (const logic of decoded.logics) planLogic(body, logic, sensor, estate, findings);
  const { reasons, rows, unknown, due } = findings;
  const retryAt = due.length > 0 ? Math.min(...due) : null;
  return { rows: oneEach(rows), unknown, status, reason: [...reasons][0] ?? null, retryAt };
}

/** A decommissioned device may still send what it counted before; anything later belongs to nobody. */
function planFormer(body: ReadBody, sensor: EstateSensor, estate: Estate): BodyPlan {
  const findings = noFindings([]);
  if (sensor.countsFrom !== null && !body.decoded.testData) {
    for (const logic of body.decoded.logics) planLogic(body, logic, sensor, estate, findings);
  }
  const { rows, reasons } = findings;
  const isWhole = rows.length > 0 && reasons.size === 0 && body.decoded.flaws.length === 0;
  return { rows: oneEach(rows), unknown: [], status: null, reason: isWhole ? null : 'unassigned', retryAt: null };
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

function keptApart(sensor: EstateSensor, decoded: Decoded): Reason | undefined {
  if (decoded.logics.length === 0) return undefined;
  if (sensor.macAddress === null) return 'dummy_sensor';
  if (decoded.testData) return 'test_data';
  return sensor.countsFrom === null ? 'not_commissioned' : undefined;
}

interface Findings {
  readonly reasons: Set<Reason>;
  readonly rows: MinuteRow[];
  readonly unknown: UnknownLogic[];
  /** When future readings can be counted. */
  readonly due: number[];
}

function noFindings(flaws: readonly Flaw[]): Findings {
  return { reasons: new Set(flaws), rows: [], unknown: [], due: [] };
}

function planLogic(body: ReadBody, logic: Logic, sensor: EstateSensor, estate: Estate, findings: Findings): void {
  const { reasons, rows, unknown, due } = findings;
  const zone = sensor.zones.find(({ deviceId }) => deviceId === logic.deviceId);
  const missing = (measure: string | null) => {
    if (sensor.siteId === null) reasons.add('no_site');
    else if (!zone && sensor.zones.length + unknown.length >= maxLogics) reasons.add('too_many_logics');
    else unknown.push({ sensorId: sensor.sensorId, logic, measure });
  };
  if (!zone && logic.readings.length === 0) missing(null);
  const wanted = new Set<string>();
  for (const reading of logic.readings) {
    const flaw = clockFlaw(reading, body, sensor) ?? (isPlausible(reading) ? undefined : 'implausible');
    if (flaw) {
      reasons.add(flaw);
      if (flaw === 'future') due.push(Math.ceil(countableAt(reading)));
      continue;
    }
    const series = zone && seriesIndex(estate).get(`${zone.zoneId}/${reading.measure}`);
    if (!series) {
      if (!wanted.has(reading.measure)) missing(reading.measure);
      wanted.add(reading.measure);
      continue;
    }
    const valid = series.find(({ from, to }) => reading.at >= from && reading.at < to);
    if (!valid) {
      reasons.add('no_series');
      continue;
    }
    const partial = reading.partial ?? reading.at + reading.span > body.receivedAt;
    rows.push({
      org: estate.factOrg,
      series: valid.seriesId,
      at: reading.at,
      span: reading.span,
      ins: reading.ins,
      outs: reading.outs,
      ver: packVer({ rank: partial ? 'partial' : 'final', seq: BigInt(body.seq), generation: body.generation }),
      gone: 0,
      flags: 0,
    });
  }
}

function clockFlaw(reading: Reading, body: ReadBody, { countsFrom }: EstateSensor): Reason | undefined {
  if (reading.at < clockUnsetBefore) return 'clock_unset';
  // By the current clock: the one that received the body may have been behind.
  if (countableAt(reading) > Math.max(body.receivedAt, body.now)) return 'future';
  return reading.at < (countsFrom ?? Infinity) ? 'before_commissioning' : undefined;
}

/** An interval that is still open ends in the future, as it should. */
function countableAt({ at, span, partial }: Reading): number {
  return (partial ? at : at + span) - futureAfter;
}

function sensorOf(estate: Estate, device: string): EstateSensor | undefined {
  if (device.startsWith('sensor:')) return estate.sensors.get(device.slice(7));
  return estate.sensorsByMac.get(device) ?? estate.formerSensorsByMac.get(device);
}

const indexes = new WeakMap<Estate, Map<string, EstateSeries[]>>();

/** The series of a zone and measure. An estate is immutable, so its index is built once. */
function seriesIndex(estate: Estate): Map<string, EstateSeries[]> {
  const known = indexes.get(estate);
  if (known) return known;
  const index = new Map<string, EstateSeries[]>();
  for (const series of estate.series.values()) {
    if (series.owner !== 'zone') continue;
    const key = `${series.zoneId}/${series.measure}`;
    const list = index.get(key);
    if (list) list.push(series);
    else index.set(key, [series]);
  }
  indexes.set(estate, index);
  return index;
}
