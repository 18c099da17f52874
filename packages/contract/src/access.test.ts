import { sourceNames, sources } from '@atrium/metrics/sources';
import { describe, expect, it } from 'vitest';
import {
  type Access,
  administrators,
  capabilities,
  capabilitiesOf,
  type Capability,
  dashboardReaders,
  denialOf,
  isOpenToClients,
  isPublic,
  mayCall,
  members,
  type Person,
  roles,
  staff,
} from './access.ts';
import { catalog } from './catalog.ts';
import { topics } from './topics.ts';
import { listAudit } from './audit.ts';
import { dataEndpoints, getTraffic } from './data.ts';
import { getForecastScoreboard } from './forecast.ts';
import { listLocations } from './locations.ts';
import { listDisplays } from './displays.ts';
import { listOutbox } from './mail.ts';
import { listOfflineSensors } from './offline-sensors.ts';
import { createOrganization, listContacts } from './organizations.ts';
import { listReceived } from './inbox.ts';
import { liveWall } from './live-wall.ts';
import { listImports } from './imports.ts';
import { listMqttBrokers } from './mqtt.ts';
import { listPushKeys } from './push-keys.ts';
import { listSchedules } from './schedules.ts';
import { screenAt, screens } from './screens.ts';
import { listSensors } from './sensors.ts';
import { getSystem } from './system.ts';
import { listUsers } from './users.ts';

const user: Person = { role: 'OrganizationUser', capabilities: new Set(['canViewTraffic']) };
const admin: Person = { ...user, role: 'OrganizationAdministrator' };
const provider: Person = { role: 'SenSourceUser', capabilities: null };

const may = (wanted: { access: Access }, name: Capability) =>
  mayCall(wanted, { ...user, capabilities: new Set([name]) });

const holders = (wanted: { access: Access }) => roles.filter((role) => mayCall(wanted, { role, capabilities: null }));

describe('who may call an endpoint', () => {
  it('[S03] is decided by session, then role, then the subscription of the organization', () => {
    const limited = { ...administrators, capability: 'canViewReports' } as const satisfies Access;
    expect(denialOf({ access: limited }, null)).toBe('anonymous');
    expect(denialOf({ access: limited }, user)).toBe('role');
    expect(denialOf({ access: limited }, admin)).toBe('capability');
    expect(denialOf({ access: limited }, { ...admin, capabilities: new Set(['canViewReports']) })).toBeUndefined();
    expect(mayCall({ access: isPublic }, null)).toBe(true);
    expect([members, staff].map((access) => mayCall({ access }, user))).toEqual([true, false]);
  });

  it('[S05] needs one of several capabilities, of the organization once it is named', () => {
    const either = { ...members, capability: ['canViewOccupancy', 'headroomEnabled'] } as const satisfies Access;
    expect(mayCall({ access: either }, user)).toBe(false);
    expect(mayCall({ access: either }, { ...user, capabilities: new Set(['headroomEnabled']) })).toBe(true);
    expect(mayCall({ access: either }, provider)).toBe(true);
    expect(mayCall({ access: either }, { ...provider, capabilities: new Set() })).toBe(false);
  });

  it('reads capabilities from the flags of an organization', () => {
    const flags = { canViewTraffic: true, canViewPOS: false } as Parameters<typeof capabilitiesOf>[0];
    expect([...capabilitiesOf(flags)]).toEqual(['canViewTraffic']);
  });
});

describe('an API client', () => {
  const client: Person = { ...admin, isClient: true };
  const open = catalog.filter(isOpenToClients);

  it('[S150] may call every GET except those about accounts and credentials, and no write but questions', () => {
    const closed = catalog.filter((endpoint) => endpoint.method === 'GET' && !open.includes(endpoint));
    expect(closed.map(({ path }) => path).toSorted()).toEqual([
      '/api/audit',
      '/api/client',
      '/api/client/{clientId}',
      '/api/kiosk',
      '/api/kiosk-link',
      '/api/kiosk/dashboard/{dashboardId}',
      '/api/profile',
      '/api/profile/homepage',
      '/api/profile/roles',
      '/api/profile/second-factor',
      '/api/profile/sessions',
      '/api/push-key',
      '/api/push-key/{pushKeyId}',
      '/api/push-key/{pushKeyId}/attempt',
      '/api/reference/sensor-password/{mac}',
    ]);
    const posted = open.filter(({ method, access }) => method !== 'GET' && access.kind === 'session');
    expect(posted.map(({ path }) => path)).toEqual(
      sourceNames.flatMap((name) => [sources[name].path, `${sources[name].path}/total`]),
    );
    expect(posted.every(({ method, readsOnly }) => method === 'POST' && readsOnly)).toBe(true);
  });

  it('[S150] is denied what states no method, what needs a proof, and what excludes it', () => {
    expect(denialOf({ access: members }, client)).toBe('client');
    expect(denialOf({ access: members, method: 'GET' }, client)).toBeUndefined();
    expect(denialOf({ access: members, method: 'POST' }, client)).toBe('client');
    expect(denialOf({ access: { ...members, clients: true }, method: 'POST' }, client)).toBeUndefined();
    expect(denialOf({ access: { ...members, needsRecentProof: true }, method: 'GET' }, client)).toBe('client');
    expect(denialOf({ access: { ...members, clients: false }, method: 'GET' }, client)).toBe('client');
  });

  it('[R695] is denied what its user may not call', () => {
    expect(denialOf({ access: administrators, method: 'GET' }, { ...user, isClient: true })).toBe('role');
  });
});

describe('a screen of the menu', () => {
  it('[R491] leads to the import settings only with sftpEnabled', () => {
    const settings = screenAt('/app/importsettings');
    const role = 'OrganizationAdministrator';
    expect(mayCall(settings, { role, capabilities: new Set(['sftpEnabled']) })).toBe(true);
    expect(mayCall(settings, { role, capabilities: new Set(['canViewTraffic']) })).toBe(false);
  });

  const shows = [
    ['/app/live', liveWall],
    ['/app/displays', listDisplays],
    ['/app/explore', getTraffic],
    ['/app/forecast', getForecastScoreboard],
    ['/app/pushurls', listPushKeys],
    ['/app/inbox', listReceived],
    ['/app/importstatus', listImports],
    ['/app/mqtt', listMqttBrokers],
    ['/app/users', listUsers],
    ['/app/audit', listAudit],
    ['/app/outbox', listOutbox],
    ['/app/orgs', createOrganization],
    ['/app/org/{orgId}', listContacts],
    ['/app/system', getSystem],
    ['/app/locations', listLocations],
    ['/app/sensors', listSensors],
    ['/app/offline-sensors', listOfflineSensors],
    ['/app/orgschedule', listSchedules],
  ] as const;

  it('[R005] has each page once', () => {
    const paths = screens.map(({ path }) => path);
    expect(paths).toEqual([...new Set(paths)]);
  });

  it('[R824] has Explore for everyone who may ask at least one data source', () => {
    for (const name of capabilities)
      expect(may(screenAt('/app/explore'), name), name).toBe(dataEndpoints.some((endpoint) => may(endpoint, name)));
  });

  it.each(shows)('[S03] %s opens for the roles that may call its endpoints', (path, endpoint) => {
    expect(holders(screenAt(path))).toEqual(holders(endpoint));
  });
});

describe('a wall screen', () => {
  const screen: Person = { ...user, isKiosk: true };

  it('[S193] is denied every call that does not name kiosks; nobody else may make those for kiosks only', () => {
    expect(denialOf({ access: members, method: 'GET' }, screen)).toBe('kiosk');
    expect(denialOf({ access: dashboardReaders, method: 'GET' }, screen)).toBeUndefined();
    expect(denialOf({ access: { ...members, kiosk: 'only' }, method: 'GET' }, screen)).toBeUndefined();
    for (const other of [user, admin, { ...admin, isClient: true }])
      expect(denialOf({ access: { ...members, kiosk: 'only' }, method: 'GET' }, other)).toBe('kiosk');
  });

  it('[S193] follows live numbers of places and nothing else', () => {
    const open = topics.filter(({ access }) => denialOf({ access }, screen) !== 'kiosk').map(({ name }) => name);
    expect(open.toSorted()).toEqual(['live', 'traffic']);
  });
});
