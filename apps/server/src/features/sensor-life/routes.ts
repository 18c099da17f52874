import {
  createDummySensor,
  createSensorAssignment,
  deleteSensorAssignment,
  listSensorAssignments,
} from '@atrium/contract/sensor-assignments';
import { commissionSensor, decommissionSensor, reassignSensor, removeSensor } from '@atrium/contract/sensor-life';
import { createIncludes, grouped, type Relation } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import type { AnyScope } from '../../scope.ts';
import { assignmentPage, commissionersOf, sensorsOf } from './assignment-store.ts';
import { createAssignments } from './assignments.ts';
import { createLife, type LifeDependencies } from './life.ts';

interface Dependencies extends LifeDependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  /** What belongs to a sensor. */
  readonly relations: readonly Relation<AnyScope>[];
}

export function bindSensorLife(http: Http, dependencies: Dependencies): void {
  const { registry, clock, changes, inbox } = dependencies;
  const life = createLife(dependencies);
  http.bind(commissionSensor, ({ scope, params, body, seenVersion }) =>
    life.commission(scope, params.sensorId, body, seenVersion),
  );
  http.bind(decommissionSensor, ({ scope, params, seenVersion }) =>
    life.decommission(scope, params.sensorId, seenVersion),
  );
  http.bind(removeSensor, async ({ scope, params, seenVersion }) => {
    await life.remove(scope, params.sensorId, seenVersion);
    return { ok: true } as const;
  });
  http.bind(reassignSensor, ({ scope, params, body, seenVersion }) =>
    life.reassign(scope, params.sensorId, body, seenVersion),
  );

  const includes = createIncludes([...ofAssignments(dependencies), ...dependencies.relations]);
  http.bind(listSensorAssignments, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.within(scope, (tx) => assignmentPage(tx, scope, query, clock()));
    for (const remark of await includes.add(scope, 'sensorAssignment', rows, query.include)) reply.message(remark);
    reply.total(total);
    return rows;
  });
  const assignments = createAssignments(changes, inbox);
  http.bind(createSensorAssignment, ({ scope, body }) => assignments.create(scope, body));
  http.bind(createDummySensor, ({ scope, body }) => assignments.createDummy(scope, body));
  http.bind(deleteSensorAssignment, async ({ scope, params, seenVersion }) => {
    await assignments.remove(scope, params.sensorAssignmentId, seenVersion);
    return { ok: true } as const;
  });
}

function ofAssignments({ registry, clock }: Pick<Dependencies, 'registry' | 'clock'>): Relation<AnyScope>[] {
  const of = 'sensorAssignment';
  return [
    {
      of,
      name: 'sensor',
      gives: 'sensor',
      single: true,
      load: async (scope, ids) => grouped(await registry.within(scope, (tx) => sensorsOf(tx, scope, ids, clock()))),
    },
    {
      of,
      name: 'localuser',
      gives: 'user',
      single: true,
      load: async (scope, ids) => grouped(await registry.within(scope, (tx) => commissionersOf(tx, ids))),
    },
  ];
}
