import type { ExceptionBody } from '@atrium/contract/schedules';
import { type Exception, exceptionProblems } from '@atrium/rules/schedule';
import { createValid, notFound, type Refusal, refuseProblems, refuseStale, createdOrThrow } from '../../refusal.ts';
import type { ListQuery } from '../../registry/list-query.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import type { Changes } from '../../estate/changes.ts';
import {
  addExceptions,
  datesByOwner,
  exceptedDates,
  exceptionPage,
  type ExceptionValues,
  findException,
  findOwner,
  findOwners,
  type Owner,
  saveException,
  type StoredException,
} from './exception-store.ts';

/** Exceptions of the organization (no location), or of one location. */
export interface Exceptions extends ExceptionWrites {
  page(scope: Scope, locationId: string | null, query: ListQuery): Promise<{ rows: StoredException[]; total: number }>;
  find(scope: Scope, locationId: string | null, id: string): Promise<StoredException>;
}

export interface ExceptionWrites {
  create(scope: Scope, locationId: string | null, body: ExceptionBody): Promise<StoredException>;
  /** Creates several; each is created or refused on its own. */
  createAll(
    scope: Scope,
    wanted: readonly { readonly locationId: string | null; readonly body: ExceptionBody }[],
  ): Promise<(StoredException | Refusal)[]>;
  update(
    scope: Scope,
    locationId: string | null,
    id: string,
    changes: ExceptionBody,
    seenVersion: number | undefined,
  ): Promise<StoredException>;
  remove(scope: Scope, locationId: string | null, id: string, seenVersion: number | undefined): Promise<void>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly changes: Changes;
}

export function createExceptions({ registry, changes }: Dependencies): Exceptions {
  return {
    ...exceptionWrites(changes),

    page: (scope, locationId, query) =>
      registry.tenant(scope, async (tx) => exceptionPage(tx, await ownerOf(tx, scope, locationId), query)),

    find: (scope, locationId, id) =>
      registry.tenant(scope, async (tx) => existing(tx, await ownerOf(tx, scope, locationId), id)),
  };
}

export function exceptionWrites(changes: Changes): ExceptionWrites {
  const change = <T>(
    scope: Scope,
    locationId: string | null,
    work: (owner: Owner, tx: Transaction, now: Date, record: Recorder) => Promise<T>,
  ) =>
    changes(scope, async ({ tx, now, record }) => {
      const owner = await ownerOf(tx, scope, locationId);
      return work(owner, tx, now, (event, { description, startDate, endDate }) =>
        record({
          action: `schedule-exception-${event}`,
          entityType: locationId === null ? 'organization' : 'location',
          entityId: owner.locationId ?? scope.orgId,
          detail: { name: owner.name, description, startDate, endDate },
        }),
      );
    });

  const createAll: ExceptionWrites['createAll'] = (scope, wanted) =>
    changes(scope, async ({ tx, now, record }) => {
      const locations = wanted.flatMap(({ locationId }) => locationId?.toLowerCase() ?? []);
      const owners = await findOwners(tx, scope, locations);
      const taken = await datesByOwner(tx, scope.orgId, locations);
      const drafts = wanted.map(({ locationId, body }) => ({
        locationId: locationId && locationId.toLowerCase(),
        values: normalized(body),
      }));
      return createValid(
        drafts,
        ({ locationId, values }) => {
          const owner = owners.get(locationId);
          if (!owner) throw notFound('The location');
          const others = taken.get(locationId) ?? [];
          const problems = exceptionProblems(values, others, owner.timezone);
          if (problems.length === 0) taken.set(locationId, [...others, complete(values)]);
          return problems;
        },
        async (allowed) => {
          const rows = allowed.map(({ locationId, values }) => ({ locationId, ...complete(values) }));
          const made = await addExceptions(tx, scope.orgId, rows, now);
          for (const { locationId, description, startDate, endDate } of rows) {
            await record({
              action: 'schedule-exception-created',
              entityType: locationId === null ? 'organization' : 'location',
              entityId: locationId ?? scope.orgId,
              detail: { name: owners.get(locationId)?.name, description, startDate, endDate },
            });
          }
          return made;
        },
      );
    });

  return {
    createAll,

    create: async (scope, locationId, body) => createdOrThrow(await createAll(scope, [{ locationId, body }])),

    update: (scope, locationId, id, body, seenVersion) =>
      change(scope, locationId, async (owner, tx, now, record) => {
        const before = await existing(tx, owner, id);
        refuseStale(seenVersion, before.version);
        const values = normalized({ ...before, ...body });
        const others = await exceptedDates(tx, owner, before.exceptionId);
        refuseProblems(exceptionProblems(values, others, owner.timezone));
        const after = await saveException(tx, before, complete(values), now);
        await record('changed', after);
        return after;
      }),

    remove: (scope, locationId, id, seenVersion) =>
      change(scope, locationId, async (owner, tx, now, record) => {
        const before = await existing(tx, owner, id);
        refuseStale(seenVersion, before.version);
        await saveException(tx, before, { deletedAt: now }, now);
        await record('deleted', before);
      }),
  };
}

type Recorder = (event: 'created' | 'changed' | 'deleted', exception: StoredException) => Promise<void>;

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

/** By default it is closed without times, and lasts one day without an end. */
function normalized(body: ExceptionBody): Exception {
  const { type = null, startDate = null, openTime = null, closeTime = null, endDate = startDate } = body;
  const { closed = openTime === null && closeTime === null } = body;
  return { type, closed, description: (body.description ?? '').trim(), startDate, endDate, openTime, closeTime };
}

/** Once the rules accept it. */
function complete({ type, description, startDate, endDate, ...rest }: Exception): ExceptionValues {
  return { ...rest, type: type!, description: description!, startDate: startDate!, endDate: endDate! };
}
