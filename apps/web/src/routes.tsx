import type { Access } from '@atrium/contract/access';
import { getProfile } from '@atrium/contract/profile';
import { screenAt } from '@atrium/contract/screens';
import { headroomEndedPage, isScreen, welcomePage } from '@atrium/rules/landing';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { call } from './api/client.ts';
import { checkSession } from './api/session.ts';
import { showUser, shownUser } from './api/shown-user.ts';
import { createNumberedHistory } from './hash-history.ts';
import { restoreListState } from './list-memory.ts';
import { parseSearch, stringifySearch } from './query-string.ts';
import { PageError } from './shell/PageError.tsx';
import { Root } from './shell/Root.tsx';

const root = createRootRoute({ component: Root });

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    const userId = await checkSession();
    showUser(userId);
    if (userId === null) throw redirect({ to: '/login', replace: true });
    const { homepage } = await call(getProfile, {});
    const [to = '', search = ''] = (homepage !== null && isScreen(homepage) ? homepage : welcomePage).split('?');
    throw redirect({ to, search: parseSearch(search), replace: true });
  },
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyRouteComponent(() => import('./features/session/LoginPage.tsx'), 'LoginPage'),
  validateSearch: words('sso'),
  staticData: { title: 'Sign in' },
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => import('./features/session/LogoutPage.tsx'), 'LogoutPage'),
  staticData: { title: 'Sign out' },
});

const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  beforeLoad: async () => {
    const userId = await checkSession();
    showUser(userId);
    if (userId === null) throw redirect({ to: '/login', replace: true });
  },
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

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./features/session/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  staticData: { title: 'Forgot password' },
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./features/session/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  validateSearch: words('resetKey'),
  staticData: { title: 'Reset password' },
});

const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: '/confirm-email',
  component: lazyRouteComponent(() => import('./features/session/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
  validateSearch: words('emailKey'),
  staticData: { title: 'Confirm email address' },
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('./features/session/RegisterPage.tsx'), 'RegisterPage'),
  validateSearch: words('email', 'invitationId'),
  staticData: { title: 'Register' },
});

const registerSso = createRoute({
  getParentRoute: () => root,
  path: '/register-sso',
  component: lazyRouteComponent(() => import('./features/session/RegisterSsoPage.tsx'), 'RegisterSsoPage'),
  validateSearch: words('email', 'invitationId'),
  staticData: { title: 'Register' },
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  component: lazyRouteComponent(() => import('./features/session/SignUpPage.tsx'), 'SignUpPage'),
  validateSearch: words('pid', 'refcode'),
  staticData: { title: 'Sign up' },
});

const signUpSuccess = createRoute({
  getParentRoute: () => root,
  path: '/sign-up-success',
  component: lazyRouteComponent(() => import('./features/session/SignUpSuccessPage.tsx'), 'SignUpSuccessPage'),
  validateSearch: words('email', 'pid'),
  staticData: { title: 'Sign-up success' },
});

const expiredAccount = createRoute({
  getParentRoute: () => root,
  path: headroomEndedPage,
  component: lazyRouteComponent(() => import('./features/session/ExpiredAccountPage.tsx'), 'ExpiredAccountPage'),
  staticData: { title: 'Expired account' },
});

const notFound = createRoute({
  getParentRoute: () => root,
  path: '/404',
  component: lazyRouteComponent(() => import('./shell/NotFoundPage.tsx'), 'NotFoundPage'),
  staticData: { title: 'Page not found' },
});

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true });
  },
});

/** Every screen below it needs a session, asked again on each entry. */
const app = createRoute({
  getParentRoute: () => root,
  path: '/app',
  beforeLoad: async ({ location }) => {
    const userId = await checkSession().catch(unlessShown);
    showUser(userId);
    if (userId === null) throw redirect({ to: '/login', replace: true, state: { cameFrom: location.href } });
    return { userId };
  },
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});

const welcome = createRoute({
  getParentRoute: () => app,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./screens/WelcomeScreen.tsx'), 'WelcomeScreen'),
  validateSearch: words('location', 'day', 'compare'),
  staticData: { title: 'Welcome', organization: true },
});

const profile = createRoute({
  getParentRoute: () => app,
  path: '/profile',
  component: lazyRouteComponent(() => import('./screens/ProfileScreen.tsx'), 'ProfileScreen'),
  staticData: { title: 'Profile' },
});

const organizations = createRoute({
  getParentRoute: () => app,
  path: '/orgs',
  component: lazyRouteComponent(() => import('./features/organizations/OrganizationsPage.tsx'), 'OrganizationsPage'),
  beforeLoad: restoreListState,
  staticData: { title: 'Organizations', access: screenAt('/app/orgs').access },
});

const organization = createRoute({
  getParentRoute: () => app,
  path: '/org/$orgId',
  component: lazyRouteComponent(() => import('./screens/OrganizationScreen.tsx'), 'OrganizationScreen'),
  validateSearch: words('tab'),
  staticData: {
    title: 'Organization',
    isNamed: true,
    under: { title: 'Organizations', pathname: '/app/orgs' },
    access: screenAt('/app/org/{orgId}').access,
  },
});

const organizationSettings = createRoute({
  getParentRoute: () => app,
  path: '/orgsettings',
  component: lazyRouteComponent(
    () => import('./features/organizations/OrganizationSettingsPage.tsx'),
    'OrganizationSettingsPage',
  ),
  staticData: { title: 'Organization settings', organization: true, access: screenAt('/app/orgsettings').access },
});

const locations = createRoute({
  getParentRoute: () => app,
  path: '/locations',
  component: lazyRouteComponent(() => import('./features/places/LocationsPage.tsx'), 'LocationsPage'),
  beforeLoad: restoreListState,
  staticData: { title: 'Locations', organization: true },
});

const locationList = { title: 'Locations', pathname: '/app/locations' };

const location = createRoute({
  getParentRoute: () => app,
  path: '/org/$orgId/location/$locationId',
  component: lazyRouteComponent(() => import('./screens/LocationScreen.tsx'), 'LocationScreen'),
  validateSearch: words('tab', 'day', 'compare'),
  staticData: { title: 'Location', isNamed: true, under: locationList },
});

const site = createRoute({
  getParentRoute: () => app,
  path: '/org/$orgId/location/$locationId/site/$siteId',
  component: lazyRouteComponent(() => import('./screens/SiteScreen.tsx'), 'SiteScreen'),
  validateSearch: words('tab'),
  staticData: { title: 'Site', isNamed: true, under: locationList },
});

const space = createRoute({
  getParentRoute: () => app,
  path: '/org/$orgId/location/$locationId/space/$spaceId',
  component: lazyRouteComponent(() => import('./screens/SpaceScreen.tsx'), 'SpaceScreen'),
  validateSearch: words('tab'),
  staticData: { title: 'Space', isNamed: true, under: locationList },
});

const sensors = createRoute({
  getParentRoute: () => app,
  path: '/sensors',
  component: lazyRouteComponent(() => import('./features/sensors/SensorsPage.tsx'), 'SensorsPage'),
  validateSearch: words('scope'),
  beforeLoad: restoreListState,
  staticData: { title: 'Sensors' },
});

const sensor = createRoute({
  getParentRoute: () => app,
  path: '/sensor/$sensorId',
  component: lazyRouteComponent(() => import('./screens/SensorScreen.tsx'), 'SensorScreen'),
  validateSearch: words('tab'),
  staticData: {
    title: 'Sensor detail',
    isNamed: true,
    under: { title: 'Sensors', pathname: '/app/sensors' },
    organization: true,
  },
});

const sensorAssignments = createRoute({
  getParentRoute: () => app,
  path: '/sensorassignment',
  component: lazyRouteComponent(() => import('./features/sensor-assignments/AssignmentsPage.tsx'), 'AssignmentsPage'),
  validateSearch: words('scope'),
  beforeLoad: restoreListState,
  staticData: { title: 'Sensor assignments', access: screenAt('/app/sensorassignment').access },
});

const offlineSensors = createRoute({
  getParentRoute: () => app,
  path: '/offline-sensors',
  component: lazyRouteComponent(
    () => import('./features/offline-sensors/OfflineSensorsPage.tsx'),
    'OfflineSensorsPage',
  ),
  validateSearch: words('tab', 'scope', 'search'),
  beforeLoad: restoreListState,
  staticData: { title: 'Offline sensors' },
});

const pushUrls = createRoute({
  getParentRoute: () => app,
  path: '/pushurls',
  component: lazyRouteComponent(() => import('./features/push-keys/PushUrlsPage.tsx'), 'PushUrlsPage'),
  beforeLoad: restoreListState,
  staticData: { title: 'Push URLs', organization: true, access: screenAt('/app/pushurls').access },
});

const openingHours = createRoute({
  getParentRoute: () => app,
  path: '/orgschedule',
  component: lazyRouteComponent(() => import('./features/schedules/SchedulesPage.tsx'), 'SchedulesPage'),
  validateSearch: words('tab', 'location'),
  staticData: { title: 'Opening hours', organization: true },
});

const users = createRoute({
  getParentRoute: () => app,
  path: '/users',
  component: lazyRouteComponent(() => import('./features/users/UsersPage.tsx'), 'UsersPage'),
  validateSearch: words('tab', 'scope'),
  beforeLoad: restoreListState,
  staticData: { title: 'Users', access: screenAt('/app/users').access },
});

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
    under: { title: 'Users', pathname: '/app/users' },
    access: screenAt('/app/users').access,
  },
});

const adminWelcome = createRoute({
  getParentRoute: () => app,
  path: '/admin-welcome',
  component: lazyRouteComponent(() => import('./features/welcome/AdminWelcomePage.tsx'), 'AdminWelcomePage'),
  staticData: { title: 'Overview', access: screenAt('/app/admin-welcome').access },
});

const audit = createRoute({
  getParentRoute: () => app,
  path: '/audit',
  component: lazyRouteComponent(() => import('./features/audit/AuditPage.tsx'), 'AuditPage'),
  validateSearch: words('scope'),
  beforeLoad: restoreListState,
  staticData: { title: 'Audit log', access: screenAt('/app/audit').access },
});

const outbox = createRoute({
  getParentRoute: () => app,
  path: '/outbox',
  component: lazyRouteComponent(() => import('./features/mail/OutboxPage.tsx'), 'OutboxPage'),
  beforeLoad: restoreListState,
  staticData: { title: 'Outbox', access: screenAt('/app/outbox').access },
});

const system = createRoute({
  getParentRoute: () => app,
  path: '/system',
  component: lazyRouteComponent(() => import('./features/system/SystemPage.tsx'), 'SystemPage'),
  staticData: { title: 'System', access: screenAt('/app/system').access },
});

/** If the server is unreachable, the current user stays on screen and the page shows what failed. */
function unlessShown(error: unknown): string {
  const userId = shownUser();
  if (userId === undefined) throw error;
  return userId;
}

/** The search parameters of a page that are there, as they were written; the page makes sense of them. */
function words<Name extends string>(...names: Name[]) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.filter((name) => typeof search[name] === 'string').map((name) => [name, search[name]]),
    ) as {
      [K in Name]?: string;
    };
}

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    login,
    logout,
    secondFactor,
    setup,
    forgotPassword,
    resetPassword,
    confirmEmail,
    register,
    registerSso,
    signUp,
    signUpSuccess,
    expiredAccount,
    notFound,
    unknown,
    app.addChildren([
      welcome,
      profile,
      organizations,
      organization,
      organizationSettings,
      locations,
      location,
      site,
      space,
      sensors,
      sensor,
      sensorAssignments,
      offlineSensors,
      pushUrls,
      openingHours,
      users,
      user,
      adminWelcome,
      audit,
      outbox,
      system,
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
  interface StaticDataRouteOption {
    /** The page's title, in the top bar and the browser's tab. */
    title?: string;
    /** The page names itself and what it belongs to, once that is known. */
    isNamed?: true;
    /** The page of the menu that this one belongs to: it is marked there. */
    under?: { title: string; pathname: string };
    /** The page belongs to one organization: staff choose it first. */
    organization?: true;
    /** Who may open it; everyone when absent. Others are led to the welcome page. */
    access?: Access;
  }
  interface HistoryState {
    /** Where someone wanted to go before signing in. */
    cameFrom?: string;
  }
}
