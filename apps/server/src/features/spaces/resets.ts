import type { BodyOf, QueryOf } from '@atrium/contract/endpoint';
import type { addOccupancyReset, listOccupancyResets, OccupancyReset } from '@atrium/contract/spaces';
import type { Problem } from '@atrium/rules/problem';
import { manualReset, occupancyResetTexts, searchedRange } from '@atrium/rules/occupancy-reset';
import { notFound, refuseProblems } from '../../refusal.ts';
import type { Changes } from '../../estate/changes.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { addReset, findReset, hasResetAt, removeReset, resetPage, type StoredReset } from './reset-store.ts';
import { auditEntry, existingSpace } from './spaces.ts';

/** Occupancy counted by hand. */
export interface Resets {
  page(
    scope: Scope,
    spaceId: string,
    query: QueryOf<typeof listOccupancyResets>,
  ): Promise<{ rows: OccupancyReset[]; total: number }>;
  add(scope: Scope, spaceId: string, body: BodyOf<typeof addOccupancyReset>): Promise<OccupancyReset>;
  remove(scope: Scope, spaceId: string, id: string): Promise<void>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly clock: () => Date;
}

export function createResets({ registry, changes, clock }: Dependencies): Resets {
  return {
    page: (scope, id, query) =>
      registry.tenant(scope, async (tx) => {
        const { spaceId, timezone } = await existingSpace(tx, scope, id);
        const range = accepted(searchedRange(query, timezone, clock()));
        const { rows, total } = await resetPage(tx, spaceId, range, query);
        return { rows: rows.map(toReply), total };
      }),

    add: (scope, id, { resetDate = null, occupants }) =>
      changes(scope, async ({ tx, now, record }) => {
        const { spaceId, name, timezone } = await existingSpace(tx, scope, id);
        const reset = accepted(manualReset({ resetDate, occupants }, timezone, now));
        if (await hasResetAt(tx, spaceId, reset.resetDate)) {
          refuseProblems([{ path: 'resetDate', message: occupancyResetTexts.twice }]);
        }
        const made = toReply(await addReset(tx, { orgId: scope.orgId, spaceId, ...reset }, now));
        await record({ ...auditEntry('occupancy-reset-added', spaceId), detail: { name, ...detailOf(made) } });
        return made;
      }),

    remove: (scope, spaceId, id) =>
      changes(scope, async ({ tx, now, record }) => {
        const space = await existingSpace(tx, scope, spaceId);
        const before = await findReset(tx, space.spaceId, id);
        if (!before) throw notFound('The reset');
        await removeReset(tx, before.occupancyResetId, now);
        const detail = { name: space.name, ...detailOf(toReply(before)) };
        await record({ ...auditEntry('occupancy-reset-deleted', space.spaceId), detail });
      }),
  };
}

function accepted<Outcome extends object>(outcome: Outcome | Problem[]): Exclude<Outcome, Problem[]> {
  if (Array.isArray(outcome)) refuseProblems(outcome);
  return outcome as Exclude<Outcome, Problem[]>;
}

function toReply({ resetDate, ...reset }: StoredReset): OccupancyReset {
  return { ...reset, resetDate: resetDate.toISOString() };
}

function detailOf({ resetDate, occupants }: OccupancyReset) {
  return { resetDate, occupants };
}
