import {
  addOccupancyReset,
  addSpaceZone,
  createSpace,
  deleteOccupancyReset,
  deleteSpace,
  getSpace,
  listAddableZones,
  listOccupancyResets,
  listSpaces,
  removeSpaceZone,
  updateSpace,
  updateSpaceZone,
} from '@atrium/contract/spaces';
import { createIncludes, type Relation } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import type { Changes } from '../../estate/changes.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { createResets } from './resets.ts';
import { spacePage, toReply } from './space-store.ts';
import { createSpaceZones } from './space-zones.ts';
import { createSpaces, existingSpace } from './spaces.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly clock: () => Date;
  readonly relations: readonly Relation<Scope>[];
}

const gone = { ok: true } as const;

export function bindSpaces(http: Http, { registry, changes, clock, relations }: Dependencies): void {
  const includes = createIncludes(relations);
  const spaces = createSpaces(changes);
  const zones = createSpaceZones(registry, changes);
  const resets = createResets({ registry, changes, clock });

  http.bind(listSpaces, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => spacePage(tx, scope, query));
    const shown = rows.map((row) => toReply(row, clock()));
    for (const remark of await includes.add(scope, 'space', shown, query.include)) reply.message(remark);
    reply.total(total);
    return shown;
  });
  http.bind(getSpace, async ({ scope, params, query, reply }) => {
    const found = await registry.tenant(scope, (tx) => existingSpace(tx, scope, params.spaceId));
    const shown = toReply(found, clock());
    for (const remark of await includes.add(scope, 'space', [shown], query.include)) reply.message(remark);
    return shown;
  });
  http.bind(createSpace, ({ scope, body }) => spaces.create(scope, body));
  http.bind(updateSpace, ({ scope, params, body, seenVersion }) =>
    spaces.update(scope, params.spaceId, body, seenVersion),
  );
  http.bind(deleteSpace, async ({ scope, params, seenVersion }) => {
    await spaces.remove(scope, params.spaceId, seenVersion);
    return gone;
  });

  http.bind(listAddableZones, async ({ scope, params, query, reply }) => {
    const { rows, total } = await zones.addable(scope, params.spaceId, query);
    reply.total(total);
    return rows;
  });
  http.bind(addSpaceZone, ({ scope, params, body }) => zones.add(scope, params.spaceId, body));
  http.bind(updateSpaceZone, ({ scope, params, body, seenVersion }) => zones.update(scope, params, body, seenVersion));
  http.bind(removeSpaceZone, async ({ scope, params, seenVersion }) => {
    await zones.remove(scope, params, seenVersion);
    return gone;
  });

  http.bind(listOccupancyResets, async ({ scope, params, query, reply }) => {
    const { rows, total } = await resets.page(scope, params.spaceId, query);
    reply.total(total);
    return rows;
  });
  http.bind(addOccupancyReset, ({ scope, params, body }) => resets.add(scope, params.spaceId, body));
  http.bind(deleteOccupancyReset, async ({ scope, params }) => {
    await resets.remove(scope, params.spaceId, params.occupancyResetId);
    return gone;
  });
}
