import type { Role } from './access.ts';

/** The parts of the menu that have a heading. */
export type Section = 'Organization' | 'Provider';

export interface Screen {
  /** `{orgId}` is the organization that this person works in; without one the screen is not in the menu. */
  readonly path: string;
  readonly text: string;
  readonly icon: string;
  readonly section?: Section;
  /** Everyone when absent. */
  readonly roles?: readonly Role[];
}

const staff: readonly Role[] = ['SenSourceUser'];
const administrators: readonly Role[] = ['OrganizationAdministrator', 'SenSourceUser'];

/** The screens of the menu that exist, in its order. */
export const screens: readonly Screen[] = [
  { path: '/app/welcome', text: 'Welcome', icon: 'home' },
  { path: '/app/locations', text: 'Locations', icon: 'pin', section: 'Organization' },
  { path: '/app/sensors', text: 'Sensors', icon: 'antenna', section: 'Organization' },
  { path: '/app/offline-sensors', text: 'Offline sensors', icon: 'offline', section: 'Organization' },
  { path: '/app/pushurls', text: 'Push URLs', icon: 'upload', section: 'Organization', roles: administrators },
  { path: '/app/users', text: 'Users', icon: 'users', section: 'Organization', roles: administrators },
  { path: '/app/orgschedule', text: 'Opening hours', icon: 'clock', section: 'Organization' },
  { path: '/app/org/{orgId}', text: 'Organization', icon: 'building', section: 'Organization', roles: administrators },
  { path: '/app/orgsettings', text: 'Settings', icon: 'settings', section: 'Organization', roles: administrators },
  { path: '/app/audit', text: 'Audit log', icon: 'history', section: 'Organization', roles: administrators },
  { path: '/app/admin-welcome', text: 'Overview', icon: 'shield', section: 'Provider', roles: staff },
  { path: '/app/orgs', text: 'Organizations', icon: 'building', section: 'Provider', roles: staff },
  { path: '/app/sensorassignment', text: 'Sensor assignments', icon: 'plug', section: 'Provider', roles: staff },
  { path: '/app/outbox', text: 'Outbox', icon: 'mail', section: 'Provider', roles: staff },
  { path: '/app/system', text: 'System', icon: 'activity', section: 'Provider', roles: staff },
];

export function screenExists(path: string): boolean {
  return screens.some((screen) => screen.path === path);
}
