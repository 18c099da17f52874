import type { Dashboard, DashboardEdit } from '@atrium/contract/dashboards';
import type { DashboardDocument } from '@atrium/rules/dashboard';
import { applyOperations, type Choice, contested, type Operation, rebased } from '@atrium/rules/dashboard-edits';
import { chance, seedOf } from '@atrium/simulator/noise';
import { isDeepStrictEqual } from 'node:util';
import { aWidget, widgetsOf } from './dashboard-world.ts';

/** What a client asks the server for, over HTTP or not. */
export interface Transport {
  /** Undefined for a version that is no longer the newest. */
  edit(batchId: string, operations: readonly Operation[], version: number): Promise<Dashboard | undefined>;
  edits(after: number): Promise<{ isComplete: boolean; edits: readonly MissedEdit[] }>;
}

type MissedEdit = { readonly version: number; readonly operations: DashboardEdit['operations'] | readonly Operation[] };

/** A seeded sequence of decisions. */
export function decisions(seed: number) {
  const of = seedOf(seed, 'dashboard edits');
  let drawn = 0;
  const below = (limit: number) => Math.floor(chance(of, (drawn += 1)) * limit);
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)]!,
    id: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
type Decisions = ReturnType<typeof decisions>;

/**
 * Two clients edit a dashboard at the same time, each from what it knows. A client that is behind follows on what the
 * other did. Replies get lost now and then, and the batch is sent again. Returns what went wrong.
 */
export async function editTogether(
  first: Dashboard,
  { edit, edits }: Transport,
  steps: number,
  decide: Decisions,
): Promise<{ problems: string[]; conflicts: number; last: Dashboard }> {
  const problems: string[] = [];
  const clients = [0, 1].map(() => ({ document: documentOf(first), version: first.version }));
  let conflicts = 0;
  let last = first;
  for (let step = 0; step < steps; step += 1) {
    const client = decide.pick(clients);
    let operations: readonly Operation[] = Array.from({ length: 1 + decide.below(3) }, () =>
      anOperation(client.document, decide),
    );
    for (let attempt = 0; operations.length > 0; attempt += 1) {
      const batchId = decide.id();
      const reply = await edit(batchId, operations, client.version);
      if (reply) {
        client.document = applyOperations(client.document, operations);
        client.version = reply.version;
        last = reply;
        if (!isDeepStrictEqual(documentOf(reply), client.document)) problems.push(`step ${step}: another document`);
        if (decide.below(3) === 0) {
          const again = await edit(batchId, operations, client.version - 1);
          if (!isDeepStrictEqual(again, reply)) problems.push(`step ${step}: the batch counted twice`);
        }
        break;
      }
      conflicts += 1;
      if (attempt > 0) problems.push(`step ${step}: stale though nobody else edits`);
      const missed = await edits(client.version);
      if (!missed.isComplete) problems.push(`step ${step}: edits are missing`);
      const theirs = missed.edits.flatMap((each) => each.operations as readonly Operation[]);
      const choices = new Map<string, Choice>(
        contested(operations, theirs).map((dispute) => [
          dispute.kind === 'widget' ? dispute.widgetId : dispute.kind,
          decide.pick(['theirs', 'mine', 'copy']),
        ]),
      );
      operations = rebased({ base: client.document, mine: operations, theirs, choices, newId: decide.id });
      client.document = applyOperations(client.document, theirs);
      client.version = missed.edits.at(-1)?.version ?? client.version;
    }
  }
  const all = await edits(first.version);
  const replayed = applyOperations(
    documentOf(first),
    all.edits.flatMap((each) => each.operations as readonly Operation[]),
  );
  if (!isDeepStrictEqual(replayed, documentOf(last))) problems.push('the operations do not lead to the document');
  return { problems, conflicts, last };
}

export function documentOf(dashboard: Dashboard): DashboardDocument {
  const { name, description } = dashboard;
  return { name, description, widgets: widgetsOf(dashboard) };
}

function anOperation({ widgets }: DashboardDocument, decide: Decisions): Operation {
  const kind = decide.below(widgets.length === 0 ? 2 : 12);
  const place = () => {
    const width = 1 + decide.below(6);
    return { x: decide.below(13 - width), y: decide.below(30), width, height: 1 + decide.below(6) };
  };
  const one = () => decide.pick(widgets).widgetId;
  const options = () => ({ n: decide.below(100), list: [decide.below(9)] });
  if (kind === 0) return { kind: 'rename', name: `Name ${decide.below(50)}`, description: null };
  if (kind < 4) return { kind: 'add', widget: aWidget({ widgetId: decide.id(), gridOptions: place() }) };
  if (kind < 6) return { kind: 'remove', widgetId: one() };
  if (kind < 9) {
    const pushed = decide.below(2) === 0 ? [] : [{ widgetId: one(), place: place() }];
    return { kind: 'place', widgetId: one(), place: place(), pushed };
  }
  if (kind < 11) return { kind: 'configure', widgetId: one(), dataOptions: options(), clientOptions: options() };
  return { kind: 'replace', widgets: widgets.slice(decide.below(2)) };
}
