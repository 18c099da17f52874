import { limitOf, type ShareKind } from '@atrium/rules/space-capacity';
import type { Book } from './books.ts';
import type { Bucket } from './buckets.ts';

export interface Metric {
  readonly column: string;
  /** Its average, lowest or highest over the buckets of the grouping. */
  readonly overBuckets?: 'avg' | 'min' | 'max' | undefined;
  readonly of: (members: readonly Book[], bucket: Bucket) => number | null;
}

export function metricOf(word: string): Metric {
  const [, name = '', asked] = /^([a-z]+)(?:\(([a-z]+)\))?$/.exec(word)!;
  const ratio = ratios[name];
  if (ratio) return { column: name, of: ratio };
  const sum = sums[name];
  if (sum) {
    const how = (asked ?? 'sum') as 'sum' | 'avg' | 'min' | 'max';
    return { column: `${how}${name}`, of: sum, overBuckets: how === 'sum' ? undefined : how };
  }
  if (name === 'pcttimeoccupied') return { column: name, of: timeOccupied };
  const how = asked ?? 'avg';
  const limit = limits[name];
  if (limit) return { column: `${how}${name}`, of: (of, bucket) => share(of, bucket, how, limit) };
  if (name === 'zoneoccupancy' || name === 'occupancy')
    return { column: `${how}${name}`, of: (of, bucket) => level(of, bucket, how) };
  const measure = name === 'waittime' ? 'wait' : 'service';
  return { column: `${how}${name}`, of: (of, bucket) => sampled(samplesOf(of, bucket, measure), how) };
}

type Sum = (members: readonly Book[], bucket: Bucket) => number | null;

function counted(measure: string, way: 'ins' | 'outs'): Sum {
  return (members, { intervals }) => {
    let sum: number | null = null;
    for (const { counts, zone, measure: own } of members) {
      if (own !== measure && !(measure === 'people' && own === 'adult')) continue;
      for (const { minutes } of intervals)
        for (const minute of minutes) {
          const count = counts.get(minute);
          if (count) sum = (sum ?? 0) + count[way] * (zone?.scale ?? 1);
        }
    }
    return sum;
  };
}

/** Null where a sum that cannot be divided would have to be. */
function amount(measure: string, of: 'value' | 'n', unit = 1): Sum {
  return (members, { intervals }) => {
    let sum: number | null = null;
    for (const { amounts, wholes, measure: own } of members) {
      if (own !== measure) continue;
      for (const { minutes } of intervals) {
        for (const minute of minutes) {
          const found = amounts.get(minute);
          if (found) sum = (sum ?? 0) + found[of];
        }
        const here = wholes.length > 0 ? new Set(minutes) : undefined;
        for (const whole of wholes) {
          const inside = whole.minutes.filter((minute) => here?.has(minute)).length;
          if (inside === 0) continue;
          if (inside < whole.minutes.length) return null;
          sum = (sum ?? 0) + whole[of];
        }
      }
    }
    return sum === null ? null : sum * unit;
  };
}

function samplesOf(members: readonly Book[], { intervals }: Bucket, measure: string): number[] {
  const minutes = new Set(intervals.flatMap((interval) => interval.minutes));
  return members
    .filter((book) => book.measure === measure)
    .flatMap(({ samples }) => samples)
    .filter((sample) => minutes.has(sample.at - (sample.at % 60)))
    .map(({ seconds }) => seconds)
    .toSorted((a, b) => a - b);
}

function visits(measure: string): Sum {
  return (members, bucket) => {
    const count = samplesOf(members, bucket, measure).length;
    const those = members.filter((book) => book.measure === measure);
    return count > 0 || heardIn(those, bucket) > 0 ? count : null;
  };
}

const ins = counted('people', 'ins');
const outs = counted('people', 'outs');
const sales = amount('sales', 'value', 0.01);
const items = amount('items', 'value');
const transactions = amount('sales', 'n');
const staffHours = amount('labor', 'value', 1 / 3600);

const sums: Record<string, Sum> = {
  ins,
  outs,
  netsales: sales,
  itemcount: items,
  transactioncount: transactions,
  staffhours: staffHours,
  queuethroughput: visits('wait'),
  numberserved: visits('service'),
};

function per(part: Sum, whole: Sum): Sum {
  return (members, bucket) => {
    const [a, b] = [part(members, bucket), whole(members, bucket)];
    return a === null || b === null || b === 0 ? null : a / b;
  };
}

function gender(measure: string, way: 'ins' | 'outs'): Sum {
  const all: Sum = (members, bucket) => {
    const parts = ['male', 'female', 'unknown'].map((each) => counted(each, way)(members, bucket));
    return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
  };
  return per(counted(measure, way), all);
}

function without(all: Sum): Sum {
  return (members, bucket) => {
    const [people, buyers] = [all(members, bucket), transactions(members, bucket)];
    return people === null || buyers === null ? null : Math.max(0, people - buyers);
  };
}

const ratios: Record<string, Sum> = {
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
};

function sampled(seconds: readonly number[], how: string): number | null {
  if (seconds.length === 0) return null;
  const total = seconds.reduce((sum, each) => sum + each, 0);
  const middle = (seconds.length - 1) / 2;
  switch (how) {
    case 'total':
      return total;
    case 'max':
      return seconds.at(-1)!;
    case 'median':
      return (seconds[Math.floor(middle)]! + seconds[Math.ceil(middle)]!) / 2;
    case 'trimmedmean': {
      // A tenth of the weight is cut off at each end; a visit on the border counts in part.
      const [low, high] = [seconds.length / 10, (seconds.length * 9) / 10];
      const kept = seconds.map((_, i) => Math.max(0, Math.min(i + 1, high) - Math.max(i, low)));
      return seconds.reduce((sum, each, i) => sum + each * kept[i]!, 0) / (high - low);
    }
    default:
      return total / seconds.length;
  }
}

function level(members: readonly Book[], { intervals }: Bucket, how: string): number | null {
  const minutes = intervals.flatMap((interval) => interval.minutes);
  const zones = members.filter(({ measure }) => measure === 'level');
  const read = zones.map(({ levels }) => minutes.flatMap((minute) => levels.get(minute) ?? []));
  if (read.every((readings) => readings.length === 0)) return null;
  const heard = read.filter((readings) => readings.length > 0);
  if (how === 'avg')
    return heard.reduce((sum, all) => sum + all.reduce((area, each) => area + each.area, 0) / (60 * all.length), 0);
  if (how === 'last') return heard.reduce((sum, all) => sum + all.at(-1)!.last, 0);
  const edge = how === 'max' ? 'hi' : 'lo';
  const together = minutes.flatMap((minute) => {
    const now = zones.flatMap(({ levels }) => levels.get(minute) ?? []);
    return now.length === 0 ? [] : [now.reduce((sum, each) => sum + each[edge], 0)];
  });
  return how === 'max' ? Math.max(...together) : Math.min(...together);
}

const limits: Record<string, ShareKind> = { pctcapacity: 'capacity', targetoccupancypct: 'target' };

/** Of one space: each minute is divided by the limit that it had. */
function share([book]: readonly Book[], { intervals }: Bucket, how: string, kind: ShareKind): number | null {
  const shares = intervals
    .flatMap(({ minutes }) => minutes)
    .flatMap((minute) => {
      const reading = book?.levels.get(minute);
      const held = book?.space?.capacities.find(({ from, to }) => from <= minute && minute < to);
      const limit = held && limitOf(kind, held);
      if (!reading || limit === undefined) return [];
      const { area, lo, hi, last } = reading;
      return [{ avg: area / 60 / limit, min: lo / limit, max: hi / limit, last: last / limit }];
    });
  if (shares.length === 0) return null;
  switch (how) {
    case 'last':
      return shares.at(-1)!.last;
    case 'min':
      return Math.min(...shares.map(({ min }) => min));
    case 'max':
      return Math.max(...shares.map(({ max }) => max));
    default:
      return shares.reduce((sum, { avg }) => sum + avg, 0) / shares.length;
  }
}

function timeOccupied(members: readonly Book[], { intervals }: Bucket): number | null {
  const inside = intervals
    .flatMap(({ minutes }) => minutes)
    .flatMap((minute) => {
      const now = members.flatMap(({ levels }) => levels.get(minute) ?? []);
      return now.length === 0 ? [] : [now.reduce((sum, { last }) => sum + last, 0)];
    });
  return inside.length === 0 ? null : inside.filter((people) => people > 0).length / inside.length;
}

function heardIn(members: readonly Book[], { intervals }: Bucket): number {
  let seconds = 0;
  for (const { heard } of members)
    for (const { minutes } of intervals) for (const minute of minutes) seconds += heard.get(minute) ?? 0;
  return seconds;
}
