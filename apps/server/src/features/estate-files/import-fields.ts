import type { CustomFieldType } from '@atrium/rules/custom-field';
import type { Differences } from '../../audit/differences.ts';
import type { FileFields } from './format.ts';
import type { Path } from './reading.ts';
import { type Entry, type ImportContext, upsertEntries } from './upsert-entries.ts';
import type { Estate, StoredField } from './store.ts';
import { estateTexts } from './texts.ts';

/** An existing record, with its custom fields in the file. */
export interface Written {
  readonly entityType: CustomFieldType;
  readonly entityId: string;
  readonly path: Path;
  readonly names: readonly string[];
  readonly wanted: FileFields;
  /** For a zone, which is identified together with it. */
  readonly sensorId?: string;
}

export async function importFields(
  { walk, scope, writers }: ImportContext,
  things: readonly Written[],
  stored: Estate['fields'],
): Promise<void> {
  const entries = things.flatMap((on) => {
    const known = new Map((stored.get(on.entityId) ?? []).map((field) => [field.name.toLowerCase(), field]));
    const seen = new Set<string>();
    return Object.entries(on.wanted ?? {}).flatMap(([name, value]) => {
      const path = [...on.path, 'customFields', name];
      const key = name.trim().toLowerCase();
      if (seen.has(key)) {
        walk.addProblem(path, estateTexts.fieldTwice);
        return [];
      }
      seen.add(key);
      const entry: Entry<string, StoredField> = {
        path,
        names: [...on.names, name],
        wanted: value,
        found: known.get(key),
      };
      return [{ ...entry, on, name }];
    });
  });
  await upsertEntries(walk, entries, {
    kind: 'custom-field',
    changed: ({ wanted }, { value }): Differences => (wanted.trim() === value ? {} : { value: [value, wanted.trim()] }),
    update: ({ on, wanted }, { id }) => writers.changeField(scope, on, id, wanted),
    create: (missing) =>
      writers.createFields(
        scope,
        missing.map(({ on, name, wanted }) => {
          const { entityType, entityId } = on;
          return { entityType, entityId, name, value: wanted, on: on.names.at(-1) ?? '' };
        }),
      ),
    // Name and value share one line of the file.
    pathOf: ({ path }) => path,
  });
}
