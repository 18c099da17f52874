import type { Differences } from '../../audit/differences.ts';
import { type KnownZones, sensorKey, zoneKey } from './import-sensors.ts';
import type { PlacedSpace } from './file-entries.ts';
import { type ImportContext, upsertEntries } from './upsert-entries.ts';
import { estateTexts } from './texts.ts';

/** The zones that determine the occupancy of a space. */
export async function importSpaceZones(
  { walk, scope, writers }: ImportContext,
  spaces: readonly PlacedSpace[],
  known: KnownZones,
): Promise<void> {
  const entries = spaces.flatMap(({ path: at, names, wanted, found: space, place, spaceId }) => {
    const stored = new Map(space?.zones.map((each) => [each.zoneId, each]));
    return (wanted.zones ?? []).flatMap((entry, index) => {
      const path = [...at, 'zones', index];
      const { sensor, deviceId } = entry;
      const zoneId = known.ids.get(zoneKey(place.locationId, sensor, deviceId));
      if (zoneId === undefined) {
        const isSensor = known.sensors.has(sensorKey(place.locationId, sensor));
        walk.addProblem(
          [...path, isSensor ? 'deviceId' : 'sensor'],
          isSensor ? estateTexts.noZone : estateTexts.noSensor,
        );
        return [];
      }
      return [
        { path, names: [...names, `${sensor} ${deviceId}`], wanted: entry, found: stored.get(zoneId), spaceId, zoneId },
      ];
    });
  });
  await upsertEntries(walk, entries, {
    kind: 'space-zone',
    changed: ({ wanted: { reverseInsAndOuts: wanted } }, { reverseInsAndOuts: found }): Differences =>
      wanted === undefined || wanted === found ? {} : { reverseInsAndOuts: [found, wanted] },
    update: ({ spaceId, wanted: { reverseInsAndOuts = false } }, { id }) =>
      writers.turnSpaceZone(scope, { spaceId, spaceZoneAssignmentId: id }, { reverseInsAndOuts }),
    create: (missing) =>
      writers.addSpaceZones(
        scope,
        missing.map(({ spaceId, zoneId, wanted: { reverseInsAndOuts = false } }) => {
          return { spaceId, zoneId, reverseInsAndOuts };
        }),
      ),
    // The whole entry identifies the zone.
    pathOf: ({ path }, field) => (field === 'zoneId' ? path : undefined),
  });
}
