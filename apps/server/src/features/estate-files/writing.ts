import { newLocation } from '@atrium/rules/location';
import { newSite } from '@atrium/rules/site';
import { newSpace } from '@atrium/rules/space';
import { stringify } from 'yaml';
import type { Estate, StoredLocation, StoredSensor } from './store.ts';

interface Options {
  readonly organization: string;
  readonly at: Date;
  /** Of everything, so that a file can rename things; otherwise only where a name does not tell things apart. */
  readonly ids: boolean;
}

/** A file that says what there is. What is usual is left out, so that it can be read. */
export function writeEstate({ schedules, locations }: Estate, { organization, at, ids }: Options): string {
  const estate = {
    atrium: 1,
    schedules: identified(schedules, ids).map((each) =>
      unusual(each, { assignToNewLocations: false, autoAssign: false }),
    ),
    locations: identified(locations, ids).map((each) => writtenLocation(each, ids)),
  };
  const title = `Estate of ${organization.replaceAll(/\s+/g, ' ')}, ${at.toISOString().slice(0, 10)}`;
  const help = 'What this file does not mention stays as it is when it is imported. Times are those of the location.';
  return `# ${title}\n# ${help}\n${stringify(estate, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

function writtenLocation({ sites, spaces, hours, ...location }: Identified<StoredLocation>, ids: boolean) {
  return {
    ...unusual(location, newLocation),
    ...filled(
      'hours',
      hours.map(({ id: _id, ...each }) => each),
    ),
    ...filled(
      'sites',
      identified(sites, ids).map(({ sensors, ...site }) => ({
        ...unusual(site, newSite),
        ...filled('sensors', sensors.map(writtenSensor)),
      })),
    ),
    ...filled(
      'spaces',
      identified(spaces, ids).map(({ zones, ...space }) => ({
        ...unusual(space, newSpace),
        ...filled(
          'zones',
          zones.map(({ id: _id, zoneId: _zoneId, ...zone }) => unusual(zone, { reverseInsAndOuts: false })),
        ),
      })),
    ),
  };
}

function writtenSensor({ id: _id, zones, macAddress, ...sensor }: StoredSensor) {
  const { name, ...rest } = unusual(sensor, { timeZone: null, periodicUse: false, nodeSensors: null });
  const usualZone = { countType: 1, scaleFactor: 1, countFilter: 0, countApplication: 1, disabled: false };
  return {
    ...(macAddress !== undefined && { macAddress }),
    name,
    ...rest,
    ...filled(
      'zones',
      zones.map(({ id: _zone, ...zone }) => unusual(zone, { ...usualZone, minDwell: null, maxDwell: null })),
    ),
  };
}

type Identified<Thing> = Omit<Thing, 'id'> & { id?: string };

/** Ids are kept where they are wanted, and where several things have the same name. */
function identified<Thing extends { id: string; name: string }>(
  things: readonly Thing[],
  ids: boolean,
): Identified<Thing>[] {
  return things.map(({ id, ...thing }) => {
    const isAlone = things.filter(({ name }) => name === thing.name).length === 1;
    return ids || !isAlone ? { id, ...thing } : thing;
  });
}

/** Without what something new has by itself. */
function unusual<Thing extends object>(thing: Thing, usual: object): Thing {
  const plain = new Map(Object.entries(usual).map(([field, value]) => [field, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(thing).filter(([field, value]) => plain.get(field) !== JSON.stringify(value)),
  ) as Thing;
}

function filled(key: string, list: readonly unknown[]): object {
  return list.length > 0 ? { [key]: list } : {};
}
