import type { Endpoint, ReplyOf } from '@atrium/contract/endpoint';
import { listLocations } from '@atrium/contract/locations';
import { listSensors } from '@atrium/contract/sensors';
import { listSites } from '@atrium/contract/sites';
import { listSpaces } from '@atrium/contract/spaces';
import { listZones } from '@atrium/contract/zones';
import type { EntityType } from '@atrium/metrics/sources';
import type { ReadTexts } from '../../api/query-client.ts';
import { texts } from './texts.ts';

export interface EntityOption {
  value: string;
  label: string;
}

/** An organization has nothing to choose. */
export type SeveralType = Exclude<EntityType, 'organization'>;

interface EntityChoices {
  list: Endpoint;
  query: Readonly<Record<string, string>>;
  texts: ReadTexts;
  options: (row: unknown) => readonly EntityOption[];
}

type RowOf<E> = ReplyOf<E> extends readonly (infer Row)[] ? Row : never;

const choices = <E extends Endpoint>(
  list: E,
  query: EntityChoices['query'],
  words: ReadTexts,
  options: (row: RowOf<E>) => readonly EntityOption[],
): EntityChoices => ({ list, query, texts: words, options: (row) => options(row as RowOf<E>) });

/** Where the entities of a type are found. */
export const entityChoices: Record<SeveralType, EntityChoices> = {
  location: choices(listLocations, {}, texts.locations, ({ locationId, name }) => [{ value: locationId, label: name }]),
  site: choices(listSites, { include: 'location' }, texts.sites, ({ siteId, name, location }) => [
    { value: siteId, label: within(name, location?.name) },
  ]),
  sensor: choices(listSensors, { active: 'true' }, texts.sensors, ({ sensorId, name, locationName }) => [
    { value: sensorId, label: within(name, locationName) },
  ]),
  zone: choices(listZones, {}, texts.zones, ({ zoneId, name, sensorName, locationName }) => [
    { value: zoneId, label: within(within(name, sensorName), locationName) },
  ]),
  space: choices(listSpaces, { include: 'location' }, texts.spaces, ({ spaceId, name, location }) => [
    { value: spaceId, label: within(name, location?.name) },
  ]),
};

function within(name: string, place: string | null | undefined): string {
  return place ? `${name}, ${place}` : name;
}
