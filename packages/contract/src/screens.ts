import { sourceCapabilities } from '@atrium/metrics/source-capabilities';
import { type Access, administrators, anyone, members, staff } from './access.ts';

/** The sections of the menu that have a heading. */
export type Section = 'Dashboards' | 'Organization' | 'Provider';

export interface Screen {
  /** `{orgId}` is the user's current organization; without one the screen is not in the menu. */
  readonly path: string;
  readonly text: string;
  readonly icon: string;
  readonly section?: Section;
  /** Who may open it; the routes of the web app use it too. */
  readonly access: Access;
}

/** Everyone who may see at least one source. */
const explorers = { ...members, capability: Object.values(sourceCapabilities).flat() } as const;

/** Who has any kind of display. The rules of displays are not loaded with the menu. */
const displayers = [
  'canViewOccupancy',
  'headroomEnabled',
  'faceMaskEnabled',
  'canViewQueueOptimizer',
  'canViewExpectedWaitTime',
] as const;

const table = [
  { path: '/app/welcome', text: 'Welcome', icon: 'home', access: anyone },
  {
    path: '/app/live',
    text: 'Live',
    icon: 'live',
    access: { ...members, capability: ['canViewTraffic', 'canViewOccupancy'] },
  },
  { path: '/app/explore', text: 'Explore', icon: 'chart', access: explorers },
  {
    path: '/app/forecast',
    text: 'Forecast',
    icon: 'forecast',
    access: { ...members, capability: 'canViewTraffic' },
  },
  {
    path: '/app/alarms',
    text: 'Alarms',
    icon: 'bell',
    section: 'Organization',
    access: { ...members, capability: 'alarmsEnabled' },
  },
  {
    path: '/app/expected-wait-time',
    text: 'Expected wait time',
    icon: 'hourglass',
    section: 'Organization',
    access: { ...members, capability: 'canViewExpectedWaitTime' },
  },
  {
    path: '/app/displays',
    text: 'Displays',
    icon: 'screen',
    section: 'Organization',
    access: { ...members, capability: displayers },
  },
  { path: '/app/wall-screens', text: 'Wall screens', icon: 'wall', section: 'Organization', access: members },
  { path: '/app/locations', text: 'Locations', icon: 'pin', section: 'Organization', access: anyone },
  { path: '/app/sensors', text: 'Sensors', icon: 'antenna', section: 'Organization', access: anyone },
  { path: '/app/offline-sensors', text: 'Offline sensors', icon: 'offline', section: 'Organization', access: anyone },
  { path: '/app/pushurls', text: 'Connect sensors', icon: 'upload', section: 'Organization', access: administrators },
  { path: '/app/inbox', text: 'Inbox', icon: 'inbox', section: 'Organization', access: administrators },
  { path: '/app/importstatus', text: 'Import status', icon: 'import', section: 'Organization', access: administrators },
  {
    path: '/app/importsettings',
    text: 'Import settings (SFTP)',
    icon: 'transfer',
    section: 'Organization',
    access: { ...administrators, capability: 'sftpEnabled' },
  },
  {
    path: '/app/clients',
    text: 'API Clients',
    icon: 'code',
    section: 'Organization',
    access: { ...administrators, capability: 'apiClientsEnabled' },
  },
  { path: '/app/mqtt', text: 'MQTT brokers', icon: 'broadcast', section: 'Organization', access: administrators },
  { path: '/app/users', text: 'Users', icon: 'users', section: 'Organization', access: administrators },
  { path: '/app/orgschedule', text: 'Opening hours', icon: 'clock', section: 'Organization', access: anyone },
  { path: '/app/org/{orgId}', text: 'Organization', icon: 'building', section: 'Organization', access: administrators },
  { path: '/app/orgsettings', text: 'Settings', icon: 'settings', section: 'Organization', access: administrators },
  { path: '/app/audit', text: 'Audit log', icon: 'history', section: 'Organization', access: administrators },
  { path: '/app/admin-welcome', text: 'Overview', icon: 'shield', section: 'Provider', access: staff },
  { path: '/app/orgs', text: 'Organizations', icon: 'building', section: 'Provider', access: staff },
  { path: '/app/sensorassignment', text: 'Sensor assignments', icon: 'plug', section: 'Provider', access: staff },
  {
    path: '/app/dashboardtemplates',
    text: 'Dashboard templates',
    icon: 'layout',
    section: 'Provider',
    access: staff,
  },
  { path: '/app/outbox', text: 'Outbox', icon: 'mail', section: 'Provider', access: staff },
  { path: '/app/system', text: 'System', icon: 'activity', section: 'Provider', access: staff },
] as const satisfies readonly Screen[];

/** The icons of the menu; the web app draws each of them. Those of dashboards: `users` marks a published one. */
export type ScreenIcon = (typeof table)[number]['icon'] | 'dashboard' | 'plus' | 'template';

/** The screens of the menu that exist, in its order. */
export const screens: readonly Screen[] = table;

export function screenAt(path: (typeof table)[number]['path']): Screen {
  const screen = screens.find((each) => each.path === path);
  if (!screen) throw new Error(`No screen at ${path}`);
  return screen;
}

export function screenExists(path: string): boolean {
  return screens.some((screen) => screen.path === path);
}
