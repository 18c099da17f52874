import { dataCalls } from '@atrium/contract/data';
import { queryOf as searchOf } from '../client.ts';
import { type Asked, queryOf, type Row } from './asked.ts';
import { answerOf, type Expected, isByValue } from './oracle.ts';
import type { Places } from './places.ts';

export interface Reply {
  readonly results: readonly Row[];
  readonly previousResults?: readonly Row[];
  readonly trendResults?: readonly { readonly label: string; readonly results: readonly Row[] }[];
  readonly comparisonResults?: readonly Row[];
}

/** Asks, and checks the reply against the contract if it is wanted: that takes longer than the answer. */
export async function ask({ client }: Pick<Places, 'client'>, asked: Asked, isChecked = false): Promise<Reply> {
  const { detail, total } = dataCalls[asked.source];
  const call = asked.dateGroupings === undefined ? total : detail;
  const query = queryOf(asked);
  if (isChecked) return (await client.call(call, { query } as never)) as unknown as Reply;
  const headers = { cookie: client.cookieHeader() };
  const response = await fetch(`${client.url}${call.path}${searchOf(query)}`, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}: ${JSON.stringify(asked)}`);
  return JSON.parse(text) as Reply;
}

/** What is wrong with a reply; nothing if it is what the readings say. */
export function problemsOf(places: Places, asked: Asked, reply: Reply, now: number): string[] {
  const all = answerOf(places, asked, now);
  const sorted = isByValue(asked) ? asked.order : undefined;
  const { results } = reply;
  const length = Math.min(all.length, asked.limit ?? all.length);
  if (results.length !== length) return [`${results.length} rows instead of ${length}`];
  const expected = sorted ? inOrderOf(results, all) : all;
  if (typeof expected === 'string') return [expected];
  const problems = [
    ...(sorted ? orderProblems(sorted, results, expected, all) : []),
    ...expected.flatMap(({ row }, at) => differences('', [row], results[at])),
  ];
  const earlier = asked.previousPeriod
    ? [reply.previousResults]
    : (reply.trendResults ?? []).map((each) => each.results);
  const windows = asked.previousPeriod ? 1 : (asked.trendComparison ?? 0);
  for (let window = 0; window < windows; window += 1)
    for (const [at, { earlier: rows }] of expected.entries())
      problems.push(...differences(`${window + 1} ago of ${at}: `, rows[window]!, earlier[window]?.[at]));
  if (asked.others)
    for (const [at, { beside }] of expected.entries())
      problems.push(...differences(`beside ${at}: `, [beside!], reply.comparisonResults?.[at]));
  return problems.slice(0, 3);
}

function inOrderOf(found: readonly Row[], all: readonly Expected[]): Expected[] | string {
  const byName = new Map(all.map((each) => [each.name, each]));
  const rows = found.map((row) => byName.get(nameOf(row)));
  if (new Set(rows).size < rows.length || rows.includes(undefined)) return 'rows that are not expected, or twice';
  return rows as Expected[];
}

export function nameOf({ recordDate, weekday, hour, entityId, name, timezone }: Row): string {
  const place = recordDate === undefined ? [weekday, hour].filter((each) => each !== undefined) : [recordDate];
  return [...place, entityId, name, timezone].join(' ');
}

/** Rows without a value come last, equal ones in the usual order; no row that was left out comes before one that is shown. */
function orderProblems(
  keys: readonly string[],
  found: readonly Row[],
  shown: readonly Expected[],
  all: readonly Expected[],
) {
  const problems: string[] = [];
  const usual = new Map(all.map((each, at) => [each, at]));
  for (let at = 1; at < found.length; at += 1) {
    const difference = compared(keys, found[at - 1]!, found[at]!, 0);
    if (difference > 0 || (difference === 0 && usual.get(shown[at - 1]!)! > usual.get(shown[at]!)!))
      problems.push(`row ${at} comes too late`);
  }
  const last = shown.at(-1);
  const isShown = new Set(shown);
  for (const each of all)
    if (last && !isShown.has(each) && compared(keys, last.row, each.row, 0.000_2) > 0)
      problems.push(`${each.name} was left out`);
  return problems;
}

function compared(keys: readonly string[], one: Row, other: Row, tolerance: number): number {
  for (const key of keys) {
    const [column, sign] = key.startsWith('-') ? [key.slice(1), -1] : [key, 1];
    const [a, b] = [one[column], other[column]];
    if (typeof a === 'string' || typeof b === 'string') {
      const difference = String(a).localeCompare(String(b), 'en');
      if (difference !== 0) return sign * difference;
    } else if (a === null || b === null) {
      if (a !== b) return a === null ? 1 : -1;
    } else if (Math.abs(a! - b!) > tolerance) return sign * (a! - b!);
    else if (a !== b) return 0;
  }
  return 0;
}

/** Any of the expected rows will do. */
function differences(place: string, expected: readonly Row[], found: Row | undefined): string[] {
  if (!found) return [`${place}missing`];
  const each = expected.map((row) => {
    const columns = new Set([...Object.keys(row), ...Object.keys(found)]);
    // The tests of corrections prove which rows name them.
    columns.delete('corrected');
    return [...columns].flatMap((column) =>
      isNear(found[column], row[column])
        ? []
        : [`${place}${column} of ${nameOf(row)} is ${found[column]} instead of ${row[column]}`],
    );
  });
  return each.some((wrong) => wrong.length === 0) ? [] : each[0]!.slice(0, 1);
}

/** The same to the fourth decimal. */
export function isNear(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return Math.abs(one - other) < 0.000_15;
}
