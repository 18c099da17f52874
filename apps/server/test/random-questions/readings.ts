import { shares } from '@atrium/facts/oracle-rows';
import { packVer } from '@atrium/facts/version';
import { rollupMark } from '../../src/registry/schema/series.ts';
import type { Organization } from '../estate.ts';
import type { World } from '../world.ts';
import { type Book, columnOf, indexOf, minuteOf, minutesIn } from './books.ts';
import { glanceAt, type Span, startOfDate } from './clock.ts';

/** When something is read, and what decides it. */
export interface Stretch extends Span {
  readonly random: (below: number) => number;
}

const day = 86_400;
type Rows = Record<'counts' | 'levels' | 'samples' | 'heard' | 'amounts' | 'forecasts', object[]>;

/**
 * Makes up what all series say, and appends it to the facts: some of it with other numbers before, some of it twice, and
 * the end of a day late, when its quarters are already computed.
 */
export async function keepAll(world: World, org: Organization, books: readonly Book[], stretch: Stretch) {
  const { facts } = world;
  const [first, second, late] = [noRows(), noRows(), noRows()];
  const marks: { series: number; day: number }[] = [];
  for (const book of books) {
    const made = noRows();
    keep(book, org.factOrg, stretch, made);
    const lateDay = stretch.random(3) === 0 ? stretch.from - (stretch.from % day) + day * stretch.random(3) : undefined;
    for (const kind of ['counts', 'levels'] as const) {
      for (const row of made[kind] as { at: number; ver: bigint }[]) {
        const isLate = lateDay !== undefined && row.at >= lateDay + 43_200 && row.at < lateDay + day;
        (isLate ? late : second)[kind].push(row);
        if (stretch.random(20) === 0) first[kind].push(earlierThan(row));
        if (stretch.random(40) === 0) late[kind].push(row);
      }
      if (lateDay !== undefined && made[kind].length > 0) marks.push({ series: book.series, day: lateDay });
    }
    for (const kind of ['samples', 'heard', 'amounts', 'forecasts'] as const) second[kind].push(...made[kind]);
  }
  const append = async ({ counts, levels, samples, heard, amounts, forecasts }: Rows) => {
    await facts.append(counts as never);
    await facts.levels.append(levels as never);
    await facts.samples.append(samples as never);
    await facts.heard.append(heard as never);
    await facts.amounts.append(amounts as never);
    await facts.forecasts.append(forecasts as never);
  };
  const [from, to] = [stretch.from - (stretch.from % day), stretch.to + day];
  const seriesWith = (column: 'ins' | 'last') => books.flatMap((book) => (book.columns[column] ? [book.series] : []));
  await append(first);
  await append(second);
  await facts.rebuild(org.factOrg, seriesWith('ins'), from, to);
  await facts.levels.rebuild(org.factOrg, seriesWith('last'), from, to);
  await append(late);
  // Not ready, so that its quarters are not computed meanwhile.
  const mark = { orgId: org.orgId, lane: 0, seq: 1, ready: false };
  const dated = marks.map((each) => ({
    seriesId: each.series,
    day: new Date(each.day * 1000).toISOString().slice(0, 10),
  }));
  if (dated.length > 0)
    await world.registry.system(({ sql }) =>
      sql.insert(rollupMark).values(dated.map((each) => ({ ...mark, ...each }))),
    );
}

function noRows(): Rows {
  return { counts: [], levels: [], samples: [], heard: [], amounts: [], forecasts: [] };
}

/** What was said of the same minute before. */
function earlierThan<Row extends { ver: bigint }>(row: Row): Row {
  const { ins, last } = row as { ins?: number; last?: number };
  const other = ins === undefined ? { last: last! + 3, hi: last! + 3, lo: 0, area: 60 } : { ins: ins + 2, outs: 9 };
  return { ...row, ...other, ver: packVer({ rank: 'final', seq: 1n, generation: 1 }) };
}

/** Makes up what a series says. */
function keep(book: Book, org: number, stretch: Stretch, into: Rows): void {
  const ver = packVer({ rank: 'final', seq: 1000n + BigInt(book.series), generation: 1 });
  const row = { org, series: book.series, gone: 0 as const, ver };
  switch (book.measure) {
    case 'wait':
    case 'service':
      return keepSamples(book, row, stretch, into);
    case 'level':
      return keepLevels(book, row, stretch, into);
    case 'sales':
    case 'items':
      return keepSales(book, row, stretch, into);
    case 'labor':
      return keepShifts(book, row, stretch, into);
    case 'forecast':
      return keepBands(book, row, stretch, into);
    default:
      keepCounts(book, row, stretch, into);
      if (book.measure === 'people') keepForecast(book, row, stretch, into);
  }
}

type Base = { org: number; series: number; gone: 0; ver: bigint };

function keepCounts(book: Book, row: Base, stretch: Stretch, { counts }: Rows): void {
  const [ins, outs] = (['ins', 'outs'] as const).map((name) => columnOf(book, name));
  const begin = indexOf(book, stretch.from);
  for (const minute of minutesWithGaps(stretch)) {
    const index = begin + minute;
    ins![index] = stretch.random(6);
    outs![index] = stretch.random(6);
    const at = stretch.from + 60 * minute;
    counts.push({ ...row, at, span: 60, ins: ins![index], outs: outs![index], flags: 0 });
  }
}

function keepLevels(book: Book, row: Base, stretch: Stretch, { levels }: Rows): void {
  const names = ['last', 'lo', 'hi', 'area'] as const;
  const columns = names.map((name) => columnOf(book, name));
  const begin = indexOf(book, stretch.from);
  const unit = book.space ? 10_000 : 1;
  let people = 0;
  for (const minute of minutesWithGaps(stretch)) {
    people = Math.max(0, people + stretch.random(7) - 3);
    const [lo, hi] = [Math.max(0, people - stretch.random(3)), people + stretch.random(3)];
    const values = [people, lo, hi, 30 * (lo + hi)];
    const named = names.map((name, i) => {
      columns[i]![begin + minute] = values[i]!;
      return [name, unit * values[i]!] as const;
    });
    levels.push({ ...row, at: stretch.from + 60 * minute, span: 60, ...Object.fromEntries(named) });
  }
}

function keepSamples(book: Book, row: Base, { from, to, random }: Stretch, { samples, heard }: Rows): void {
  const column = columnOf(book, 'heard');
  const begin = indexOf(book, from);
  for (let quarter = from; quarter < to; quarter += 900) {
    if (random(12) === 0) continue;
    const first = begin + (quarter - from) / 60;
    column.fill(60, first, first + 15);
    heard.push({ ...row, at: quarter, seconds: 900 });
  }
  const found: { at: number; seconds: number }[] = [];
  for (let i = 0; i < 200; i += 1) {
    const at = from + random(to - from);
    if (column[indexOf(book, minuteOf(at))]! > 0) found.push({ at, seconds: random(900_000) / 1000 });
  }
  book.samples.push(...found);
  book.samples.sort((one, other) => one.at - other.at);
  for (const [id, { at, seconds }] of found.entries())
    samples.push({ ...row, at, id: BigInt(id), ms: Math.round(seconds * 1000), n: 1, outcome: 'unknown' });
}

/** Receipts at instants, on some days only the sum of the day. */
function keepSales(book: Book, row: Base, stretch: Stretch, { amounts }: Rows): void {
  for (let start = stretch.from; start + day <= stretch.to; start += day) {
    if (stretch.random(4) === 0) {
      const whole = { value: stretch.random(90_000), n: stretch.random(30) };
      book.wholes.push({ from: start, to: start + day, ...whole });
      amounts.push({ ...row, ...whole, at: start, span: day, employee: 0n, indivisible: true });
      continue;
    }
    const seen = new Set<number>();
    for (let i = 0; i < 40; i += 1) {
      const at = start + stretch.random(day);
      if (seen.has(at)) continue;
      seen.add(at);
      const receipt = { value: stretch.random(20_000) - 2000, n: 1 + stretch.random(2) };
      add(book, minuteOf(at), receipt);
      amounts.push({ ...row, ...receipt, at, span: 1, employee: 0n, indivisible: false });
    }
  }
}

function keepShifts(book: Book, row: Base, stretch: Stretch, { amounts }: Rows): void {
  for (let i = 0; i < 25; i += 1) {
    const at = stretch.from + stretch.random(stretch.to - stretch.from);
    const span = 1800 + stretch.random(30_000);
    const minutes = Math.max(1, Math.floor((span + 30) / 60));
    const [values, numbers] = [shares(span, minutes), shares(1, minutes)];
    values.forEach((value, k) => add(book, minuteOf(at) + 60 * k, { value, n: numbers[k]! }));
    amounts.push({ ...row, at, span, value: span, n: 1, employee: BigInt(i + 1), indivisible: false });
  }
}

/** Shifts may end a day after the last reading. */
function add(book: Book, minute: number, amount: { value: number; n: number }): void {
  const index = indexOf(book, minute);
  for (const name of ['value', 'n'] as const) {
    const column = columnOf(book, name);
    column[index] = (Number.isNaN(column[index]) ? 0 : column[index]!) + amount[name];
  }
}

const forecast = { made: 1_700_000_000, model: 'm1' };

/** Hours of a line, in hundredths of a person. */
function keepForecast(book: Book, row: Base, { from, to, random }: Stretch, { forecasts }: Rows): void {
  const [ins, outs] = (['forecastIns', 'forecastOuts'] as const).map((name) => columnOf(book, name));
  const begin = indexOf(book, from);
  for (let at = from; at + 3600 <= to; at += 3600) {
    if (random(10) === 0) continue;
    const said = { ins: random(30_000), outs: random(30_000) };
    const index = begin + (at - from) / 60;
    shares(said.ins, 60).forEach((share, k) => (ins![index + k] = share / 100));
    shares(said.outs, 60).forEach((share, k) => (outs![index + k] = share / 100));
    forecasts.push({ ...row, ...forecast, at, grain: 'hour', span: 3600, ...said });
  }
}

/** Local days of a location. */
function keepBands(book: Book, row: Base, { from, to, random }: Stretch, { forecasts }: Rows): void {
  const dates = new Set<string>();
  for (let at = from; at < to; at += 3600) dates.add(glanceAt(book.timezone, at).day);
  const starts = [...dates].map((date) => startOfDate(book.timezone, date));
  for (const [index, begin] of starts.slice(0, -1).entries()) {
    if (random(5) === 0) continue;
    const [low, high] = [random(500), 500 + random(500)];
    const bands = { lowIns: 100 * low, highIns: 100 * high, lowOuts: 50 * low, highOuts: 50 * high };
    const span = { from: begin, to: starts[index + 1]! };
    book.bands.push({ ...span, lowins: low, highins: high, lowouts: low / 2, highouts: high / 2 });
    const values = { ins: 0, outs: 0, bands };
    forecasts.push({ ...row, ...forecast, ...values, at: begin, grain: 'day', span: span.to - span.from });
  }
}

/** Nothing that was measured in this time counts, although it was received. A forecast is not measured. */
export function excluded(book: Book, span: Span): void {
  const { forecastIns: _ins, forecastOuts: _outs, ...measured } = book.columns;
  const { first, end } = minutesIn(book, span);
  for (const column of Object.values(measured)) column.fill(Number.NaN, first, end);
  const left = book.samples.filter(({ at }) => at < span.from || at >= span.to);
  book.samples.splice(0, book.samples.length, ...left);
}

function* minutesWithGaps({ from, to, random }: Stretch): Generator<number> {
  const minutes = (to - from) / 60;
  for (let index = 0; index < minutes; index += 1) {
    // Now and then hours are missing, and single minutes.
    if (random(700) === 0) index += random(300);
    if (random(15) > 0 && index < minutes) yield index;
  }
}
