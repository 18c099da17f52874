import type { MinuteRow } from '@atrium/facts/rows';
import { packVer } from '@atrium/facts/ver';
import type { Estate, EstateSensor, EstateSeries } from '../registry/directory/estate.ts';
import type { UnknownLogic } from '../registry/series/zone-store.ts';
import type { Decoded, DeviceStatus, Flaw, Logic, Reading } from './vendors/vendor.ts';

/** Why a body, or a part of it, is kept apart instead of being counted. */
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
  /** Logics and measures of a commissioned sensor that nobody has set up. */
  readonly unknown: readonly UnknownLogic[];
  readonly status: { readonly sensorId: string; readonly status: DeviceStatus } | null;
}

/** A received body and what its decoder read in it. */
export interface ReadBody {
  readonly seq: string;
  readonly device: string;
  /** Epoch seconds. */
  readonly receivedAt: number;
  readonly generation: number;
  readonly decoded: Decoded;
}

const clockUnsetBefore = Date.UTC(2015, 0, 1) / 1000;
const futureAfter = 5 * 60;
const mostLogics = 64;

/** What to do with a body, in the estate of its organization. */
export function planBody(body: ReadBody, estate: Estate): BodyPlan {
  const { decoded } = body;
  const nothing = { rows: [], unknown: [], status: null };
  const sensor = sensorOf(estate, body.device);
  if (!sensor) {
    const [flaw] = decoded.flaws;
    return { ...nothing, reason: flaw ?? (body.device === 'unidentified' ? 'unidentified' : 'unassigned') };
  }
  if (!sensor.active) return planFormer(body, sensor, estate);
  const status = decoded.status && { sensorId: sensor.sensorId, status: decoded.status };
  const apart = keptApart(sensor, decoded);
  if (apart) return { ...nothing, status, reason: apart };
  const reasons = new Set<Reason>(decoded.flaws);
  const rows: MinuteRow[] = [];
  const unknown: UnknownLogic[] = [];
  for (const logic of decoded.logics) planLogic(body, logic, sensor, estate, { reasons, rows, unknown });
  return { rows: oneEach(rows), unknown, status, reason: [...reasons][0] ?? null };
}

/** A decommissioned device may still tell what it counted while it was not; of anything later it is nobody's. */
function planFormer(body: ReadBody, sensor: EstateSensor, estate: Estate): BodyPlan {
  const reasons = new Set<Reason>();
  const rows: MinuteRow[] = [];
  if (sensor.countsFrom !== null && !body.decoded.testData) {
    for (const logic of body.decoded.logics) planLogic(body, logic, sensor, estate, { reasons, rows, unknown: [] });
  }
  const isWhole = rows.length > 0 && reasons.size === 0 && body.decoded.flaws.length === 0;
  return { rows: oneEach(rows), unknown: [], status: null, reason: isWhole ? null : 'unassigned' };
}

/** A body that tells an interval twice means the last; two facts of one version would leave it to chance. */
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
}

function planLogic(body: ReadBody, logic: Logic, sensor: EstateSensor, estate: Estate, findings: Findings): void {
  const { reasons, rows, unknown } = findings;
  const zone = sensor.zones.find(({ deviceId }) => deviceId === logic.deviceId);
  const missing = (measure: string | null) => {
    if (sensor.siteId === null) reasons.add('no_site');
    else if (!zone && sensor.zones.length + unknown.length >= mostLogics) reasons.add('too_many_logics');
    else unknown.push({ sensorId: sensor.sensorId, logic, measure });
  };
  if (!zone && logic.readings.length === 0) missing(null);
  const wanted = new Set<string>();
  for (const reading of logic.readings) {
    const flaw = clockFlaw(reading, body.receivedAt, sensor);
    if (flaw) {
      reasons.add(flaw);
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

function clockFlaw(reading: Reading, receivedAt: number, { countsFrom }: EstateSensor): Reason | undefined {
  const { at, span, partial } = reading;
  if (at < clockUnsetBefore) return 'clock_unset';
  // An interval that is still open ends in the future, as it should.
  if ((partial ? at : at + span) > receivedAt + futureAfter) return 'future';
  return at < (countsFrom ?? Infinity) ? 'before_commissioning' : undefined;
}

function sensorOf(estate: Estate, device: string): EstateSensor | undefined {
  if (device.startsWith('sensor:')) return estate.sensors.get(device.slice(7));
  return estate.sensorsByMac.get(device) ?? estate.formerSensorsByMac.get(device);
}

const indexes = new WeakMap<Estate, Map<string, EstateSeries[]>>();

/** The series of a zone and measure. An estate never changes, so its index is made once. */
function seriesIndex(estate: Estate): Map<string, EstateSeries[]> {
  const known = indexes.get(estate);
  if (known) return known;
  const index = new Map<string, EstateSeries[]>();
  for (const series of estate.series.values()) {
    const key = `${series.zoneId}/${series.measure}`;
    const list = index.get(key);
    if (list) list.push(series);
    else index.set(key, [series]);
  }
  indexes.set(estate, index);
  return index;
}
