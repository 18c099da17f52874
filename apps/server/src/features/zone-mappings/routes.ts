import * as expectedWait from '@atrium/contract/expected-wait-mappings';
import type { ExpectedWaitNow } from '@atrium/contract/expected-wait-mappings';
import * as queue from '@atrium/contract/queue-mappings';
import * as zoneCount from '@atrium/contract/zone-count-mappings';
import type { Changes } from '../../estate/changes.ts';
import { createIncludes, type Relation } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { expectedWaitMappingPage } from './expected-wait-mapping-store.ts';
import { createExpectedWaitMappings, existingExpectedWaitMapping } from './expected-wait-mappings.ts';
import { queueMappingPage } from './queue-mapping-store.ts';
import { createQueueMappings, existingQueueMapping } from './queue-mappings.ts';
import { zoneCountMappingPage } from './zone-count-mapping-store.ts';
import { createZoneCountMappings } from './zone-count-mappings.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly relations: readonly Relation<Scope>[];
  /** The expected wait of a space now. */
  readonly waitNow: (scope: Scope, spaceId: string) => Promise<ExpectedWaitNow>;
}

const gone = { ok: true } as const;

/** Which zones belong together: in a queue, at a count line, at the head of a space. */
export function bindZoneMappings(http: Http, dependencies: Dependencies): void {
  const { registry, changes } = dependencies;
  bindQueueMappings(http, dependencies);
  bindExpectedWaits(http, dependencies);

  const zoneCounts = createZoneCountMappings(changes);
  http.bind(zoneCount.listZoneCountMappings, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => zoneCountMappingPage(tx, scope, query));
    reply.total(total);
    return rows;
  });
  http.bind(zoneCount.getZoneCountMapping, ({ scope, params }) =>
    registry.tenant(scope, (tx) => zoneCounts.find(tx, scope, params.zoneId)),
  );
  http.bind(zoneCount.createZoneCountMapping, ({ scope, body }) => zoneCounts.create(scope, body));
  http.bind(zoneCount.updateZoneCountMapping, ({ scope, params, body, seenVersion }) =>
    zoneCounts.update(scope, params.zoneId, body, seenVersion),
  );
  http.bind(zoneCount.deleteZoneCountMapping, async ({ scope, params, seenVersion }) => {
    await zoneCounts.remove(scope, params.zoneId, seenVersion);
    return gone;
  });
}

function bindQueueMappings(http: Http, { registry, changes, relations }: Omit<Dependencies, 'waitNow'>): void {
  const includes = createIncludes(relations);
  const queues = createQueueMappings(changes);
  http.bind(queue.listQueueMappings, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => queueMappingPage(tx, scope, query));
    for (const remark of await includes.add(scope, 'queueMapping', rows, query.include)) reply.message(remark);
    reply.total(total);
    return rows;
  });
  http.bind(queue.getQueueMapping, async ({ scope, params, query, reply }) => {
    const found = await registry.tenant(scope, (tx) => existingQueueMapping(tx, scope, params.queueMappingId));
    for (const remark of await includes.add(scope, 'queueMapping', [found], query.include)) reply.message(remark);
    return found;
  });
  http.bind(queue.createQueueMapping, ({ scope, body }) => queues.create(scope, body));
  http.bind(queue.updateQueueMapping, ({ scope, params, body, seenVersion }) =>
    queues.update(scope, params.queueMappingId, body, seenVersion),
  );
  http.bind(queue.deleteQueueMapping, async ({ scope, params, seenVersion }) => {
    await queues.remove(scope, params.queueMappingId, seenVersion);
    return gone;
  });
}

function bindExpectedWaits(http: Http, { registry, changes, relations, waitNow }: Dependencies): void {
  const includes = createIncludes(relations);
  const waits = createExpectedWaitMappings(changes);
  http.bind(expectedWait.listExpectedWaitMappings, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => expectedWaitMappingPage(tx, scope, query));
    for (const remark of await includes.add(scope, 'expectedWaitMapping', rows, query.include)) reply.message(remark);
    reply.total(total);
    return rows;
  });
  http.bind(expectedWait.getExpectedWaitMapping, async ({ scope, params, query, reply }) => {
    const found = await registry.tenant(scope, (tx) =>
      existingExpectedWaitMapping(tx, scope, params.expectedWaitMappingId),
    );
    for (const remark of await includes.add(scope, 'expectedWaitMapping', [found], query.include))
      reply.message(remark);
    return found;
  });
  http.bind(expectedWait.getExpectedWait, async ({ scope, params }) => {
    const { spaceId } = await registry.tenant(scope, (tx) =>
      existingExpectedWaitMapping(tx, scope, params.expectedWaitMappingId),
    );
    return waitNow(scope, spaceId);
  });
  http.bind(expectedWait.createExpectedWaitMapping, ({ scope, body }) => waits.create(scope, body));
  http.bind(expectedWait.updateExpectedWaitMapping, ({ scope, params, body, seenVersion }) =>
    waits.update(scope, params.expectedWaitMappingId, body, seenVersion),
  );
  http.bind(expectedWait.deleteExpectedWaitMapping, async ({ scope, params, seenVersion }) => {
    await waits.remove(scope, params.expectedWaitMappingId, seenVersion);
    return gone;
  });
}
