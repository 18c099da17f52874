import type { EventRow, LevelRow, MinuteRow, VisitRow } from '@atrium/facts/rows';
import { packVer } from '@atrium/facts/version';
import { kindOf, levelOf, trackMeasure } from '@atrium/metrics/measures';
import { isPlausible, isPlausibleLevel, isPlausibleSample } from '@atrium/metrics/plausible';
import { clockUnsetBefore, type ClockShift } from '@atrium/rules/clock-shift';
import { inDirection } from '@atrium/rules/counter-schedule';
import { readDevice } from '@atrium/rules/device-identity';
import type { Estate, EstateSensor, EstateSeries } from '../registry/directory/estate.ts';
import type { UnknownLogic } from '../estate/zone-store.ts';
import { movedLogics, revised, takenBack } from './clock-shifts/moved.ts';
import type { PlannedCounter } from './counters.ts';
import type { PlannedHeld, Sign } from './heard.ts';
import { indexOf, sensorOf } from './estate-index.ts';
import {
  addedUp,
  eventRow,
  joinedKinds,
  levelRows,
  noKindRows,
  oneEach,
  oneOfEach,
  sampleRow,
  type KindRows,
} from './plan-kinds.ts';
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
  'unknown_time_zone',
];

export interface BodyPlan {
  /** Countable records; the others of the same body are in quarantine. */
  readonly rows: readonly MinuteRow[];
  /** What counters showed; what they counted depends on their earlier and later readings. */
  readonly counters: readonly PlannedCounter[];
  /** What is no count. */
  readonly kinds: KindRows;
  /** Levels that hold until the next one; for how long depends on when the device was heard. */
  readonly held: readonly PlannedHeld[];
  /** When devices were heard that measure more than counts. */
  readonly signs: readonly Sign[];
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
  /** Which of two facts of the same rank wins. */
  readonly order: bigint;
  /** The one that spoke. */
  readonly device: string;
  /** Epoch seconds. */
  readonly receivedAt: number;
  /** Epoch seconds of the planning, which may be long after the body was received, and by another clock. */
  readonly now: number;
  readonly generation: number;
  readonly decoded: Decoded;
}

const futureAfter = 5 * 60;
const maxLogics = 64;

/** Nothing in the body is counted. */
export const nothingPlanned = {
  rows: [],
  counters: [],
  kinds: noKindRows,
  held: [],
  signs: [],
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
    rows: oneEach(
      plans.flatMap(({ rows }) => rows),
      ({ series, at, span }) => `${series}/${at}/${span}`,
    ),
    counters: plans.flatMap(({ counters }) => counters),
    kinds: oneOfEach(joinedKinds(plans.map(({ kinds }) => kinds))),
    held: plans.flatMap(({ held }) => held),
    signs: plans.flatMap(({ signs }) => signs),
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
    const flaw = flaws.find((each) => !reasonsOfEstate.includes(each));
    return { ...nothingPlanned, reason: flaw ?? (device === 'unidentified' ? 'unidentified' : 'unassigned') };
  }
  if (!sensor.active) return planFormer(body, report, flaws, sensor, estate);
  const statuses = report.status ? [{ sensorId: sensor.sensorId, status: report.status }] : [];
  const apart = keptApart(sensor, report, body.decoded.testData);
  if (apart) return { ...nothingPlanned, statuses, reason: apart };
  const findings = noFindings(flaws, indexOf(estate).hearing.has(sensor.sensorId));
  planLogics(body, report.logics, sensor, estate, findings);
  const { reasons, unknown, due } = findings;
  const retryAt = due.length > 0 ? Math.min(...due) : null;
  const reason = [...reasons][0] ?? null;
  // A device that says nothing usable cannot tell that nobody was there.
  if (reason === null && body.receivedAt >= (sensor.countsFrom ?? Infinity))
    heard(findings, sensor, body.receivedAt, 0);
  return { ...nothingPlanned, ...countable(findings), unknown, statuses, reason, retryAt };
}

/** A decommissioned device may still tell what it counted while it was not; of anything later it is nobody's. */
function planFormer(
  body: ReadBody,
  { logics }: DeviceReport,
  flaws: readonly Flaw[],
  sensor: EstateSensor,
  estate: Estate,
): BodyPlan {
  const findings = noFindings([], indexOf(estate).hearing.has(sensor.sensorId));
  if (sensor.countsFrom !== null && !body.decoded.testData) {
    planLogics(body, logics, sensor, estate, findings);
  }
  const isWhole = findings.found && findings.reasons.size === 0 && flaws.length === 0;
  return { ...nothingPlanned, ...countable(findings), reason: isWhole ? null : 'unassigned' };
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
  readonly kinds: { levels: LevelRow[]; samples: VisitRow[]; events: EventRow[] };
  readonly held: PlannedHeld[];
  readonly signs: Sign[];
  readonly unknown: UnknownLogic[];
  /** When future readings can be counted. */
  readonly due: number[];
  /** Whether anything can be counted. */
  found: boolean;
  /** Whether it matters when the device was heard. */
  readonly hears: boolean;
}

function noFindings(flaws: readonly Flaw[], hears: boolean): Findings {
  const kinds = { levels: [], samples: [], events: [] };
  const reasons = new Set<Reason>(flaws);
  return { reasons, rows: [], counters: [], kinds, held: [], signs: [], unknown: [], due: [], found: false, hears };
}

function countable({ rows, counters, kinds, held, signs }: Findings) {
  return { rows, counters, kinds: { ...kinds, heard: [] }, held, signs };
}

function heard({ hears, signs }: Findings, { sensorId }: EstateSensor, at: number, span: number): void {
  if (!hears) return;
  signs.push({ sensorId, first: Math.floor(at / 60), last: Math.ceil((at + Math.max(span, 0.001)) / 60) - 1 });
}

/** Where an administrator has moved readings in time, they count there, and are taken back from where they were. */
function planLogics(
  body: ReadBody,
  logics: readonly Logic[],
  sensor: EstateSensor,
  estate: Estate,
  findings: Findings,
): void {
  const shifts = estate.clockShifts.get(sensor.sensorId);
  const { placed, former } = shifts ? movedLogics(logics, shifts, body.receivedAt) : { placed: logics, former: [] };
  for (const logic of placed) planLogic(body, logic, sensor, estate, findings);
  if (!shifts) return;
  const { rows, kinds, signs } = findings;
  reviseAll(rows, shifts);
  reviseAll(kinds.levels, shifts);
  reviseAll(kinds.samples, shifts);
  reviseAll(kinds.events, shifts);
  for (const view of former) {
    const before = noFindings([], findings.hears);
    for (const logic of view) planLogic(body, logic, sensor, estate, before);
    rows.push(...before.rows.map((row) => ({ ...takenBack(row, shifts), ins: 0, outs: 0 })));
    kinds.levels.push(...before.kinds.levels.map((row) => takenBack(row, shifts)));
    kinds.samples.push(...before.kinds.samples.map((row) => takenBack(row, shifts)));
    kinds.events.push(...before.kinds.events.map((row) => takenBack(row, shifts)));
    signs.push(...before.signs.map((sign) => ({ ...sign, gone: true as const })));
  }
}

function reviseAll<Row extends { readonly at: number; readonly ver: bigint }>(
  rows: Row[],
  shifts: readonly ClockShift[],
): Row[] {
  for (const [index, row] of rows.entries()) rows[index] = revised(row, shifts);
  return rows;
}

function planLogic(body: ReadBody, logic: Logic, sensor: EstateSensor, estate: Estate, findings: Findings): void {
  const { reasons, rows, counters, kinds, held, unknown, due } = findings;
  const { levels = [], samples = [], events = [] } = logic;
  const zone = sensor.zones.find(({ deviceId }) => deviceId === logic.deviceId);
  const missing = (measure: string | null) => {
    if (sensor.siteId === null) reasons.add('no_site');
    else if (!zone && sensor.zones.length + unknown.length >= maxLogics) reasons.add('too_many_logics');
    else unknown.push({ sensorId: sensor.sensorId, logic, measure });
  };
  const wanted = new Set<string>();
  const ofMeasure = new Map<string, readonly EstateSeries[] | undefined>();
  const seriesOf = (measure: string) => {
    if (!ofMeasure.has(measure))
      ofMeasure.set(measure, zone && indexOf(estate).series.get(`${zone.zoneId}/${measure}`));
    return ofMeasure.get(measure);
  };
  /** The series that a reading counts in; undefined, with the reason noted, where it cannot be counted. */
  const seriesFor = (reading: Timed, flaw: Reason | undefined): EstateSeries | undefined => {
    const reason = clockFlaw(reading, body, sensor) ?? flaw;
    if (reason) {
      reasons.add(reason);
      if (reason === 'future') due.push(Math.ceil(countableAt(reading)));
      return undefined;
    }
    const series = seriesOf(reading.measure);
    if (!series) {
      if (!wanted.has(reading.measure)) missing(reading.measure);
      wanted.add(reading.measure);
      return undefined;
    }
    const valid = series.find(({ from, to }) => reading.at >= from && reading.at < to);
    if (!valid) {
      reasons.add('no_series');
      return undefined;
    }
    findings.found = true;
    heard(findings, sensor, reading.at, reading.span);
    return valid;
  };
  const said = [logic.readings, logic.counters ?? [], levels, samples, events];
  if (!zone && said.every(({ length }) => length === 0)) missing(null);
  const { order: seq, generation } = body;
  const partial = packVer({ rank: 'partial', seq, generation });
  const final = packVer({ rank: 'final', seq, generation });
  const placed = ({ seriesId }: EstateSeries, isPartial: boolean) => ({
    org: estate.factOrg,
    series: seriesId,
    ver: isPartial ? partial : final,
  });
  const isOpen = ({ at, span }: { at: number; span: number }) => at + span > body.receivedAt;
  for (const reading of logic.readings) {
    const { at, span, ins, outs } = logic.isOneWay ? inDirection(reading, zone?.counters) : reading;
    const series = seriesFor(reading, uncountable(reading.measure) ?? implausible(isPlausible(reading)));
    if (!series) continue;
    const { org, series: id, ver } = placed(series, reading.partial ?? isOpen(reading));
    // Written out: with a spread it would take seven times as long.
    rows.push({ org, series: id, at, span, ins, outs, ver, gone: 0, flags: 0 });
  }
  for (const { measure, way, at, value, modulus } of logic.counters ?? []) {
    const series = seriesFor({ measure, at, span: 0, partial: false }, uncountable(measure));
    if (!series) continue;
    const timezone = estate.locations.get(series.locationId)?.timezone ?? 'UTC';
    const schedule = zone?.counters && { schedule: { periods: zone.counters, timezone }, isOneWay: logic.isOneWay };
    counters.push({ series: series.seriesId, measure, way, at, value, modulus, ...schedule });
  }
  for (const level of levels) {
    const { at, last, lo, hi } = level;
    const [measure, span] = [levelOf(level.measure), level.span ?? 0];
    const series = seriesFor({ measure, at, span, partial: false }, implausible(isPlausibleLevel(level)));
    if (!series || !zone) continue;
    if (level.span === null) held.push({ sensorId: sensor.sensorId, zoneId: zone.zoneId, measure, at, last, lo, hi });
    else kinds.levels.push(...levelRows(placed(series, isOpen({ at, span })), { ...level, span }));
  }
  for (const sample of samples.map((each) => addedUp(each, zone))) {
    const series = seriesFor({ ...sample, partial: false }, implausible(isPlausibleSample(sample)));
    if (series) kinds.samples.push(sampleRow(placed(series, isOpen(sample)), sample));
  }
  for (const event of events) {
    const { at, milliseconds } = event;
    const flaw = implausible(isPlausibleSample({ span: 1, milliseconds: milliseconds ?? 0, n: 1 }));
    const series = seriesFor({ measure: trackMeasure, at, span: 0, partial: false }, flaw);
    if (!series) continue;
    const row = eventRow(placed(series, false), event, { logic: logic.deviceId, trackDays: estate.trackDays });
    if (row.keepUntil > body.now) kinds.events.push(row);
  }
}

function implausible(isPlausibleReading: boolean): Reason | undefined {
  return isPlausibleReading ? undefined : 'implausible';
}

/** A device may name its counts as it likes, but not as something that is no count. */
function uncountable(measure: string): Reason | undefined {
  return kindOf(measure) === 'count' ? undefined : 'unsupported_kind';
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
