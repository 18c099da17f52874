/** Fields by name, each with its old and new value. */
export type Differences = Record<string, [from: unknown, to: unknown]>;

/** Every field of the second that differs from the first. */
export function differences<Row extends object>(before: Row, after: Row): Differences {
  const fields = Object.keys(after) as (keyof Row & string)[];
  return Object.fromEntries(
    fields
      .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
      .map((field) => [field, [before[field], after[field]]]),
  );
}

/** The new values of the fields. */
export function valuesOf<Row extends object>(changed: Differences): Partial<Row> {
  return Object.fromEntries(Object.entries(changed).map(([field, [, to]]) => [field, to])) as Partial<Row>;
}
