/** The changed fields of a form, as they are sent: trimmed, empty as null. */
export function changedFields<Values extends Record<string, string>>(
  before: Partial<Values>,
  after: Values,
): Partial<Record<keyof Values, string | null>> {
  const entries = Object.entries(after).map(([field, text]) => [field, text.trim() || null] as const);
  return Object.fromEntries(entries.filter(([field, value]) => (before[field]?.trim() || null) !== value)) as Partial<
    Record<keyof Values, string | null>
  >;
}

/** The same for values that are ready to be sent. */
export function changedValues<Values extends object>(before: Values, after: Values): Partial<Values> {
  const fields = Object.keys(after) as (keyof Values)[];
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return Object.fromEntries(changed.map((field) => [field, after[field]])) as Partial<Values>;
}
