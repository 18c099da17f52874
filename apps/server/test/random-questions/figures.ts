import { limitOf, type ShareKind } from '@atrium/rules/space-capacity';
import { type Book, type Column, minutesIn, type Parts } from './books.ts';
import type { Span } from './clock.ts';
import { visits, waitOf } from './curves.ts';

/** Null where nothing is known. */
export type Figure = (members: readonly Book[], parts: Parts) => number | null;

export interface Metric {
  readonly column: string;
  /** Its average, lowest or highest over the buckets of the grouping. */
  readonly overBuckets?: 'avg' | 'min' | 'max' | undefined;
  readonly of: Figure;
}

export function metricOf(source: string, word: string): Metric {
  const [, name = '', asked] = /^([a-z]+)(?:\(([a-z]+)\))?$/.exec(word)!;
  const ratio = ratios[name];
  if (ratio) return { column: name, of: ratio };
  const sum = (source === 'forecasted_traffic' ? forecasts : sums)[name];
  if (sum) {
    const how = (asked ?? 'sum') as 'sum' | 'avg' | 'min' | 'max';
    return { column: `${how}${name}`, of: sum, overBuckets: how === 'sum' ? undefined : how };
  }
  const how = asked ?? 'avg';
  const of = (figure: Figure) => ({ column: `${how}${name}`, of: figure });
  switch (name) {
    case 'pcttimeoccupied':
      return { column: name, of: timeOccupied };
    case 'pctcapacity':
      return of((members, parts) => share(members, parts, how, 'capacity'));
    case 'targetoccupancypct':
      return of((members, parts) => share(members, parts, how, 'target'));
    case 'occupancy':
    case 'zoneoccupancy':
      return of((members, parts) => level(members, parts, how));
    case 'visitduration':
      return of(visits);
    case 'visitdurationminutes':
      return of((members, parts) => times(visits(members, parts), 1 / 60));
    case 'expectedwaittime':
      return of((members, parts) => wait(members, parts, how));
    case 'expectedwaittimeminutes':
      return of((members, parts) => wholeMinutes(wait(members, parts, how)));
    default: {
      const measure = name === 'waittime' ? 'wait' : 'service';
      return of((members, parts) => sampled(samplesOf(members, parts, measure), how));
    }
  }
}

/** Every received value of a column. */
export function valuesOf(book: Book, spans: readonly Span[], name: Column): number[] {
  const column = book.columns[name];
  const values: number[] = [];
  if (!column) return values;
  for (const span of spans) {
    const { first, end } = minutesIn(book, span);
    for (let index = first; index < end; index += 1) if (!Number.isNaN(column[index])) values.push(column[index]!);
  }
  return values;
}

/** Of all members, minute by minute. */
function added(members: readonly Book[], parts: Parts, name: Column): Map<number, number> {
  const sums = new Map<number, number>();
  for (const book of members) {
    const column = book.columns[name];
    if (!column) continue;
    for (const span of parts(book).flat()) {
      const { first, end, at } = minutesIn(book, span);
      for (let index = first; index < end; index += 1)
        if (!Number.isNaN(column[index])) {
          const minute = at + 60 * (index - first);
          sums.set(minute, (sums.get(minute) ?? 0) + column[index]!);
        }
    }
  }
  return sums;
}

function total(values: Iterable<number>): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function times(value: number | null, factor: number): number | null {
  return value === null ? null : value * factor;
}

function highest(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > found) found = value;
  return found;
}

function lowest(values: Iterable<number>): number {
  return -highest([...values].map((value) => -value));
}

/** The sum of a column with the scale of its lines. */
function counted(measures: readonly string[], name: Column): Figure {
  return (members, parts) => {
    let sum: number | null = null;
    for (const book of members) {
      if (!measures.includes(book.measure)) continue;
      const values = valuesOf(book, parts(book).flat(), name);
      if (values.length > 0) sum = (sum ?? 0) + total(values) * (book.zone?.scale ?? 1);
    }
    return sum;
  };
}

const people = ['people', 'adult'];

/** Null where a sum that cannot be divided would have to be. One that only an early end divides is not in it. */
function amount(measure: string, of: 'value' | 'n', unit = 1): Figure {
  return (members, parts) => {
    let sum: number | null = null;
    for (const book of members) {
      if (book.measure !== measure) continue;
      for (const spans of parts(book)) {
        const values = valuesOf(book, spans, of);
        if (values.length > 0) sum = (sum ?? 0) + total(values);
        for (const whole of book.wholes) {
          const inside = total(
            spans.map(({ from, to }) => Math.max(0, Math.min(to, whole.to) - Math.max(from, whole.from))),
          );
          if (inside === 0) continue;
          const end = spans[0]!.endsEarly;
          if (end !== undefined && whole.from < end && end < whole.to && inside === end - whole.from) continue;
          if (inside < whole.to - whole.from) return null;
          sum = (sum ?? 0) + whole[of];
        }
      }
    }
    return times(sum, unit);
  };
}

/** In the order of their length. */
function samplesOf(members: readonly Book[], parts: Parts, measure: string): number[] {
  const found: number[] = [];
  for (const book of members) {
    if (book.measure !== measure) continue;
    for (const { from, to } of parts(book).flat())
      for (let index = firstSample(book, from); index < book.samples.length; index += 1) {
        const { at, seconds } = book.samples[index]!;
        if (at >= to) break;
        found.push(seconds);
      }
  }
  return found.toSorted((one, other) => one - other);
}

function firstSample({ samples }: Book, from: number): number {
  let [low, high] = [0, samples.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (samples[middle]!.at >= from) high = middle;
    else low = middle + 1;
  }
  return low;
}

function served(measure: string): Figure {
  return (members, parts) => {
    const count = samplesOf(members, parts, measure).length;
    const isHeard = members.some(
      (book) => book.measure === measure && valuesOf(book, parts(book).flat(), 'heard').length > 0,
    );
    return count > 0 || isHeard ? count : null;
  };
}

const ins = counted(people, 'ins');
const outs = counted(people, 'outs');
const sales = amount('sales', 'value', 0.01);
const items = amount('items', 'value');
const transactions = amount('sales', 'n');
const staffHours = amount('labor', 'value', 1 / 3600);

const sums: Record<string, Figure> = {
  ins,
  outs,
  netsales: sales,
  itemcount: items,
  transactioncount: transactions,
  staffhours: staffHours,
  queuethroughput: served('wait'),
  numberserved: served('service'),
};

const forecasts: Record<string, Figure> = {
  ins: counted(people, 'forecastIns'),
  outs: counted(people, 'forecastOuts'),
};

/** Of a cell that is the local day it was forecast for, and nothing else. */
function band(name: 'lowins' | 'highins' | 'lowouts' | 'highouts'): Figure {
  return (members, parts) => {
    const [book] = members.filter(({ measure }) => measure === 'forecast');
    const [spans, ...others] = book ? parts(book) : [];
    if (!spans || others.length > 0 || spans.length !== 1) return null;
    const [{ from, to }] = spans as [Span];
    return book!.bands.find((each) => each.from === from && each.to === to)?.[name] ?? null;
  };
}

function per(part: Figure, whole: Figure): Figure {
  return (members, parts) => {
    const [a, b] = [part(members, parts), whole(members, parts)];
    return a === null || b === null || b === 0 ? null : a / b;
  };
}

function gender(measure: string, way: 'ins' | 'outs'): Figure {
  const all: Figure = (members, parts) => {
    const each = ['male', 'female', 'unknown'].map((one) => counted([one], way)(members, parts));
    return each.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
  };
  return per(counted([measure], way), all);
}

function without(all: Figure): Figure {
  return (members, parts) => {
    const [came, bought] = [all(members, parts), transactions(members, parts)];
    return came === null || bought === null ? null : Math.max(0, came - bought);
  };
}

const ratios: Record<string, Figure> = {
  maleinspct: gender('male', 'ins'),
  maleoutspct: gender('male', 'outs'),
  femaleinspct: gender('female', 'ins'),
  femaleoutspct: gender('female', 'outs'),
  unknowninspct: gender('unknown', 'ins'),
  unknownoutspct: gender('unknown', 'outs'),
  itemvalue: per(sales, items),
  itemssoldpercustomer: per(items, transactions),
  conversionrateins: per(transactions, ins),
  conversionrateouts: per(transactions, outs),
  trafficvalueins: per(sales, ins),
  trafficvalueouts: per(sales, outs),
  itemssoldpertrafficins: per(items, ins),
  itemssoldpertrafficouts: per(items, outs),
  browsersins: without(ins),
  browsersouts: without(outs),
  trafficperstaffhourins: per(ins, staffHours),
  trafficperstaffhourouts: per(outs, staffHours),
  netsalesperstaffhour: per(sales, staffHours),
  itemssoldperstaffhour: per(items, staffHours),
  transactioncountperstaffhour: per(transactions, staffHours),
  lowins: band('lowins'),
  highins: band('highins'),
  lowouts: band('lowouts'),
  highouts: band('highouts'),
};

function sampled(seconds: readonly number[], how: string): number | null {
  if (seconds.length === 0) return null;
  const middle = (seconds.length - 1) / 2;
  switch (how) {
    case 'total':
      return total(seconds);
    case 'max':
      return seconds.at(-1)!;
    case 'median':
      return (seconds[Math.floor(middle)]! + seconds[Math.ceil(middle)]!) / 2;
    case 'trimmedmean': {
      // A tenth of the weight is cut off at each end; a visit on the border counts in part.
      const [low, high] = [seconds.length / 10, (seconds.length * 9) / 10];
      const kept = seconds.map((_, i) => Math.max(0, Math.min(i + 1, high) - Math.max(i, low)));
      return total(seconds.map((each, i) => each * kept[i]!)) / (high - low);
    }
    default:
      return total(seconds) / seconds.length;
  }
}

function level(members: readonly Book[], parts: Parts, how: string): number | null {
  const areas = members.map((book) => valuesOf(book, parts(book).flat(), 'area'));
  const heard = members.filter((_, i) => areas[i]!.length > 0);
  if (heard.length === 0) return null;
  switch (how) {
    case 'avg':
      return total(areas.map((all) => (all.length === 0 ? 0 : total(all) / (60 * all.length))));
    case 'last':
      return total(heard.map((book) => valuesOf(book, parts(book).flat(), 'last').at(-1)!));
    case 'max':
      return highest(added(heard, parts, 'hi').values());
    default:
      return lowest(added(heard, parts, 'lo').values());
  }
}

/** Of one space: each minute is divided by the limit that it had. */
function share([book]: readonly Book[], parts: Parts, how: string, kind: ShareKind): number | null {
  const column = { avg: 'area', min: 'lo', max: 'hi', last: 'last' }[how] as Column;
  const values = book?.columns[column];
  if (!book || !values) return null;
  const found: number[] = [];
  for (const span of parts(book).flat()) {
    const { first, end, at } = minutesIn(book, span);
    for (let index = first; index < end; index += 1) {
      const minute = at + 60 * (index - first);
      const held = book.space?.capacities.find(({ from, to }) => from <= minute && minute < to);
      const limit = held && limitOf(kind, held);
      if (Number.isNaN(values[index]) || limit === undefined) continue;
      found.push(values[index]! / (column === 'area' ? 60 : 1) / limit);
    }
  }
  return together(found, how);
}

function timeOccupied(members: readonly Book[], parts: Parts): number | null {
  const inside = [...added(members, parts, 'last').values()];
  return inside.length === 0 ? null : inside.filter((count) => count > 0).length / inside.length;
}

/** Of one space. */
function wait([book]: readonly Book[], parts: Parts, how: string): number | null {
  if (!book) return null;
  waitOf(book);
  return together(valuesOf(book, parts(book).flat(), 'wait'), how);
}

function together(values: readonly number[], how: string): number | null {
  if (values.length === 0) return null;
  if (how === 'last') return values.at(-1)!;
  if (how === 'min') return lowest(values);
  return how === 'max' ? highest(values) : total(values) / values.length;
}

/** Nobody should wait longer than they were told; a hair above a minute is that minute. */
function wholeMinutes(seconds: number | null): number | null {
  return seconds === null ? null : Math.ceil(seconds / 60 - 1e-9);
}
