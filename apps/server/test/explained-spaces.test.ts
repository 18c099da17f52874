import { randomUUID } from 'node:crypto';
import { dataCalls } from '@atrium/contract/data';
import { createExpectedWaitMapping } from '@atrium/contract/expected-wait-mappings';
import type { ExplainedDay, ExplanationNode } from '@atrium/contract/explanation';
import { addOccupancyReset, updateSpace } from '@atrium/contract/spaces';
import { packVer } from '@atrium/facts/version';
import { defaultCorrections } from '@atrium/rules/occupancy-drift';
import { noReset } from '@atrium/rules/reset-config';
import { chance, seedOf } from '@atrium/simulator/noise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAction } from '../src/ingestion/occupancy/action-store.ts';
import { at, iso } from './counting.ts';
import { day, hallsIn, utc } from './halls.ts';
import type { Row } from './random-questions/asked.ts';
import { openWorld, type World } from './world.ts';

const first = Number(process.env.ATRIUM_SEED);
const spaces = Number(process.env.ATRIUM_SPACES ?? 3);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const hall = hallsIn(() => world);
type Hall = Awaited<ReturnType<typeof hall>>;

const custom = (startDate: string, endDate = startDate) => ({ relativeDate: 'custom', startDate, endDate }) as const;
type SpaceSource = 'occupancy' | 'visit_duration' | 'expected_wait_time';

interface Reply {
  readonly results: readonly Row[];
  readonly explanation: readonly ExplanationNode[];
  readonly messages: readonly string[];
}

async function explained({ admin, spaceId }: Hall, source: SpaceSource, query: object, isTotal = true): Promise<Reply> {
  const { detail, total } = dataCalls[source];
  const asked = { entityType: 'space', entityIds: spaceId, ...custom(day), explain: 'true', ...query } as const;
  return (await admin.call(isTotal ? total : detail, { query: asked })) as unknown as Reply;
}

const share = ({ receivedSeconds, expectedSeconds }: Pick<ExplanationNode, 'receivedSeconds' | 'expectedSeconds'>) =>
  Math.floor((receivedSeconds / expectedSeconds) * 10_000) / 10_000;
const daysOf = ({ explanation }: Reply) => explanation[0]!.children![0]!.fold;
const minutesFrom = (begin: string, count: number, people: readonly [number, number]) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [iso(at(`${begin}:00Z`) + index * 60).slice(0, 16), people]),
  );

describe('what was received', () => {
  it('[R1135] is as complete in an explanation of shares, visits and waits as in their answer', async () => {
    const made = await hall({ maxCapacity: 20 });
    const { admin, push, front, spaceId, params } = made;
    const exit = await world.zone({ sensorId: front.sensorId, settings: { countApplication: 7 } });
    const mapping = { spaceId, headZoneId: exit.zoneId, throughputSampleInterval: 5 };
    await admin.call(createExpectedWaitMapping, { body: mapping });
    await push(front, minutesFrom('2026-03-03T15:00', 60, [1, 1]));
    await push(front, minutesFrom(`${day}T15:00`, 30, [1, 0]));
    world.setNow(new Date(`${day}T19:00:00Z`));
    await admin.call(updateSpace, { params, body: { maxCapacity: 10 } });
    world.setNow(new Date(`${day}T20:00:40Z`));
    await push(front, minutesFrom(`${day}T19:30`, 10, [0, 1]));
    const asked = [
      ['occupancy', 'pctcapacity'],
      ['occupancy', 'pctcapacity(max),occupancy(avg),targetoccupancypct'],
      ['visit_duration', 'visitduration'],
      ['expected_wait_time', 'expectedwaittime'],
    ] as const;
    for (const [source, metrics] of asked) {
      for (const isTotal of [true, false]) {
        const period = isTotal ? custom('2026-03-03', day) : custom('2026-03-03');
        const { results, explanation } = await explained(made, source, { metrics, ...period }, isTotal);
        const rows = results.filter(({ completeness }) => completeness !== null);
        const [root] = explanation;
        expect(root!.receivedSeconds, metrics).toBeGreaterThan(0);
        if (isTotal) expect([metrics, share(root!)]).toEqual([metrics, rows[0]!.completeness]);
        const parts = root!.children!.flatMap(({ children = [] }) => children);
        expect(parts.reduce((sum, each) => sum + each.receivedSeconds, 0)).toBe(root!.receivedSeconds);
      }
    }
  });

  it('[R1139] gives the area behind an average level, and area and visits behind a visit duration', async () => {
    const made = await hall();
    await made.push(made.front, minutesFrom('2026-03-03T15:00', 10, [2, 0]));
    await made.push(made.front, minutesFrom('2026-03-03T15:10', 10, [0, 2]));
    const yesterday = custom('2026-03-03');
    const levels = await explained(made, 'occupancy', { metrics: 'occupancy(avg)', ...yesterday });
    const area = 60 * (2 + 4 + 6 + 8 + 10 + 12 + 14 + 16 + 18 + 20 + 18 + 16 + 14 + 12 + 10 + 8 + 6 + 4 + 2);
    const leaf = levels.explanation[0]!.children![0]!.children![0]!;
    expect(leaf).toMatchObject({ figures: { avgoccupancy: 10, area }, receivedSeconds: 1200 });
    const visits = await explained(made, 'visit_duration', yesterday);
    expect(visits.explanation[0]).toMatchObject({ figures: { avgvisitduration: 600, visitArea: area, visits: 20 } });
  });
});

describe('the minute that decided', () => {
  it('[R1136] is that of the largest share, whatever is held when, and that of the lowest level', async () => {
    const made = await hall({ maxCapacity: 20 });
    const { org, locationId, admin, push, front, params } = made;
    const unlimited = await world.space({ ...org, locationId, updatedAt: new Date('2026-02-01T00:00:00Z') });
    const side = await world.zone({ sensorId: front.sensorId });
    await world.spaceZone({ orgId: org.orgId, spaceId: unlimited.spaceId, zoneId: side.zoneId });
    await push(front, { '14:00': [10, 0], '14:01': [0, 8] });
    await push(side, { '15:00': [40, 0], '15:01': [0, 40] });
    world.setNow(new Date(`${day}T19:00:20Z`));
    await admin.call(updateSpace, { params, body: { maxCapacity: 4 } });
    world.setNow(new Date(`${day}T20:00:40Z`));
    // 10 and 2 of 20, then 4 and 1 of 4.
    await push(front, { '19:30': [2, 0], '19:31': [0, 3] });
    const ofLocation = { entityType: 'location', entityIds: locationId };
    const expected = [
      ['pctcapacity', {}, '19:30', '14:01'],
      ['targetoccupancypct', {}, '19:30', '14:01'],
      ['occupancy', {}, '14:00', '19:31'],
      ['pctcapacity', ofLocation, '19:30', '14:01'],
      ['targetoccupancypct', ofLocation, '19:30', '14:01'],
      ['occupancy', ofLocation, '15:00', '15:01'],
    ] as const;
    for (const [metric, entity, highest, lowest] of expected) {
      for (const isTotal of [true, false]) {
        const query = {
          metrics: `${metric}(max),${metric}(min)`,
          dateGroupings: isTotal ? undefined : 'day',
          ...entity,
        };
        const { explanation } = await explained(made, 'occupancy', query, isTotal);
        expect([metric, explanation[0]]).toMatchObject([
          metric,
          { decidedAt: `${day}T${highest}:00.000Z`, lowestAt: `${day}T${lowest}:00.000Z` },
        ]);
      }
    }
    const alone = await explained(made, 'occupancy', { metrics: 'pctcapacity(min)' });
    expect(alone.explanation[0]).toMatchObject({ lowestAt: `${day}T14:01:00.000Z` });
    expect(alone.explanation[0]!.decidedAt).toBeUndefined();
  });
});

describe('the days of a space', () => {
  const tooMuch = expect.stringContaining('up to 31 local days and 50 spaces');

  it('[R1137] follow from who was there, ins, outs, resets and what was fewer than nobody', async () => {
    const made = await hall();
    const { admin, push, front, back, params, locationId, spaceId } = made;
    await push(front, { '2026-03-03T15:00': [7, 0], '13:00': [5, 0], '13:01': [0, 20] });
    await admin.call(addOccupancyReset, { params, body: { resetDate: `${day}T14:30:20Z`, occupants: 4 } });
    // A scale factor counts half a person more.
    await push(back, { '15:00': [2, 1] });
    const nothing = { corrected: 0, stopped: 0, pressed: 0, overstayed: 0 };
    const today = {
      date: day,
      from: `${day}T05:00:00.000Z`,
      until: `${day}T15:01:00.000Z`,
      base: 7,
      ins: 8,
      outs: 21.5,
      ...nothing,
      reflected: 8,
      resets: [{ at: `${day}T14:31:00.000Z`, before: 0, value: 4 }],
      end: 5.5,
    };
    const { results, explanation } = await explained(made, 'occupancy', { metrics: 'occupancy(last)' });
    expect(results[0]).toMatchObject({ lastoccupancy: 5.5 });
    expect(explanation[0]!.children).toMatchObject([{ kind: 'space', id: spaceId, fold: [today] }]);
    // Of a location, each space has its own; days begin with the first reading.
    const ofLocation = { entityType: 'location', entityIds: locationId, ...custom('2026-02-01', day) };
    const days = daysOf(await explained(made, 'occupancy', { metrics: 'pctcapacity', ...ofLocation }));
    expect(days).toMatchObject([{ date: '2026-03-03', base: 0, ins: 7, resets: [], end: 7 }, today]);
    // Rows up to nine in the morning, and from then on.
    const byHour = { metrics: 'occupancy(last)', dateGroupings: 'hour' };
    const early = await explained(made, 'occupancy', { ...byHour, limit: 9 }, false);
    expect(daysOf(early)).toMatchObject([{ base: 7, ins: 5, outs: 20, reflected: 8, end: 0 }]);
    const late = await explained(made, 'occupancy', { ...byHour, order: '-recordDate', limit: 5 }, false);
    expect(daysOf(late)).toMatchObject([
      { from: `${day}T14:00:00.000Z`, base: 0, ins: 3, outs: 1.5, reflected: 0, resets: [{ value: 4 }], end: 5.5 },
    ]);
  });

  it('[R1138] are left out with a message while they are computed again, and beyond 31 days', async () => {
    const made = await hall();
    const { org, push, front, spaceId } = made;
    await push(front, { '2026-02-01T15:00': [3, 0], '13:00': [5, 0] });
    const query = { metrics: 'occupancy(last)' };
    expect(daysOf(await explained(made, 'occupancy', query))).toHaveLength(1);
    expect(daysOf(await explained(made, 'occupancy', { ...query, ...custom('2026-02-02', day) }))).toHaveLength(31);
    const long = await explained(made, 'occupancy', { ...query, ...custom('2026-02-01', day) });
    expect([daysOf(long), long.messages]).toEqual([undefined, [tooMuch]]);
    const again = expect.stringMatching(/^The occupancy of Hall .* is being computed again/);
    const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
    const minute = {
      org: org.factOrg,
      series: front.seriesId,
      span: 60,
      ins: 2,
      outs: 0,
      ver,
      gone: 0,
      flags: 0,
    } as const;
    await world.facts.append([{ ...minute, at: utc('13:02') }]);
    const unfolded = await explained(made, 'occupancy', query);
    expect([daysOf(unfolded), unfolded.messages]).toEqual([undefined, [again]]);
    await push(front, { '13:02': [0, 0] });
    expect(daysOf(await explained(made, 'occupancy', query))).toHaveLength(1);
    const stale = JSON.stringify([{ from: at(`${day}T00:00:00Z`) / 86_400, to: at(`${day}T00:00:00Z`) / 86_400 }]);
    await world.registry.owner.query('UPDATE space_fold SET stale_days = $2 WHERE space_id = $1', [spaceId, stale]);
    const marked = await explained(made, 'occupancy', query);
    expect([daysOf(marked), marked.messages]).toEqual([undefined, [again]]);
  });

  it('[R1138] are left out with a message for more than 50 spaces', async () => {
    const made = await hall();
    const { org, locationId, push, front } = made;
    for (let i = 0; i < 49; i += 1) {
      const more = await world.space({ ...org, locationId, updatedAt: new Date('2026-02-01T00:00:00Z') });
      await world.spaceZone({ orgId: org.orgId, spaceId: more.spaceId, zoneId: front.zoneId });
    }
    await push(front, { '13:05': [1, 0] });
    const query = { metrics: 'occupancy(last)', entityIds: undefined };
    const fifty = await explained(made, 'occupancy', query);
    expect(fifty.explanation.flatMap(({ children = [] }) => children.filter(({ fold }) => fold))).toHaveLength(50);
    const more = await world.space({ ...org, locationId, updatedAt: new Date('2026-02-01T00:00:00Z') });
    await world.spaceZone({ orgId: org.orgId, spaceId: more.spaceId, zoneId: front.zoneId });
    await world.ingestion.idle();
    const all = await explained(made, 'occupancy', query);
    expect(all.explanation).toHaveLength(51);
    expect([daysOf(all), all.messages]).toEqual([undefined, [tooMuch]]);
  }, 120_000);

  it.each(Array.from({ length: spaces }, (_, index) => first + index))(
    '[R1137] [I325] end with the last occupancy of the answer, and add up (seed %i)',
    async (seed) => {
      const own = seedOf(seed, 'fold');
      let drawn = 0;
      const random: Random = (below) => Math.floor(chance(own, (drawn += 1)) * below);
      const made = await playedHall(random);
      const problems: string[] = [];
      let checked = 0;
      for (let i = 0; i < 8; i += 1) {
        const [from, to] = [random(4), random(4)].toSorted((a, b) => a - b) as [number, number];
        const period = custom(dates[from]!, dates[to]);
        const isTotal = random(2) === 0;
        const rows = isTotal ? {} : { dateGroupings: ['hour', 'day', 'minute(15)'][random(3)]!, limit: 1 + random(60) };
        const query = { metrics: ['occupancy(last)', 'occupancy(last),pctcapacity'][random(2)]!, ...period, ...rows };
        const reply = await explained(made, 'occupancy', query, isTotal);
        const last = reply.results.findLast(({ lastoccupancy }) => lastoccupancy !== null)?.['lastoccupancy'];
        const days = daysOf(reply) ?? [];
        checked += days.length;
        problems.push(
          ...problemsOf(days, last as number | undefined).map((text) => `${text}: ${JSON.stringify(query)}`),
        );
      }
      expect(problems).toEqual([]);
      expect(checked).toBeGreaterThan(0);
    },
    600_000,
  );
});

type Random = (below: number) => number;
const dates = ['2026-03-01', '2026-03-02', '2026-03-03', day];

/** A hall in which everything happens that changes a number of people. */
async function playedHall(random: Random): Promise<Hall> {
  const resetTimes = [{ time: `${String(random(24)).padStart(2, '0')}:00`, value: random(4) }];
  const daily = { resetDaily: true, resetDailyAtTime: true, resetWithHoursOfOp: false, resetTimes };
  const maxStayMinutes = random(2) === 0 ? null : 30 + random(300);
  const corrections = { ...defaultCorrections, endOfDay: random(2) === 0, maxStayMinutes };
  const made = await hall({
    maxCapacity: 10,
    resetConfig: random(3) === 0 ? noReset : daily,
    ...(random(2) === 0 && { corrections }),
  });
  const { org, admin, push, front, back, params, spaceId } = made;
  const { userId } = await world.user({ orgId: org.orgId });
  const begin = at(`${dates[0]}T05:00:00Z`);
  const some = () => begin + 60 * random((utc('15:50') - begin) / 60);
  for (let step = 0; step < 16; step += 1) {
    const now = some();
    const kind = random(6);
    if (kind === 0) {
      const body = { resetDate: iso(now + random(60)), occupants: random(12) };
      await admin.call(addOccupancyReset, { params, body });
    } else if (kind === 1) {
      const by = { orgId: org.orgId, spaceId, actionId: randomUUID(), userId };
      const action = {
        kind: (['press', 'press', 'stop', 'restart'] as const)[random(4)]!,
        at: now,
        change: random(7) - 3,
      };
      await world.registry.system(({ client }) => addAction(client, by, action, new Date(now * 1000)));
    } else {
      const minutes: Record<string, readonly [number, number]> = {};
      for (let each = 0; each < 40; each += 1)
        minutes[iso(now + 60 * each * (1 + random(3))).slice(0, 16)] = [random(4), random(4)];
      await push(random(3) === 0 ? back : front, minutes);
    }
  }
  await world.ingestion.idle();
  return made;
}

const isNear = (one: number, other: number) => Math.abs(one - other) < 0.000_05;

function problemsOf(days: readonly ExplainedDay[], last: number | undefined): string[] {
  const end = days.at(-1)?.end;
  return [
    ...(end === last || (end !== undefined && last !== undefined && isNear(end, last))
      ? []
      : [`${end} is not ${last}`]),
    ...days.flatMap((each, index) => {
      const { base, ins, outs, corrected, stopped, reflected, pressed, overstayed, resets } = each;
      const set = resets.reduce((sum, { before, value }) => sum + value - before, 0);
      const sum = base + ins - outs + corrected - stopped + reflected + pressed - overstayed + set;
      const next = days[index + 1];
      return [
        ...(isNear(sum, each.end) ? [] : [`${each.date} adds up to ${sum}, not ${each.end}`]),
        ...(!next || (next.base === each.end && next.from === each.until) ? [] : [`${next.date} does not follow`]),
      ];
    }),
  ];
}
