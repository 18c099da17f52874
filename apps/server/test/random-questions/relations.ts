import type { WeeklyPeriod } from '@atrium/calendar/opening-hours';
import { eq } from 'drizzle-orm';
import { raiseEstateVersion } from '../../src/registry/directory/store.ts';
import { scheduleAssignment } from '../../src/registry/schema/schedules.ts';
import { daily } from '../hours.ts';
import type { World } from '../world.ts';
import type { Asked, Row } from './asked.ts';
import { ask, isNear } from './check.ts';
import type { Places, Random } from './places.ts';
import { plainQuestion } from './questions.ts';

/** What adds up, by source, and the column that it is answered in. */
const additive: Readonly<Record<string, readonly (readonly [word: string, column: string])[]>> = {
  traffic: [
    ['ins', 'sumins'],
    ['outs', 'sumouts'],
  ],
  pos: [
    ['netsales', 'sumnetsales'],
    ['transactioncount', 'sumtransactioncount'],
  ],
  labor: [['staffhours', 'sumstaffhours']],
  queue: [['queuethroughput', 'sumqueuethroughput']],
  service: [['numberserved', 'sumnumberserved']],
};

/** A relation that answers must have to each other, tried once: what is wrong about it. */
export async function brokenRelations(places: Places, random: Random): Promise<string[]> {
  const asked = additiveQuestion(places, random);
  const [name, relation] = relations[random(relations.length)]!;
  const problems = await relation(places, asked, random);
  return problems.map((problem) => `${name}: ${problem}: ${JSON.stringify(asked)}`);
}

const relations = [
  ['the hours of a day are the day', hoursOfDays],
  ['the highest hour is the highest of the day', peaksOfDays],
  ['the minutes of an hour are its average', areasOfHours],
  ['parts of a set of entities are the set', partsOfSets],
  ['the order of ids changes nothing', orderOfIds],
] as const;

function additiveQuestion(places: Places, random: Random): Asked {
  for (;;) {
    const { countFilter, ...asked } = plainQuestion(places, random);
    const words = additive[asked.source];
    if (words && isDivisible(places, asked)) return { ...asked, countFilter, metrics: words.map(([word]) => word) };
  }
}

/** There are sales, and no sum of a whole day among them: nobody knows when in the day it was. */
function isDivisible({ books, from, to }: Places, { source, startDate, endDate }: Asked): boolean {
  if (source !== 'pos') return true;
  const margin = 86_400;
  const [begin, end] = [Date.parse(startDate) / 1000 - margin, Date.parse(endDate) / 1000 + 2 * margin];
  const sums = books.filter(({ measure }) => measure === 'sales').flatMap(({ wholes }) => wholes);
  return begin < to && from < end && !sums.some((whole) => whole.from < end && begin < whole.to);
}

function columnsOf({ source }: Asked): string[] {
  return additive[source]!.map(([, column]) => column);
}

/** Null if nothing is known. Every row is rounded. */
function sumOf(rows: readonly Row[], column: string): number | null {
  const values = rows.flatMap((row) => (row[column] as number | null) ?? []);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0);
}

function isSum(whole: unknown, parts: readonly Row[], column: string): boolean {
  const sum = sumOf(parts, column);
  if (sum === null || typeof whole !== 'number') return sum === whole;
  return Math.abs(whole - sum) <= 0.000_1 * (parts.length + 2);
}

async function hoursOfDays(places: Places, asked: Asked): Promise<string[]> {
  const by = async (dateGroupings: string | undefined) => (await ask(places, { ...asked, dateGroupings })).results;
  const [hours, days, total] = [await by('hour'), await by('day'), await by(undefined)];
  return columnsOf(asked).flatMap((column) => [
    ...days.flatMap((day) =>
      isSum(day[column], within(day, days, hours), column) ? [] : [`${column} of ${day['recordDate']}`],
    ),
    ...total.flatMap((row) => (isSum(row[column], ofSame(row, days), column) ? [] : [`${column} of all days`])),
  ]);
}

function startOf({ recordDate }: Row): number {
  return Date.parse(String(recordDate));
}

function ofSame({ entityId }: Row, rows: readonly Row[]): Row[] {
  return rows.filter((row) => row['entityId'] === entityId);
}

/** The rows of the same entity from the start of one row to the start of the next. */
function within(day: Row, days: readonly Row[], rows: readonly Row[]): Row[] {
  const begin = startOf(day);
  const end = Math.min(
    ...ofSame(day, days)
      .map(startOf)
      .filter((start) => start > begin),
  );
  return ofSame(day, rows).filter((row) => startOf(row) >= begin && startOf(row) < end);
}

async function peaksOfDays(places: Places, { startDate, endDate, excludeClosedHours }: Asked, random: Random) {
  const asked = {
    ...levelQuestion(places, random),
    startDate,
    endDate,
    excludeClosedHours,
    metrics: ['zoneoccupancy(max)', 'zoneoccupancy(min)'],
  };
  const by = async (dateGroupings: string) => (await ask(places, { ...asked, dateGroupings })).results;
  const [hours, days] = [await by('minute(30)'), await by('day')];
  return days.flatMap((day) =>
    (['max', 'min'] as const).flatMap((how) => {
      const column = `${how}zoneoccupancy`;
      const values = within(day, days, hours).flatMap((row) => (row[column] as number | null) ?? []);
      const expected = values.length === 0 ? null : Math[how](...values);
      return expected === day[column] ? [] : [`${column} of ${day['recordDate']} is not ${expected}`];
    }),
  );
}

/** Areas add up: an average is that of all minutes that were received. */
async function areasOfHours(places: Places, { startDate, excludeClosedHours }: Asked, random: Random) {
  const metrics = ['zoneoccupancy'];
  const asked = { ...levelQuestion(places, random), startDate, endDate: startDate, excludeClosedHours, metrics };
  const by = async (dateGroupings: string) => (await ask(places, { ...asked, dateGroupings })).results;
  const [minutes, hours, days] = [await by('minute(1)'), await by('hour'), await by('day')];
  const column = 'avgzoneoccupancy';
  return [hours, days].flatMap((rows) =>
    rows.flatMap((row) => {
      const values = within(row, rows, minutes).flatMap((minute) => (minute[column] as number | null) ?? []);
      const mean = values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
      return isNear(row[column], mean) ? [] : [`${column} of ${row['recordDate']} is ${row[column]} and not ${mean}`];
    }),
  );
}

function levelQuestion({ books }: Places, random: Random) {
  const areas = books.filter(({ measure, zone }) => measure === 'level' && zone);
  const { zoneId } = areas[random(areas.length)]!.zone!;
  return { source: 'zone_occupancy', entityType: 'zone', entityIds: [zoneId] } as const;
}

async function partsOfSets(places: Places, asked: Asked, random: Random): Promise<string[]> {
  const all = places.entities.filter(({ entityType }) => entityType === asked.entityType);
  const ids = all.map(({ entityId }) => entityId);
  const cut = 1 + random(Math.max(1, ids.length - 1));
  const total = { ...asked, dateGroupings: undefined };
  const joined = async (entityIds: readonly string[]) =>
    entityIds.length === 0 ? [] : (await ask(places, { ...total, entityIds, aggregate: true })).results;
  const [[whole], one, other] = [await joined(ids), await joined(ids.slice(0, cut)), await joined(ids.slice(cut))];
  const { results: single } = await ask(places, { ...total, entityIds: ids });
  return columnsOf(asked).flatMap((column) => [
    ...(isSum(whole![column], [...one, ...other], column) ? [] : [`${column} of two parts`]),
    ...(isSum(whole![column], single, column) ? [] : [`${column} of single rows`]),
  ]);
}

async function orderOfIds(places: Places, asked: Asked, random: Random): Promise<string[]> {
  const all = places.entities.filter(({ entityType }) => entityType === asked.entityType);
  const entityIds = all.map(({ entityId }) => entityId).filter(() => random(3) > 0);
  if (entityIds.length === 0) return [];
  const answers = [];
  for (const ids of [entityIds, entityIds.toReversed()])
    answers.push((await ask(places, { ...asked, entityIds: ids })).results);
  const keyed = answers.map((rows) => rows.map((row) => JSON.stringify(row)).toSorted());
  return keyed[0]!.every((row, at) => row === keyed[1]![at]) ? [] : ['rows differ'];
}

/**
 * What is counted in opening hours and what is counted outside of them is everything. The hours of a location are turned
 * around for it, so nothing else can be asked afterwards.
 */
export async function brokenHours(world: World, places: Places, random: Random, count: number): Promise<string[]> {
  const location = places.entities.find(({ entityType }) => entityType === 'location')!;
  const questions = Array.from({ length: count }, () => {
    const asked = additiveQuestion(places, random);
    const hasLines = asked.source !== 'labor' && asked.source !== 'pos' && random(2) === 0;
    const [entityType, entityId] = hasLines
      ? ofLocation(places, location.entityId, random)
      : (['location', location.entityId] as const);
    return { ...asked, entityType, entityIds: [entityId] };
  });
  const answered = async (excludeClosedHours: boolean) => {
    const rows = [];
    for (const asked of questions) rows.push((await ask(places, { ...asked, excludeClosedHours })).results);
    return rows;
  };
  const whole = await answered(false);
  await open(world, places.org.orgId, location.entityId, daily('09:00', '17:00'));
  const byDay = await answered(true);
  await open(world, places.org.orgId, location.entityId, daily('17:00', '09:00'));
  const byNight = await answered(true);
  return questions.flatMap((asked, at) =>
    whole[at]!.flatMap((row, index) =>
      columnsOf(asked).flatMap((column) => {
        const parts = [byDay[at]![index]!, byNight[at]![index]!];
        if (isSum(row[column], parts, column) || isNear(row[column], sumOf(parts, column))) return [];
        const difference = `${row[column]} is not ${parts.map((part) => part[column]).join(' and ')}`;
        return [`open and closed hours: ${column} ${difference}: ${JSON.stringify(asked)}`];
      }),
    ),
  );
}

async function open(world: World, orgId: string, locationId: string, periods: readonly WeeklyPeriod[]): Promise<void> {
  const versions = [{ effectiveDate: '2020-01-01', periods }];
  const { scheduleId } = await world.hours.schedule({ orgId, versions });
  await world.registry.system(async (tx) => {
    const own = eq(scheduleAssignment.locationId, locationId);
    await tx.sql.update(scheduleAssignment).set({ scheduleId }).where(own);
    await raiseEstateVersion(tx, orgId);
  });
}

function ofLocation({ books }: Places, locationId: string, random: Random) {
  const lines = books.filter((book) => book.locationId === locationId && book.zone);
  return ['zone', lines[random(lines.length)]!.zone!.zoneId] as const;
}
