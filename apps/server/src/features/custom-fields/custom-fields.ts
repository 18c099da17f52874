import type { CustomField } from '@atrium/contract/custom-fields';
import { customFieldProblems, type CustomFieldType, trimField } from '@atrium/rules/custom-field';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/whereabouts.ts';
import { type Registry, type Transaction, violatedConstraint } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { addField, countFields, fieldsOf, lockField, type Owner, saveField } from './store.ts';

/** Whose field it is, as a call names it. */
export interface Named {
  readonly entityType: CustomFieldType;
  readonly entityId: string;
  /** A zone is named together with its sensor. */
  readonly sensorId?: string | undefined;
}

type Written<Key extends string> = { readonly [K in Key]?: string | null | undefined };

export interface CustomFields {
  list(scope: Scope, owner: Named): Promise<CustomField[]>;
  create(scope: Scope, owner: Named, field: Written<'name' | 'value'>): Promise<CustomField>;
  update(
    scope: Scope,
    owner: Named,
    id: string,
    changes: Written<'value'>,
    seenVersion: number | undefined,
  ): Promise<CustomField>;
  remove(scope: Scope, owner: Named, id: string): Promise<void>;
}

const mostFields = 100;

export function createCustomFields(registry: Registry, clock: () => Date): CustomFields {
  /** Runs inside the walls on something that is there, and tells the log what was done to it. */
  const on = <T>(
    scope: Scope,
    named: Named,
    work: (tx: Transaction, owner: Owner, record: Recorder) => Promise<T>,
  ): Promise<T> =>
    registry.tenant(scope, async (tx) => {
      const { entityType } = named;
      const entityId = named.entityId.toLowerCase();
      const found = await findEntity(tx, scope, clock(), entityType, entityId);
      if (!found || (entityType === 'zone' && found.sensorId !== named.sensorId?.toLowerCase())) {
        throw notFound(`The ${entityType === 'org' ? 'organization' : entityType}`);
      }
      const record: Recorder = (deed, field) =>
        recordAudit(tx, {
          ...doneBy(scope),
          orgId: scope.orgId,
          at: clock(),
          action: `custom-field-${deed}`,
          entityType: entityType === 'org' ? 'organization' : entityType,
          entityId,
          detail: { name: found.name, field: field.name, value: field.value },
        });
      return work(tx, { orgId: scope.orgId, entityType, entityId }, record);
    });

  return {
    list: (scope, named) => on(scope, named, (tx, owner) => fieldsOf(tx, owner)),

    create: (scope, named, written) =>
      on(scope, named, async (tx, owner, record) => {
        const field = trimField({ name: written.name ?? null, value: written.value ?? null });
        refuseProblems(customFieldProblems(field));
        if ((await countFields(tx, owner)) >= mostFields) {
          throw new Refusal('conflict', `There are ${mostFields} custom fields already, which is the most.`);
        }
        const made = await orNameInUse(addField(tx, owner, field, clock()), field.name);
        await record('created', made);
        return made;
      }),

    update: (scope, named, id, changes, seenVersion) =>
      on(scope, named, async (tx, owner, record) => {
        const before = await existing(tx, owner, id);
        refuseStale(seenVersion, before.version);
        const { value } = trimField({ value: changes.value === undefined ? before.value : changes.value });
        refuseProblems(customFieldProblems({ value }));
        const after = await saveField(tx, before, { value }, clock());
        await record('changed', after);
        return after;
      }),

    remove: (scope, named, id) =>
      on(scope, named, async (tx, owner, record) => {
        const before = await existing(tx, owner, id);
        const now = clock();
        await saveField(tx, before, { deletedAt: now }, now);
        await record('deleted', before);
      }),
  };
}

type Recorder = (deed: 'created' | 'changed' | 'deleted', field: CustomField) => Promise<void>;

async function existing(tx: Transaction, owner: Owner, id: string): Promise<CustomField> {
  const found = await lockField(tx, owner, id);
  if (!found) throw notFound('The custom field');
  return found;
}

async function orNameInUse<T>(writing: Promise<T>, name: string): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (violatedConstraint(error) !== 'meta_property_once') throw error;
    const message = `There is a custom field named ${name} already.`;
    throw new Refusal('conflict', message, { details: [{ path: 'name', message }] });
  }
}
