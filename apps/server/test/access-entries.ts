import * as data from '@atrium/contract/data';
import * as diagnostics from '@atrium/contract/diagnostics';
import type { Endpoint } from '@atrium/contract/endpoint';
import * as organizations from '@atrium/contract/organizations';
import * as places from '@atrium/contract/places';
import * as profile from '@atrium/contract/profile';
import * as reference from '@atrium/contract/reference';
import * as session from '@atrium/contract/session';
import * as sidebar from '@atrium/contract/sidebar';
import type { RequestParts } from './client.ts';
import type { User } from './estate.ts';

/** Everything of an organization that a request can name. */
export interface Ids {
  readonly orgId: string;
  readonly locationId: string;
  readonly siteId: string;
  readonly sensorId: string;
  readonly zoneId: string;
  readonly spaceId: string;
}

type Request<E extends Endpoint> = (ids: Ids, caller: User) => RequestParts<E>;

interface Entry {
  readonly endpoint: Endpoint;
  /** By what they ask for. With own ids every one of them succeeds for whoever may call at all. */
  readonly requests: Readonly<Record<string, Request<Endpoint>>>;
  /** The request ends or replaces the session it is sent with. */
  readonly usesUpSession: boolean;
}

const forEachEntity = {
  ...Object.fromEntries(
    data.entityTypes.map((entityType) => [
      entityType,
      (ids: Ids) => ({ query: { entityType, entityIds: idOf(entityType, ids) } }),
    ]),
  ),
  'all locations': () => ({ query: { entityType: 'location' as const } }),
};

/** What the access matrix asks of every endpoint. An endpoint that is missing here fails the matrix. */
export const accessEntries: readonly Entry[] = [
  entry(data.getTraffic, forEachEntity),
  entry(data.getTrafficTotal, forEachEntity),
  entry(diagnostics.reportClientError, () => ({ body: { url: '/', message: 'x', type: 'Error' } })),
  entry(organizations.listOrganizations, () => ({ query: { limit: 10 } })),
  entry(places.listLocations, () => ({ query: { include: 'site(sensor(zone),zone),space' } })),
  entry(places.getLocation, ({ locationId }) => ({
    params: { locationId },
    query: { include: 'site(sensor(zone),zone),space' },
  })),
  entry(profile.getProfile, () => ({ query: { include: 'organization,roleassignment' } })),
  entry(reference.getRelativeDates, () => ({})),
  entry(reference.getPreviousPeriods, () => ({})),
  entry(reference.getRegexps, () => ({})),
  entry(reference.getSocketEvents, () => ({})),
  entry(reference.getDateRange, {
    organization: () => ({ query: { relativeDate: 'today' as const } }),
    location: ({ locationId }) => ({ query: { relativeDate: 'today' as const, locationId } }),
  }),
  entry(session.login, (_ids, { email, password }) => ({ body: { username: email, password } }), true),
  entry(session.logout, () => ({}), true),
  entry(session.loggedIn, () => ({})),
  entry(session.ping, () => ({})),
  entry(sidebar.getSidebar, () => ({})),
];

/** Open only while there is no staff user, so it is asked in a world of its own. */
export const askedSeparately: readonly Endpoint[] = [session.firstStaff];

function entry<E extends Endpoint>(
  endpoint: E,
  asked: Request<E> | Readonly<Record<string, Request<E>>>,
  usesUpSession = false,
): Entry {
  const requests = typeof asked === 'function' ? { '': asked } : asked;
  return { endpoint, requests, usesUpSession };
}

export function idOf(entityType: data.EntityType, ids: Ids): string {
  return entityType === 'organization' ? ids.orgId : ids[`${entityType}Id`];
}
