import * as displays from '@atrium/contract/displays';
import { defaultLook } from '@atrium/rules/display';
import { randomUUID } from 'node:crypto';
import { display } from '../src/registry/schema/displays.ts';
import { type Entry, entry, type Fresh, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

/** The requests of the access matrix about displays. */
export const displayEntries: readonly Entry[] = [
  entry(displays.listDisplays, {
    all: () => ({}),
    'of a kind': () => ({ query: { kind: 'live-occupancy' as const } }),
  }),
  entry(displays.getDisplay, ofDisplay),
  entry(
    displays.createDisplay,
    ({ spaceId }) => ({ body: { kind: 'live-occupancy' as const, entityId: spaceId, note: 'x' } }),
    { fresh: aSpace },
  ),
  entry(displays.updateDisplay, (ids) => ({ ...ofDisplay(ids), body: { note: 'x' } })),
  entry(displays.renewDisplay, ofDisplay),
  entry(displays.deleteDisplay, ofDisplay, { fresh: createDisplayOf }),
];

/** A display of a space of its own. */
export async function createDisplayOf(world: World, ids: Pick<Ids, 'orgId' | 'locationId'>) {
  const { orgId, locationId } = ids;
  const { spaceId: entityId } = await aSpace(world, ids);
  const [made] = await world.registry.system(({ sql }) =>
    sql
      .insert(display)
      .values({
        orgId,
        locationId,
        kind: 'live-occupancy',
        entityType: 'space',
        entityId,
        code: randomUUID(),
        enabled: true,
        look: defaultLook,
        items: [],
      })
      .returning(),
  );
  return { displayId: made!.displayId };
}

async function aSpace(world: World, { orgId, locationId }: Parameters<Fresh>[1] | Pick<Ids, 'orgId' | 'locationId'>) {
  const { rows } = await world.registry.owner.query<{ name: string }>(
    'SELECT name FROM location WHERE location_id = $1',
    [locationId],
  );
  const { spaceId } = await world.space({ orgId, locationId, name: rows[0]?.name ?? 'x' });
  return { spaceId };
}

function ofDisplay({ displayId }: Ids) {
  return { params: { displayId } };
}
