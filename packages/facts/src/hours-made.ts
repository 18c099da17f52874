import { READ_SECONDS, type Connection } from './connection.ts';
import { FactsDamaged, FactsError } from './errors.ts';
import type { Range } from './generated-history.ts';
import { int, pairs, sql, uint64, type Sql } from './literals.ts';

interface Tables {
  quarter: Sql;
  hoursMade: Sql;
}

/**
 * Which months have the hours of all their quarters; hours of others are not read. The newest row about a month, or about
 * every month (`0`), decides, and where there is none they are not made.
 */
export interface HoursMade {
  readonly everywhere: boolean;
  /** Months (`202611`) that are not as all others. */
  readonly except: ReadonlySet<number>;
  /** Of the newest row. */
  readonly ver: bigint;
}

const nothingMade: HoursMade = { everywhere: false, except: new Set(), ver: 0n };

const EVERY_MONTH = 0;

export async function readHoursMade(
  connection: Pick<Connection, 'read'>,
  { hoursMade }: Pick<Tables, 'hoursMade'>,
): Promise<HoursMade> {
  const [months, made, vers] = await connection.read(
    sql`SELECT month, argMax(made, ver), max(ver) FROM ${hoursMade} GROUP BY month`,
    ['UInt32', 'UInt8', 'UInt64'],
  );
  const rows = Array.from(months, (month, at) => ({ month, isMade: made[at] === 1, ver: vers[at]! }));
  const all = rows.find(({ month }) => month === EVERY_MONTH) ?? { isMade: false, ver: 0n };
  const differ = rows.filter(
    ({ month, isMade, ver }) => month !== EVERY_MONTH && ver > all.ver && isMade !== all.isMade,
  );
  return {
    everywhere: all.isMade,
    except: new Set(differ.map(({ month }) => month)),
    ver: rows.reduce((newest, { ver }) => (ver > newest ? ver : newest), 0n),
  };
}

/** Single months whose newest row says that their hours are made, and since when. */
export async function monthsMadeSince(
  connection: Pick<Connection, 'read'>,
  { hoursMade }: Pick<Tables, 'hoursMade'>,
  since: Date,
): Promise<number[]> {
  const [months] = await connection.read(
    sql`SELECT month FROM ${hoursMade} WHERE month != ${int(EVERY_MONTH)} GROUP BY month
HAVING argMax(made, ver) = 1 AND max(ver) >= ${uint64(BigInt(since.getTime()) * 1000n)}`,
    ['UInt32'],
  );
  return [...months];
}

/** Where hours must not be read. */
export function withoutHours({ everywhere, except }: HoursMade): Range[] {
  const months = [...except].toSorted((a, b) => a - b).map(rangeOfMonth);
  if (everywhere) return months;
  const ends = [0, ...months.map(({ to }) => to)];
  return ends.map((from, at) => ({ from, to: months[at]?.from ?? Infinity })).filter(({ from, to }) => from < to);
}

export function rangeOfMonth(month: number): Range {
  const [year, index] = [Math.floor(month / 100), (month % 100) - 1];
  return { from: Date.UTC(year, index) / 1000, to: Date.UTC(year, index + 1) / 1000 };
}

/** Of a new or migrated store: its hours are made if there are no quarters. Below every later row. */
export function firstHoursMade({ quarter, hoursMade }: Tables): Sql {
  return sql`INSERT INTO ${hoursMade} (month, made, ver)
SELECT ${int(EVERY_MONTH)}, n = 0, if(n = 0, 1, 2) FROM (SELECT count() AS n FROM ${quarter})`;
}

/** The hours of months, or of every month, are not made, or no longer. */
export function hoursNotMade({ hoursMade }: Pick<Tables, 'hoursMade'>, months: readonly number[] = [EVERY_MONTH]): Sql {
  return stating(hoursMade, withValue(months, 0));
}

/** The hours of every month are made, except of these. */
export function hoursMadeExcept({ hoursMade }: Pick<Tables, 'hoursMade'>, months: readonly number[]): Sql {
  return stating(hoursMade, [[EVERY_MONTH, 1], ...withValue(months, 0)]);
}

/** The hours of a month are made, unless something was said after `since`. */
export function hoursMadeOf({ hoursMade }: Pick<Tables, 'hoursMade'>, month: number, since: bigint): Sql {
  return sql`${stating(hoursMade, withValue([month], 1))}\nWHERE newest = ${uint64(since)}`;
}

function withValue(months: readonly number[], made: number): [number, number][] {
  return months.map((month) => [month, made]);
}

/** The rows of one statement are one file: all or none are there. Single months outrank every month. */
function stating(hoursMade: Sql, said: readonly (readonly [number, number])[]): Sql {
  return sql`INSERT INTO ${hoursMade} (month, made, ver)
SELECT said.1, said.2, greatest(newest + 1, toUInt64(toUnixTimestamp64Micro(now64(6)))) + (said.1 != ${int(EVERY_MONTH)})
FROM (SELECT max(ver) AS newest FROM ${hoursMade}) ARRAY JOIN [${pairs(said)}] AS said`;
}

/** For how long a reader may go on with what it knew, in milliseconds. */
const KNOWN_MS = 5000;
/** And then until its statement has ended, which is the longest that statements of readers take. */
export const hoursForgottenMs = KNOWN_MS + 1000 * READ_SECONDS;
const NO_SUCH_TABLE = 60;

/** What a process knows about hours. A process that takes hours away says so first and waits until no process knows otherwise. */
export function rememberedHours(read: () => Promise<HoursMade>, now: () => number = () => performance.now()) {
  let known: { readonly made: Promise<HoursMade>; readonly until: number } | undefined;
  return {
    made(): Promise<HoursMade> {
      if (known && now() < known.until) return known.made;
      const made = read().catch((error: unknown) => {
        // Its files are repaired elsewhere; until then quarters say the same.
        if (error instanceof FactsDamaged || (error instanceof FactsError && error.engineCode === NO_SUCH_TABLE)) {
          return nothingMade;
        }
        known = undefined;
        throw error;
      });
      known = { made, until: now() + KNOWN_MS };
      return made;
    },
  };
}
export type RememberedHours = ReturnType<typeof rememberedHours>;
