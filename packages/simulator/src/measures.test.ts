import { dayNumber } from '@atrium/calendar/civil';
import { dayStart } from '@atrium/calendar/zones';
import {
  generatedLevels,
  generatedMinutes,
  generatedTimes,
  type GeneratedHistory,
} from '@atrium/facts/generated-history';
import { describe, expect, it } from 'vitest';
import { countsOf } from './building.ts';
import { type DemoZone, demoWorld, otherHistoryStart, sensorsOf } from './demo-world.ts';
import { livePush } from './feed.ts';
import { describeHistory } from './history.ts';
import { isPlain, type Measured, minuteReadings, newestReading, openReadings } from './measures.ts';
import { encodePush } from './xovis5.ts';

const sensors = demoWorld().organizations.flatMap(sensorsOf);
const zones = sensors.flatMap((sensor) => sensor.zones).filter(({ measures }) => !isPlain(measures));
const zoneNamed = (name: string) => zones.find((zone) => zone.name === name)!;

/** What the store makes of a measure, by minute. */
function stored({ door }: DemoZone, { measure, as }: Measured, from: number, to: number): Map<number, unknown> {
  const history: GeneratedHistory = { org: 1, ver: 1n, ...describeHistory(7, door, false, { from, to }, as), gaps: [] };
  if (as?.kind === 'level')
    return byMinute(generatedLevels(history), ({ last }) => ({ kind: 'level', measure, level: last }));
  if (as?.kind === 'times')
    return byMinute(generatedTimes(history), ({ ms, n }) => ({ kind: 'times', measure, milliseconds: ms, people: n }));
  return byMinute(generatedMinutes(history), ({ ins, outs }) => ({ kind: 'count', measure, ins, outs }));
}

function byMinute<Row extends { at: number }>(rows: Iterable<Row>, reading: (row: Row) => object): Map<number, object> {
  return new Map(Array.from(rows, (row) => [row.at, reading(row)]));
}

const levels = (readings: readonly { kind: string }[]) => readings.filter(({ kind }) => kind === 'level');
const twice = (names: string) => [names, names];

const days = [dayNumber(2026, 3, 8), dayNumber(2025, 11, 2), dayNumber(2026, 5, 5)];

describe('what a zone measures', () => {
  it('[I200] is the same live and in the store, also on the days on which clocks change', () => {
    expect(new Set(zones.flatMap(({ measures }) => measures.map(({ measure }) => measure))).size).toBe(11);
    for (const zone of zones)
      for (const day of days) {
        const { door, measures, name } = zone;
        // The store begins when nobody is inside.
        const from = dayStart(door.building.zone, day - 1) + 4 * 3600;
        const [live, end] = [dayStart(door.building.zone, day), dayStart(door.building.zone, day + 1)];
        const minutes = [...minuteReadings(door, measures, live, end)];
        expect(minutes).toHaveLength((end - live) / 60);
        for (const [index, measured] of measures.entries()) {
          const past = stored(zone, measured, from, end);
          const said = minutes
            .map(({ minute, readings }) => [minute, readings[index]!] as const)
            .filter(([, reading]) => reading.kind !== 'times' || reading.people > 0);
          expect(said.length, `${name} ${measured.measure}`).toBeGreaterThan(100);
          expect(
            said.filter(([minute, reading]) => JSON.stringify(past.get(minute)) !== JSON.stringify(reading)),
          ).toEqual([]);
        }
      }
  });

  it('grows in an open minute to what it says at the end of it', () => {
    const noon = Date.UTC(2026, 4, 5, 17) / 1000;
    for (const { door, measures } of zones) {
      const [closed] = minuteReadings(door, measures, noon, noon + 60);
      expect(openReadings(door, measures, noon, countsOf(door, noon))).toEqual(closed!.readings);
      const [before] = minuteReadings(door, measures, noon - 60, noon);
      expect(levels(openReadings(door, measures, noon, { ins: 0, outs: 0 }))).toEqual(levels(before!.readings));
    }
  });

  it('starts from nobody at the reset, and says when it was last heard', () => {
    const hall = zoneNamed('Reading hall chairs');
    const reset = otherHistoryStart(hall, Date.UTC(2026, 4, 5, 20) / 1000);
    const [evening] = minuteReadings(hall.door, hall.measures, reset - 60, reset);
    const [night] = minuteReadings(hall.door, hall.measures, reset, reset + 60);
    expect([evening?.readings[0], night?.readings[0]]).toMatchObject([{ kind: 'level' }, { level: 0 }]);
    const till = zoneNamed('Till queue');
    const night4 = Date.UTC(2026, 4, 5, 8) / 1000;
    const [queue, wait] = till.measures;
    expect(newestReading(till.door, queue!, night4)).toBe(night4);
    const last = newestReading(till.door, wait!, night4);
    expect(countsOf(till.door, last).outs).toBeGreaterThan(0);
    expect(last).toBeGreaterThan(night4 - 12 * 3600);
    expect(last).toBeLessThan(night4 - 6 * 3600);
  });

  it('is pushed under the names that the device gives it', () => {
    const at = Date.UTC(2026, 4, 5, 21, 0, 20) / 1000;
    const named = (sensorName: string) => {
      const sensor = sensors.find(({ name }) => name === sensorName)!;
      const body = encodePush(livePush(sensor, at - 80, at, 1)) as {
        logics_data: { logics: { name: string; info: string; records: { counts: { name: string }[] }[] }[] };
      };
      return body.logics_data.logics.map(({ name, info, records }) => [
        name,
        info,
        records.map(({ counts }) => counts.map((each) => each.name).join(' ')),
      ]);
    };
    expect(named('Tills')).toEqual([
      ['Till queue', 'XLT_QUEUE_STATISTICS', twice('queue-length outflow queueing-time')],
      ['Till counter', 'XLT_QUEUE_STATISTICS', twice('outflow service-time')],
      ['Till exit', 'XLT_LINE_IN_OUT_COUNT', twice('fw bw')],
    ]);
    expect(named('Seasonal display')).toEqual([
      ['Seasonal display', 'XLT_ZONE_OCCUPANCY_COUNT', twice('fw bw balance visits dwell_time')],
    ]);
    const faces =
      'fw bw fw-male bw-male fw-female bw-female fw-unknown bw-unknown fw-mask bw-mask fw-no_mask bw-no_mask';
    expect(named('Fifth Avenue entrance 1')).toEqual([['Fifth Avenue doors', 'XLT_LINE_IN_OUT_COUNT', twice(faces)]]);
  });
});
