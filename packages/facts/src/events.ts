import { append } from './append.ts';
import { checkEventQuestion } from './check-kinds.ts';
import type { EventFacts } from './facts-interface.ts';
import type { EventKey, EventQuestion, StoredEvent } from './kind-questions.ts';
import { eventKind } from './kinds.ts';
import { instant, int, ints, sql, uint64, type Sql } from './literals.ts';
import type { QueryOptions } from './question.ts';
import { DAY, eventTypes } from './rows.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

export function openEvents(store: Store): EventFacts {
  return {
    append: (rows) => append(store, eventKind, rows),
    read: (question, asking) => read(store, question, asking),
  };
}

/** Page by page, so that no more than one is in memory. */
async function* read(
  { connection, tables }: Store,
  question: EventQuestion,
  { signal }: QueryOptions = {},
): AsyncGenerator<StoredEvent[], void, void> {
  checkEventQuestion(question);
  const { pageSize = PAGE, limits } = question;
  if (question.series.length === 0 || question.from === question.to) return;
  let { after } = question;
  for (;;) {
    const statement = eventStatement(tables, { ...question, after, pageSize });
    const [series, at, track, type, logic, ms, keepUntil] = await connection.read(
      statement,
      ['UInt32', 'Float64', 'UInt64', 'UInt8', 'UInt32', 'UInt32', 'UInt16'],
      { signal, limits },
    );
    const page = Array.from(series, (each, row) => ({
      series: each,
      at: at[row]! / 1000,
      track: track[row]!,
      type: eventTypes[type[row]! - 1]!,
      logic: logic[row]!,
      ms: ms[row]!,
      keepUntil: keepUntil[row]! * DAY,
    }));
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1);
  }
}

const PAGE = 20_000;

/** In the order of the key, which is the order of the files: a page reads little more than itself. What should be gone by now is not shown. */
export function eventStatement({ event }: Tables, question: EventQuestion & { pageSize: number }): Sql {
  const { org, series, from, to, after, pageSize } = question;
  const wanted = [...new Set(series)].filter((each) => each >= (after?.series ?? 0)).toSorted((a, b) => a - b);
  const within = sql`at >= ${moment(from)} AND at < ${moment(to)} AND keep_until > toDate(now('UTC'))`;
  return sql`SELECT series, toFloat64(toUnixTimestamp64Milli(at)), track, toUInt8(toInt8(type)), logic, ms, toUInt16(keep_until)
FROM ${event} FINAL
WHERE org = ${int(org)} AND series IN (${ints(wanted)}) AND ${within}${after ? behind(after) : sql``}
ORDER BY org, series, at, track, type, logic
LIMIT ${int(pageSize)}`;
}

function moment(seconds: number): Sql {
  return sql`toDateTime64(${instant(seconds)}, 3, 'UTC')`;
}

function behind({ series, at, track, type, logic }: EventKey): Sql {
  const key = sql`series, toUnixTimestamp64Milli(at), track, toInt8(type), logic`;
  const last = sql`${int(series)}, ${int(Math.round(at * 1000))}, ${uint64(track)}, ${int(eventTypes.indexOf(type) + 1)}, ${int(logic)}`;
  return sql` AND (${key}) > (${last})`;
}
