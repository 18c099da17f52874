import * as locations from '@atrium/contract/locations';
import * as sites from '@atrium/contract/sites';
import * as weather from '@atrium/contract/weather';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

const below = 'site(sensor(zone,localuser,vendor_license),sensorassignment,attachment,zone,location),space,attachment';

/** The requests of the access matrix about locations and sites. */
export const placeEntries: readonly Entry[] = [
  entry(locations.listLocations, () => ({ query: { include: below } })),
  entry(locations.getLocation, (ids) => ({ ...ofLocation(ids), query: { include: below } })),
  entry(locations.createLocation, () => ({ body: { name: 'New', timezone: 'UTC', site: [{ name: 'Door' }] } })),
  entry(locations.updateLocation, (ids) => ({ ...ofLocation(ids), body: { city: 'Leeds' } })),
  entry(locations.deleteLocation, ofLocation, { fresh: aLocation }),
  entry(locations.suggestAddresses, () => ({ query: { search: '100 Congress' } })),
  entry(locations.getTimezone, () => ({ query: { lat: '30.27', lng: '-97.74' } })),
  entry(weather.getWeather, {
    hourly: ({ locationId }) => ({ params: { locationId, type: 'hourly' as const } }),
    daily: ({ locationId }) => ({ params: { locationId, type: 'daily' as const } }),
  }),
  entry(weather.getWeatherHistory, (ids) => ({
    ...ofLocation(ids),
    query: { startDate: '2026-03-03', endDate: '2026-03-03' },
  })),
  entry(sites.listSites, {
    all: () => ({ query: { include: 'sensor(zone),zone,location' } }),
  }),
  entry(sites.getSite, (ids) => ({ ...ofSite(ids), query: { include: 'sensor(zone,localuser),zone,location' } })),
  entry(sites.createSite, ({ locationId }) => ({ body: { locationId, name: 'New' } })),
  entry(sites.updateSite, (ids) => ({ ...ofSite(ids), body: { nodeCount: 2 } })),
  entry(sites.deleteSite, ({ siteId, locationId }) => ({ params: { siteId, locationId } }), { fresh: aSite }),
];

function ofLocation({ locationId }: Ids) {
  return { params: { locationId } };
}

function ofSite({ siteId }: Ids) {
  return { params: { siteId } };
}

async function aLocation(world: World, { orgId }: Ids) {
  return { locationId: (await world.location({ orgId })).locationId };
}

async function aSite(world: World, { locationId }: Ids) {
  return { siteId: (await world.site({ locationId })).siteId };
}
