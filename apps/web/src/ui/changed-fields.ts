/** The fields of a form that differ from what is stored, as they are sent: without the whitespace around, empty as null. */
export function changedFields<Values extends Record<string, string>>(
  before: Partial<Values>,
  after: Values,
): Partial<Record<keyof Values, string | null>> {
  const entries = Object.entries(after).map(([field, text]) => [field, text.trim() || null] as const);
  return Object.fromEntries(entries.filter(([field, value]) => (before[field]?.trim() || null) !== value)) as Partial<
    Record<keyof Values, string | null>
  >;
}
