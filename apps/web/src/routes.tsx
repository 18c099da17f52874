import { getProfile } from '@atrium/contract/profile';
import { screenAt } from '@atrium/contract/screens';
import { headroomEndedPage, isScreen, welcomePage } from '@atrium/rules/landing';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { addressWords } from '@atrium/metrics/address-words';
import { call } from './api/client.ts';
import { checkSession } from './api/session.ts';
import { showUser } from './api/shown-user.ts';
import { dashboards, kiosk } from './dashboard-routes.ts';
import { displaySetup } from './display-routes.ts';
import { createNumberedHistory } from './hash-history.ts';
import { parseSearch, stringifySearch } from './query-string.ts';
import { app, list, page, root, screen } from './screen.ts';
import { PageError } from './shell/PageError.tsx';

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    await needSession();
    const { homepage } = await call(getProfile, {});
    const [to = '', search = ''] = (homepage !== null && isScreen(homepage) ? homepage : welcomePage).split('?');
    throw redirect({ to, search: parseSearch(search), replace: true });
  },
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  beforeLoad: needSession,
  component: lazyRouteComponent(() => import('./screens/EnrollScreen.tsx'), 'EnrollScreen'),
  staticData: { title: 'Second factor' },
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./features/session/SetupPage.tsx'), 'SetupPage'),
  validateSearch: (search: Record<string, unknown>) => ({
    token: typeof search['token'] === 'string' ? search['token'] : '',
  }),
  staticData: { title: 'Set up' },
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true });
  },
});

const locationList = { title: 'Locations', pathname: '/app/locations' };
const organizationList = { title: 'Organizations', pathname: '/app/orgs' };
const pushUrlList = { title: 'Push URLs', pathname: '/app/pushurls' };
const sensorList = { title: 'Sensors', pathname: '/app/sensors' };
const userList = { title: 'Users', pathname: '/app/users' };

const user = createRoute({
  getParentRoute: () => app,
  path: '/user',
  component: lazyRouteComponent(() => import('./features/users/UserPage.tsx'), 'UserPage'),
  validateSearch: (search: Record<string, unknown>) => ({
    userId: typeof search['userId'] === 'string' ? search['userId'] : '',
  }),
  beforeLoad: ({ search }) => {
    if (search.userId === '') throw redirect({ to: '/app/users', replace: true });
  },
  staticData: {
    title: 'User',
    isNamed: true,
    under: userList,
    access: screenAt('/app/users').access,
  },
});

async function needSession(): Promise<void> {
  const userId = await checkSession();
  showUser(userId);
  if (userId === null) throw redirect({ to: '/login', replace: true });
}

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    page('/login', { title: 'Sign in', reads: ['sso'] }, () => import('./features/session/LoginPage.tsx'), 'LoginPage'),
    page('/logout', { title: 'Sign out' }, () => import('./features/session/LogoutPage.tsx'), 'LogoutPage'),
    secondFactor,
    setup,
    page(
      '/forgot-password',
      { title: 'Forgot password' },
      () => import('./features/session/ForgotPasswordPage.tsx'),
      'ForgotPasswordPage',
    ),
    page(
      '/reset-password',
      { title: 'Reset password', reads: ['resetKey'] },
      () => import('./features/session/ResetPasswordPage.tsx'),
      'ResetPasswordPage',
    ),
    page(
      '/confirm-email',
      { title: 'Confirm email address', reads: ['emailKey'] },
      () => import('./features/session/ConfirmEmailPage.tsx'),
      'ConfirmEmailPage',
    ),
    page(
      '/register',
      { title: 'Register', reads: ['email', 'invitationId'] },
      () => import('./features/session/RegisterPage.tsx'),
      'RegisterPage',
    ),
    page(
      '/register-sso',
      { title: 'Register', reads: ['email', 'invitationId'] },
      () => import('./features/session/RegisterSsoPage.tsx'),
      'RegisterSsoPage',
    ),
    page(
      '/sign-up',
      { title: 'Sign up', reads: ['pid', 'refcode'] },
      () => import('./features/session/SignUpPage.tsx'),
      'SignUpPage',
    ),
    page(
      '/sign-up-success',
      { title: 'Sign-up success', reads: ['email', 'pid'] },
      () => import('./features/session/SignUpSuccessPage.tsx'),
      'SignUpSuccessPage',
    ),
    page(
      headroomEndedPage,
      { title: 'Expired account' },
      () => import('./features/session/ExpiredAccountPage.tsx'),
      'ExpiredAccountPage',
    ),
    page('/404', { title: 'Page not found' }, () => import('./shell/NotFoundPage.tsx'), 'NotFoundPage'),
    kiosk,
    unknown,
    app.addChildren([
      screen(
        '/welcome',
        { title: 'Welcome', organization: true, reads: ['location', 'day', 'compare'] },
        () => import('./screens/WelcomeScreen.tsx'),
        'WelcomeScreen',
      ),
      screen(
        '/live',
        { title: 'Live', organization: true, reads: ['search', 'show'] },
        () => import('./features/live-wall/LivePage.tsx'),
        'LivePage',
      ),
      screen(
        '/explore',
        { title: 'Explore', organization: true, reads: addressWords },
        () => import('./features/explore/ExplorePage.tsx'),
        'ExplorePage',
      ),
      ...dashboards,
      list(
        '/forecast',
        { title: 'Forecast', organization: true },
        () => import('./features/forecast/ForecastPage.tsx'),
        'ForecastPage',
      ),
      screen('/profile', { title: 'Profile' }, () => import('./screens/ProfileScreen.tsx'), 'ProfileScreen'),
      list(
        '/orgs',
        { title: 'Organizations', access: screenAt('/app/orgs').access },
        () => import('./features/organizations/OrganizationsPage.tsx'),
        'OrganizationsPage',
      ),
      screen(
        '/org/$orgId',
        {
          title: 'Organization',
          isNamed: true,
          under: organizationList,
          access: screenAt('/app/org/{orgId}').access,
          reads: ['tab'],
        },
        () => import('./screens/OrganizationScreen.tsx'),
        'OrganizationScreen',
      ),
      screen(
        '/orgsettings',
        { title: 'Organization settings', organization: true, access: screenAt('/app/orgsettings').access },
        () => import('./features/organizations/OrganizationSettingsPage.tsx'),
        'OrganizationSettingsPage',
      ),
      list(
        '/locations',
        { title: 'Locations', organization: true },
        () => import('./features/places/LocationsPage.tsx'),
        'LocationsPage',
      ),
      screen(
        '/org/$orgId/location/$locationId',
        { title: 'Location', isNamed: true, under: locationList, reads: ['tab', 'day', 'compare'] },
        () => import('./screens/LocationScreen.tsx'),
        'LocationScreen',
      ),
      screen(
        '/org/$orgId/location/$locationId/site/$siteId',
        { title: 'Site', isNamed: true, under: locationList, reads: ['tab'] },
        () => import('./screens/SiteScreen.tsx'),
        'SiteScreen',
      ),
      screen(
        '/org/$orgId/location/$locationId/space/$spaceId',
        { title: 'Space', isNamed: true, under: locationList, reads: ['tab'] },
        () => import('./screens/SpaceScreen.tsx'),
        'SpaceScreen',
      ),
      screen(
        '/manual-occupancy',
        { title: 'Manual Occupancy', fillsScreen: true },
        () => import('./screens/CounterScreen.tsx'),
        'CounterStart',
      ),
      screen(
        '/manual-occupancy/$orgId/$locationId/$spaceId',
        { title: 'Manual Occupancy', fillsScreen: true },
        () => import('./screens/CounterScreen.tsx'),
        'CounterScreen',
      ),
      list(
        '/displays',
        { title: 'Displays', organization: true },
        () => import('./screens/DisplaysScreen.tsx'),
        'DisplaysScreen',
      ),
      ...displaySetup,
      list(
        '/sensors',
        { title: 'Sensors', reads: ['scope'] },
        () => import('./features/sensors/SensorsPage.tsx'),
        'SensorsPage',
      ),
      screen(
        '/sensor/$sensorId',
        { title: 'Sensor detail', isNamed: true, under: sensorList, organization: true, reads: ['tab'] },
        () => import('./screens/SensorScreen.tsx'),
        'SensorScreen',
      ),
      list(
        '/sensorassignment',
        { title: 'Sensor assignments', access: screenAt('/app/sensorassignment').access, reads: ['scope'] },
        () => import('./features/sensor-assignments/AssignmentsPage.tsx'),
        'AssignmentsPage',
      ),
      list(
        '/offline-sensors',
        { title: 'Offline sensors', reads: ['tab', 'scope', 'search'] },
        () => import('./features/offline-sensors/OfflineSensorsPage.tsx'),
        'OfflineSensorsPage',
      ),
      list(
        '/pushurls',
        { title: 'Push URLs', organization: true, access: screenAt('/app/pushurls').access },
        () => import('./features/push-keys/ConnectPage.tsx'),
        'ConnectPage',
      ),
      list(
        '/inbox',
        { title: 'Inbox', access: screenAt('/app/inbox').access, reads: ['tab', 'scope', 'replay'] },
        () => import('./features/inbox/InboxPage.tsx'),
        'InboxPage',
      ),
      list(
        '/importstatus',
        { title: 'Import status', organization: true, access: screenAt('/app/importstatus').access },
        () => import('./features/imports/ImportStatusPage.tsx'),
        'ImportStatusPage',
      ),
      screen(
        '/importsettings',
        { title: 'Import settings (SFTP)', organization: true, access: screenAt('/app/importstatus').access },
        () => import('./features/imports/ImportSettingsPage.tsx'),
        'ImportSettingsPage',
      ),
      screen(
        '/teach',
        {
          title: 'Teach a sensor',
          under: pushUrlList,
          organization: true,
          access: screenAt('/app/pushurls').access,
          reads: ['teach', 'sample', 'open'],
        },
        () => import('./features/mappings/TeachPage.tsx'),
        'TeachPage',
      ),
      list(
        '/clients',
        { title: 'API Clients', organization: true, access: screenAt('/app/mqtt').access },
        () => import('./features/api-clients/ApiClientsPage.tsx'),
        'ApiClientsPage',
      ),
      list(
        '/alarms',
        { title: 'Configured Alarms', organization: true },
        () => import('./features/alarms/AlarmsPage.tsx'),
        'AlarmsPage',
      ),
      list(
        '/alarms/history',
        { title: 'Alarm history', organization: true, reads: ['tab'] },
        () => import('./features/alarms/AlarmHistoryPage.tsx'),
        'AlarmHistoryPage',
      ),
      list(
        '/alarms/webhooks',
        { title: 'Webhooks', organization: true, access: screenAt('/app/mqtt').access },
        () => import('./features/webhooks/WebhooksPage.tsx'),
        'WebhooksPage',
      ),
      screen(
        '/mqtt',
        { title: 'MQTT brokers', organization: true, access: screenAt('/app/mqtt').access },
        () => import('./features/mqtt/MqttPage.tsx'),
        'MqttPage',
      ),
      screen(
        '/orgschedule',
        { title: 'Opening hours', organization: true, reads: ['tab', 'location'] },
        () => import('./features/schedules/SchedulesPage.tsx'),
        'SchedulesPage',
      ),
      list(
        '/users',
        { title: 'Users', access: screenAt('/app/users').access, reads: ['tab', 'scope'] },
        () => import('./features/users/UsersPage.tsx'),
        'UsersPage',
      ),
      user,
      screen(
        '/admin-welcome',
        { title: 'Overview', access: screenAt('/app/admin-welcome').access },
        () => import('./features/welcome/AdminWelcomePage.tsx'),
        'AdminWelcomePage',
      ),
      list(
        '/audit',
        { title: 'Audit log', access: screenAt('/app/audit').access, reads: ['scope'] },
        () => import('./features/audit/AuditPage.tsx'),
        'AuditPage',
      ),
      list(
        '/outbox',
        { title: 'Outbox', access: screenAt('/app/outbox').access },
        () => import('./features/mail/OutboxPage.tsx'),
        'OutboxPage',
      ),
      screen(
        '/system',
        { title: 'System', access: screenAt('/app/system').access },
        () => import('./features/system/SystemPage.tsx'),
        'SystemPage',
      ),
    ]),
  ]),
  history: createNumberedHistory(),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: PageError,
  defaultPendingMs: 300,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
