import type { ImportedAmount } from '@atrium/rules/import-rows';
import type { AmountContext } from '@atrium/rules/import-rows';
import { zoneOf } from '@atrium/calendar/zones';
import { decimalPlaces } from '@atrium/rules/currencies';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { addSeries } from '../../estate/series-store.ts';
import { raiseEstateVersion } from '../../registry/directory/store.ts';
import type { Transaction } from '../../registry/registry.ts';
import { metaProperty } from '../../registry/schema/organization-details.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { location } from '../../registry/schema/places.ts';
import { series } from '../../registry/schema/series.ts';

/** What the facts hold under a key; times are epoch seconds. */
export interface Entry {
  readonly series: number;
  readonly at: number;
  readonly span: number;
  readonly employee: number;
  readonly value: number;
  readonly n: number;
  readonly indivisible: boolean;
}

/** Locations by their custom field, and the decimal places of the currency. */
export async function amountContext({ sql: db }: Transaction, orgId: string, now: number): Promise<AmountContext> {
  const rows = await db
    .select({ number: metaProperty.value, locationId: location.locationId, timezone: location.timezone })
    .from(metaProperty)
    .innerJoin(location, eq(location.locationId, metaProperty.entityId))
    .where(
      and(
        eq(metaProperty.orgId, orgId),
        eq(metaProperty.entityType, 'location'),
        eq(metaProperty.name, 'locationNumber'),
        isNull(metaProperty.deletedAt),
        isNull(location.deletedAt),
      ),
    );
  const places = new Map<string, ReturnType<AmountContext['locationOf']>>();
  for (const { number, locationId, timezone } of rows) {
    const key = number.trim();
    places.set(key, places.has(key) ? 'ambiguous' : { locationId, zone: zoneOf(timezone) });
  }
  const [org] = await db
    .select({ currency: organization.currency })
    .from(organization)
    .where(eq(organization.orgId, orgId));
  return {
    locationOf: (number) => places.get(number) ?? 'unknown',
    decimals: decimalPlaces(org?.currency ?? 'USD'),
    now,
  };
}

const longAgo = new Date(0);

/** The series of locations for amounts, by location and measure; missing ones are opened. */
export async function amountSeries(
  tx: Transaction,
  orgId: string,
  amounts: readonly Pick<ImportedAmount, 'locationId' | 'measure'>[],
): Promise<Map<string, number>> {
  const wanted = new Map(
    amounts.map(({ locationId, measure }) => [`${locationId} ${measure}`, { locationId, measure }]),
  );
  const ids = [...new Set(amounts.map(({ locationId }) => locationId))];
  const known = await tx.sql
    .select({ seriesId: series.seriesId, locationId: series.locationId, measure: series.measure })
    .from(series)
    .where(and(eq(series.orgId, orgId), eq(series.owner, 'location'), inArray(series.locationId, ids)));
  const found = new Map(known.map(({ seriesId, locationId, measure }) => [`${locationId} ${measure}`, seriesId]));
  const missing = [...wanted].filter(([key]) => !found.has(key));
  if (missing.length === 0) return found;
  const opened = await addSeries(
    tx.sql,
    missing.map(([, each]) => ({ orgId, owner: 'location' as const, ...each, enabled: true, from: longAgo })),
  );
  missing.forEach(([key], index) => found.set(key, opened[index]!));
  await raiseEstateVersion(tx, orgId);
  return found;
}

/** The numbers of employees, by the text that files use. */
export async function employeeNumbers(
  { client }: Transaction,
  orgId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const named = [...new Set(ids)].filter((id) => id !== '').toSorted();
  const numbers = new Map<string, number>([['', 0]]);
  if (named.length === 0) return numbers;
  const values = [orgId, named];
  await client.query(
    `INSERT INTO employee (org_id, employee_id) SELECT $1, id FROM unnest($2::text[]) AS id
     WHERE NOT EXISTS (SELECT FROM employee e WHERE e.org_id = $1 AND e.employee_id = id)
     ON CONFLICT DO NOTHING`,
    values,
  );
  const { rows } = await client.query<{ id: string; number: string }>(
    `SELECT employee_id AS id, employee_number AS number FROM employee
     WHERE org_id = $1 AND employee_id = ANY($2::text[])`,
    values,
  );
  for (const { id, number } of rows) numbers.set(id, Number(number));
  return numbers;
}

export interface Saving {
  readonly orgId: string;
  readonly importId: string;
  /** Whether equal keys of one file are added up. */
  readonly adds: boolean;
  /** The undo for which an earlier file is read again: it only fills in what is missing. */
  readonly restoredBy: string | null;
}

/** The largest amount of a fact. */
export const maxValue = 2 ** 48;
export const maxN = 2 ** 32 - 1;

const keys = `unnest($1::int[], $2::bigint[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::boolean[])
  AS t (series_id, at, span, employee, value, n, indivisible)`;

/** Keeps entries with different keys, and returns what the facts have to hold now, and what no longer. */
export async function saveEntries(
  { client }: Transaction,
  entries: readonly Entry[],
  { orgId, importId, adds, restoredBy }: Saving,
): Promise<{ written: Entry[]; gone: Entry[] }> {
  const columns = [
    entries.map((each) => each.series),
    entries.map((each) => each.at),
    entries.map((each) => each.span),
    entries.map((each) => each.employee),
    entries.map((each) => each.value),
    entries.map((each) => each.n),
    entries.map((each) => each.indivisible),
  ];
  // Another length is another key of the facts: the one before has to go.
  const { rows: before } = await client.query<StoredEntry>(
    `SELECT ${stored('known')} FROM amount_entry known
     JOIN ${keys} ON known.series_id = t.series_id AND known.at = to_timestamp(t.at)
       AND known.employee = t.employee AND known.indivisible = t.indivisible
     WHERE known.span <> t.span`,
    columns,
  );
  const same = `${adds} AND known.import_id = excluded.import_id`;
  const { rows } = await client.query<StoredEntry>(
    `INSERT INTO amount_entry AS known (org_id, series_id, at, span, employee, value, n, indivisible, import_id, restored_by)
     SELECT $8::uuid, series_id, to_timestamp(at), span, employee, value, n, indivisible, $9::uuid, $10::uuid FROM ${keys}
     ON CONFLICT (series_id, at, employee, indivisible) DO UPDATE SET
       value = CASE WHEN ${same} THEN greatest(-${maxValue}, least(${maxValue}, known.value + excluded.value))
                    ELSE excluded.value END,
       n = CASE WHEN ${same} THEN least(${maxN}, known.n + excluded.n) ELSE excluded.n END,
       span = excluded.span, import_id = excluded.import_id, restored_by = excluded.restored_by
     WHERE excluded.restored_by IS NULL
       OR (known.restored_by = excluded.restored_by AND known.import_id = excluded.import_id)
     RETURNING ${stored('known')}`,
    [...columns, orgId, importId, restoredBy],
  );
  const written = rows.map(toEntry);
  const kept = new Set(written.map(keyOf));
  return { written, gone: before.map(toEntry).filter((entry) => kept.has(keyOf(entry))) };
}

/** Takes away some of what an import brought; returns it, or nothing when all is gone. */
export async function takeEntries({ client }: Transaction, importId: string, most: number): Promise<Entry[]> {
  const { rows } = await client.query<StoredEntry>(
    `DELETE FROM amount_entry gone WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM amount_entry WHERE import_id = $1 LIMIT $2))
     RETURNING ${stored('gone')}`,
    [importId, most],
  );
  return rows.map(toEntry);
}

interface StoredEntry {
  series: number;
  at: string;
  span: number;
  employee: string;
  value: string;
  n: string;
  indivisible: boolean;
}

function stored(table: string): string {
  return `${table}.series_id AS series, extract(epoch FROM ${table}.at)::bigint AS at, ${table}.span, ${table}.employee,
    ${table}.value, ${table}.n, ${table}.indivisible`;
}

function toEntry({ at, employee, value, n, ...rest }: StoredEntry): Entry {
  return { ...rest, at: Number(at), employee: Number(employee), value: Number(value), n: Number(n) };
}

/** Without the length, which is no part of the key of a file. */
export function keyOf({ series: id, at, employee, indivisible }: Omit<Entry, 'span' | 'value' | 'n'>): string {
  return `${id} ${at} ${employee} ${indivisible}`;
}
