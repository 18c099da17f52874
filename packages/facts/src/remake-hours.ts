import type { Connection } from './connection.ts';
import { hoursStatement } from './hours.ts';
import { hoursMadeOf, rangeOfMonth, readHoursMade } from './hours-made.ts';
import { instant, int, sql, type Sql } from './literals.ts';
import { HOUR } from './rows.ts';
import type { Tables } from './schema.ts';
import { insertSettings } from './store.ts';

/**
 * Writes the hours of a month (`202611`) from their quarters and then says that they are made. Few series at a time, so that
 * any number of them fits into memory and time. What is there is kept where quarters have less of it, and was not erased.
 */
export async function remakeHours(connection: Connection, tables: Tables, month: number): Promise<void> {
  const { ver } = await readHoursMade(connection, tables);
  const ofMonth = sql`toYYYYMM(at) = ${int(month)}`;
  const rows = await connection.rows(sql`SELECT DISTINCT org, series
FROM (SELECT org, series FROM ${tables.quarter} WHERE ${ofMonth} UNION ALL SELECT org, series FROM ${tables.hour} WHERE ${ofMonth})
ORDER BY org, series`);
  for (const { org, from, to } of portionsOf(rows.map((row) => [Number(row[0]), Number(row[1])]))) {
    const ofSeries = sql`org = ${int(org)} AND series >= ${int(from)} AND series <= ${int(to)}`;
    const keep = sql`(series, toUInt32(at)) NOT IN (${erasedHours(tables.erasure, ofSeries, month)})`;
    const where = sql`${ofSeries} AND ${ofMonth}`;
    await connection.write(hoursStatement(tables, insertSettings({ cluster: false }), where, keep));
  }
  await connection.write(hoursMadeOf(tables, month, ver));
}

/** The series and hours of a month that erasures touch. */
function erasedHours(erasure: Sql, ofSeries: Sql, month: number): Sql {
  const { from, to } = rangeOfMonth(month);
  const first = sql`greatest(intDiv(toUInt32(start), ${int(HOUR)}) * ${int(HOUR)}, ${instant(from)})`;
  const last = sql`least(toUInt32(stop), ${instant(to)})`;
  return sql`SELECT series, toUInt32(arrayJoin(range(toUInt32(${first}), toUInt32(${last}), ${int(HOUR)})))
FROM ${erasure}
WHERE ${ofSeries} AND start < ${instant(to)} AND stop > ${instant(from)}`;
}

/** Half a million hours. */
const MAX_SERIES = 700;

/** Of pairs in their order: ranges of some series of one organization. */
function portionsOf(series: readonly (readonly [number, number])[]): { org: number; from: number; to: number }[] {
  const portions: { org: number; from: number; to: number; size: number }[] = [];
  for (const [org, each] of series) {
    const last = portions.at(-1);
    if (last && last.org === org && last.size < MAX_SERIES) {
      last.to = each;
      last.size += 1;
    } else portions.push({ org, from: each, to: each, size: 1 });
  }
  return portions;
}
