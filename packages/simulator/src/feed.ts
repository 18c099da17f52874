import { offsetAt, zoneOf } from '@atrium/calendar/zones';
import { countsOf, crossingSeconds, type Door } from './building.ts';
import type { DemoSensor, DemoZone } from './demo-world.ts';
import type { Range } from './history.ts';
import { isPlain, minuteReadings, openReadings } from './measures.ts';
import type { LineRecord, LogicsPush, StatusPush, Template } from './xovis5.ts';

/**
 * The records of a door in [from, to), each of `span` seconds: parts of a minute or whole minutes. They contain the
 * same people for every span.
 */
export function recordsOf(door: Door, from: number, to: number, span = 60): LineRecord[] {
  if (from % span !== 0 || to % span !== 0 || !(60 % span === 0 || span % 60 === 0))
    throw new RangeError(`Cannot cut ${from} to ${to} into records of ${span} seconds`);
  const records: LineRecord[] = [];
  for (let start = from; start < to; start += span)
    records.push({
      from: start,
      to: start + span,
      forward: crossed(door, 'ins', start, start + span),
      backward: crossed(door, 'outs', start, start + span),
      samples: span,
      samplesExpected: span,
    });
  return records;
}

/** The counts of a door so far in the open minute: one sample a second, some of them still to come. */
export function openRecord(door: Door, now: number): LineRecord {
  const minute = Math.floor(now / 60) * 60;
  const elapsed = Math.floor(now - minute);
  return {
    from: minute,
    to: minute + 60,
    forward: crossed(door, 'ins', minute, minute + elapsed),
    backward: crossed(door, 'outs', minute, minute + elapsed),
    samples: elapsed,
    samplesExpected: 60,
  };
}

/** Everything a sensor has to send since `sentUntil`: the minutes closed since then and the open one. */
export function livePush(sensor: DemoSensor, sentUntil: number, now: number, packageId: number): LogicsPush {
  const closed = Math.floor(now / 60) * 60;
  return packageOf(sensor, packageId, (zone) => [
    ...closedRecords(zone, { from: sentUntil, to: closed }, 60),
    openRecordOf(zone, now),
  ]);
}

/** The closed intervals of [from, to) in one package, as sent on schedule or as history on request. */
export function closedPush(sensor: DemoSensor, { from, to }: Range, span: number, packageId: number): LogicsPush {
  return packageOf(sensor, packageId, (zone) => closedRecords(zone, { from, to }, span));
}

/** What a zone measures besides people is known minute by minute. */
function closedRecords({ door, measures }: DemoZone, { from, to }: Range, span: number): LineRecord[] {
  if (isPlain(measures)) return recordsOf(door, from, to, span);
  const readings = [...minuteReadings(door, measures, from, to)];
  return recordsOf(door, from, to).map((record, index) => ({ ...record, readings: readings[index]?.readings ?? [] }));
}

function openRecordOf({ door, measures }: DemoZone, now: number): LineRecord {
  const record = openRecord(door, now);
  if (isPlain(measures)) return record;
  const { from, forward, backward } = record;
  return { ...record, readings: openReadings(door, measures, from, { ins: forward, outs: backward }) };
}

export function statusPush(sensor: DemoSensor, startedAt: number, now: number, packageId: number): StatusPush {
  return {
    kind: 'status',
    device: sensor,
    packageId,
    uptimeSeconds: Math.floor(now - startedAt),
    offsetSeconds: offsetAt(zoneOf(sensor.timezone), now),
  };
}

function packageOf(sensor: DemoSensor, packageId: number, records: (zone: DemoZone) => LineRecord[]): LogicsPush {
  const logics = sensor.zones.map((zone) => ({
    id: Number(zone.deviceId),
    name: zone.name,
    template: templateOf(zone),
    records: records(zone),
  }));
  return { kind: 'logics', device: sensor, packageId, logics };
}

function templateOf({ countType }: DemoZone): Template {
  if (countType === 1) return 'line';
  return countType === 8 ? 'zone' : 'queue';
}

function crossed(door: Door, direction: 'ins' | 'outs', from: number, to: number): number {
  let people = 0;
  for (let minute = Math.floor(from / 60) * 60; minute < to; minute += 60)
    people +=
      from <= minute && minute + 60 <= to
        ? countsOf(door, minute)[direction]
        : crossingSeconds(door, minute, direction).filter((second) => minute + second >= from && minute + second < to)
            .length;
  return people;
}
