import type { RawFacts } from './facts-interface.ts';
import { int, ints, join, sql, uint64, word, type Sql } from './literals.ts';
import type { RawDaysQuestion, RawHeader, RawKey, RawQuestion } from './raw-question.ts';
import { DAY } from './rows.ts';
import type { Tables } from './schema.ts';
import type { Store } from './store.ts';

export function openRaw({ connection, tables }: Store): RawFacts {
  return {
    async days(question) {
      const rows = await connection.rows(daysStatement(tables, question));
      return rows.map(([day]) => Number(day));
    },

    async day(question) {
      const rows = await connection.rows(dayStatement(tables, question));
      return rows.map(([bytes, ...header]) => ({ ...headerOf(header), bytes: Number(bytes) }));
    },

    async read(keys) {
      if (keys.length === 0) return [];
      const rows = await connection.rows(readStatement(tables, keys));
      return rows.map(([body, ...header]) => ({ ...headerOf(header), body: Buffer.from(String(body), 'hex') }));
    },
  };
}

const columns = sql`org, toString(seq), lane, toUnixTimestamp64Milli(received_at), kind, vendor, decoder, content_type, device`;

function headerOf(values: readonly unknown[]): Omit<RawHeader, 'bytes'> {
  const [org, seq, lane, receivedAt, ...rest] = values;
  const [kind = '', vendor = '', decoder = '', contentType = '', device = ''] = rest.map(String);
  const numbers = { org: Number(org), seq: BigInt(String(seq)), lane: Number(lane), receivedAt: Number(receivedAt) };
  return { ...numbers, kind, vendor, decoder, contentType, device };
}

export function daysStatement({ raw }: Tables, question: RawDaysQuestion): Sql {
  const where = join([...aboutDevice(question), range(question.from, question.to)], ' AND ');
  return sql`SELECT DISTINCT toUnixTimestamp(toStartOfDay(received_at)) AS day FROM ${raw} WHERE ${where} ORDER BY day`;
}

/** First the numbers, which are small, then what belongs to the few that are wanted: bodies of others are not read. */
export function dayStatement({ raw }: Tables, question: RawQuestion): Sql {
  const { day, kind, from = 0, to = Infinity, before, most } = question;
  const ofDay = range(Math.max(day * 1000, from), Math.min((day + DAY) * 1000, to));
  const wanted = [
    ...aboutDevice(question),
    ofDay,
    ...(kind === undefined ? [] : [sql`kind = ${word(kind)}`]),
    ...(before === undefined ? [] : [sql`seq < ${uint64(before)}`]),
  ];
  const where = join(wanted, ' AND ');
  return sql`SELECT length(body), ${columns} FROM ${raw}
WHERE (org, lane, received_at, seq) GLOBAL IN (
  SELECT org, lane, received_at, seq FROM ${raw} WHERE ${where} ORDER BY seq DESC LIMIT 1 BY seq LIMIT ${int(most)}
) AND ${ofDay}
ORDER BY seq DESC LIMIT 1 BY seq`;
}

export function readStatement({ raw }: Tables, keys: readonly RawKey[]): Sql {
  const instants = keys.map(({ receivedAt }) => receivedAt);
  const orgs = ints(new Set(keys.map(({ org }) => org)));
  const numbers = join(
    keys.map(({ seq }) => uint64(seq)),
    ', ',
  );
  return sql`SELECT hex(body), ${columns} FROM ${raw}
WHERE org IN (${orgs}) AND ${range(Math.min(...instants), Math.max(...instants) + 1)} AND seq IN (${numbers})
LIMIT 1 BY seq`;
}

function aboutDevice({ org, device, vendor }: Pick<RawQuestion, 'org' | 'device' | 'vendor'>): Sql[] {
  return [
    ...(org === undefined ? [] : [sql`org = ${int(org)}`]),
    ...(device?.lane === undefined ? [] : [sql`lane = ${int(device.lane)}`]),
    ...(device === undefined ? [] : [sql`device = ${word(device.name)}`]),
    ...(vendor === undefined ? [] : [sql`vendor = ${word(vendor)}`]),
  ];
}

function range(from: number, to: number): Sql {
  return sql`received_at >= fromUnixTimestamp64Milli(toInt64(${int(from)}), 'UTC') AND received_at < fromUnixTimestamp64Milli(toInt64(${int(to)}), 'UTC')`;
}
