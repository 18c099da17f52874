import type { ExceptionBody } from '@atrium/contract/schedules';
import { type Exception, exceptionProblems } from '@atrium/rules/schedule';
import { notFound, refuseProblems, refuseStale } from '../../refusal.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import type { Changes } from '../../registry/estate-changes.ts';
import {
  addException,
  exceptedDates,
  exceptionPage,
  type ExceptionValues,
  findException,
  findOwner,
  type Owner,
  saveException,
  type StoredException,
} from './exception-store.ts';

/** Exceptions of the organization (no location), or of one location. */
export interface Exceptions {
  page(scope: Scope, locationId: string | null, query: ListQuery): Promise<{ rows: StoredException[]; total: number }>;
  find(scope: Scope, locationId: string | null, id: string): Promise<StoredException>;
  create(scope: Scope, locationId: string | null, body: ExceptionBody): Promise<StoredException>;
  update(
    scope: Scope,
    locationId: string | null,
    id: string,
    changes: ExceptionBody,
    seenVersion: number | undefined,
  ): Promise<StoredException>;
  remove(scope: Scope, locationId: string | null, id: string): Promise<void>;
}

interface Surroundings {
  readonly registry: Registry;
  readonly changes: Changes;
}

export function createExceptions({ registry, changes }: Surroundings): Exceptions {
  const change = <T>(
    scope: Scope,
    locationId: string | null,
    work: (owner: Owner, tx: Transaction, now: Date, record: Recorder) => Promise<T>,
  ) =>
    changes(scope, async ({ tx, now, record }) => {
      const owner = await ownerOf(tx, scope, locationId);
      return work(owner, tx, now, (deed, { description, startDate, endDate }) =>
        record({
          action: `schedule-exception-${deed}`,
          entityType: locationId === null ? 'organization' : 'location',
          entityId: owner.locationId ?? scope.orgId,
          detail: { name: owner.name, description, startDate, endDate },
        }),
      );
    });

  return {
    page: (scope, locationId, query) =>
      registry.tenant(scope, async (tx) => exceptionPage(tx, await ownerOf(tx, scope, locationId), query)),

    find: (scope, locationId, id) =>
      registry.tenant(scope, async (tx) => existing(tx, await ownerOf(tx, scope, locationId), id)),

    create: (scope, locationId, body) =>
      change(scope, locationId, async (owner, tx, now, record) => {
        const values = settled(body);
        refuseProblems(exceptionProblems(values, await exceptedDates(tx, owner), owner.timezone));
        const made = await addException(tx, owner, complete(values), now);
        await record('created', made);
        return made;
      }),

    update: (scope, locationId, id, body, seenVersion) =>
      change(scope, locationId, async (owner, tx, now, record) => {
        const before = await existing(tx, owner, id);
        refuseStale(seenVersion, before.version);
        const values = settled({ ...before, ...body });
        const others = await exceptedDates(tx, owner, before.exceptionId);
        refuseProblems(exceptionProblems(values, others, owner.timezone));
        const after = await saveException(tx, before, complete(values), now);
        await record('changed', after);
        return after;
      }),

    remove: (scope, locationId, id) =>
      change(scope, locationId, async (owner, tx, now, record) => {
        const before = await existing(tx, owner, id);
        await saveException(tx, before, { deletedAt: now }, now);
        await record('deleted', before);
      }),
  };
}

type Recorder = (deed: 'created' | 'changed' | 'deleted', exception: StoredException) => Promise<void>;

async function ownerOf(tx: Transaction, scope: Scope, locationId: string | null): Promise<Owner> {
  const owner = await findOwner(tx, scope, locationId);
  if (!owner) throw notFound(locationId === null ? 'The organization' : 'The location');
  return owner;
}

async function existing(tx: Transaction, owner: Owner, id: string): Promise<StoredException> {
  const found = await findException(tx, owner, id);
  if (!found) throw notFound('The exception');
  return found;
}

/** Without times it is closed, and without an end it is one day, unless told otherwise. */
function settled(body: ExceptionBody): Exception {
  const { type = null, startDate = null, openTime = null, closeTime = null, endDate = startDate } = body;
  const { closed = openTime === null && closeTime === null } = body;
  return { type, closed, description: (body.description ?? '').trim(), startDate, endDate, openTime, closeTime };
}

/** Once the rules have nothing against it. */
function complete({ type, description, startDate, endDate, ...rest }: Exception): ExceptionValues {
  return { ...rest, type: type!, description: description!, startDate: startDate!, endDate: endDate! };
}
