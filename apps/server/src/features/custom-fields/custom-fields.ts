import type { CustomField } from '@atrium/contract/custom-fields';
import { customFieldProblems, type CustomFieldType, trimField } from '@atrium/rules/custom-field';
import { doneBy, recordAudit, recordAudits } from '../../audit/audit.ts';
import { createValid, notFound, Refusal, refuseProblems, refuseStale, createdOrThrow } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { addFields, countFields, fieldKey, fieldsOf, lockField, type Owner, saveField } from './store.ts';

/** The owner of the field, as named in a call. */
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
  /** Creates several; each is created or refused on its own. Their owners must exist. */
  createAll(scope: Scope, wanted: readonly NewField[]): Promise<(CustomField | Refusal)[]>;
  update(
    scope: Scope,
    owner: Named,
    id: string,
    changes: Written<'value'>,
    seenVersion: number | undefined,
  ): Promise<CustomField>;
  remove(scope: Scope, owner: Named, id: string): Promise<void>;
}

export interface NewField extends Pick<Owner, 'entityType' | 'entityId'> {
  readonly name: string;
  readonly value: string;
  /** The owner's name, for the log. */
  readonly on: string;
}

const maxFields = 100;

export function createCustomFields(registry: Pick<Registry, 'tenant'>, clock: () => Date): CustomFields {
  /** Runs on an existing owner within the scope, and writes an audit entry. */
  const on = <T>(
    scope: Scope,
    named: Named,
    work: (tx: Transaction, owner: Owner, record: Recorder, ownerName: string) => Promise<T>,
  ): Promise<T> =>
    registry.tenant(scope, async (tx) => {
      const { entityType } = named;
      const entityId = named.entityId.toLowerCase();
      const found = await findEntity(tx, scope, clock(), entityType, entityId);
      if (!found || (entityType === 'zone' && found.sensorId !== named.sensorId?.toLowerCase())) {
        throw notFound(`The ${entityType === 'org' ? 'organization' : entityType}`);
      }
      const record: Recorder = (event, field) =>
        recordAudit(tx, {
          ...doneBy(scope),
          orgId: scope.orgId,
          at: clock(),
          action: `custom-field-${event}`,
          entityType: entityType === 'org' ? 'organization' : entityType,
          entityId,
          detail: { name: found.name, field: field.name, value: field.value },
        });
      return work(tx, { orgId: scope.orgId, entityType, entityId }, record, found.name);
    });

  return {
    list: (scope, named) => on(scope, named, (tx, owner) => fieldsOf(tx, owner)),

    create: (scope, named, { name, value }) =>
      on(scope, named, async (tx, owner, _record, ownerName) =>
        createdOrThrow(
          await makeAll(tx, scope, [{ ...owner, name: name ?? '', value: value ?? '', on: ownerName }], clock()),
        ),
      ),

    createAll: (scope, wanted) => registry.tenant(scope, (tx) => makeAll(tx, scope, wanted, clock())),

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

async function makeAll(
  tx: Transaction,
  scope: Scope,
  wanted: readonly NewField[],
  now: Date,
): Promise<(CustomField | Refusal)[]> {
  const { orgId } = scope;
  const counts = await countFields(tx, orgId, wanted.length === 1 ? wanted[0]!.entityId : undefined);
  const drafts = wanted.map((each) => ({ ...each, ...trimField({ name: each.name, value: each.value }) }));
  return createValid(
    drafts,
    (field) => {
      const problems = customFieldProblems(field);
      const count = (counts.get(field.entityId) ?? 0) + 1;
      counts.set(field.entityId, count);
      return problems.length === 0 && count > maxFields ? new Refusal('conflict', tooMany) : problems;
    },
    async (allowed) => {
      const rows = await addFields(tx, orgId, allowed, now);
      const done = allowed.filter((each) => rows.has(fieldKey(each)));
      await recordAudits(
        tx,
        done.map(({ entityType, entityId, on: name, name: field, value }) => ({
          ...doneBy(scope),
          orgId,
          at: now,
          action: 'custom-field-created',
          entityType: entityType === 'org' ? 'organization' : entityType,
          entityId,
          detail: { name, field, value },
        })),
      );
      return allowed.map((each) => rows.get(fieldKey(each)) ?? nameInUse(each.name));
    },
  );
}

const tooMany = `There are ${maxFields} custom fields already, which is the most.`;

type Recorder = (event: 'changed' | 'deleted', field: CustomField) => Promise<void>;

async function existing(tx: Transaction, owner: Owner, id: string): Promise<CustomField> {
  const found = await lockField(tx, owner, id);
  if (!found) throw notFound('The custom field');
  return found;
}

function nameInUse(name: string): Refusal {
  const message = `There is a custom field named ${name} already.`;
  return new Refusal('conflict', message, { details: [{ path: 'name', message }] });
}
