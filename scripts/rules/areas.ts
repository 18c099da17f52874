/** Where the rules of an area are implemented, for planting faults: folders or files of the checkout. */
export interface AreaSources {
  /** In the server and the shared packages. */
  readonly sources: readonly string[];
  /** In the web app: stories prove them. */
  readonly screens?: readonly string[];
  /** Tests of these sources that name rules of other areas, such as those of security. */
  readonly tests?: readonly string[];
}

export const sourcesOfArea: Readonly<Record<string, AreaSources>> = {
  Shell: {
    sources: [
      'apps/server/src/features/shell',
      'apps/server/src/features/search',
      'apps/server/src/features/pickers',
      'packages/rules/src/search-score.ts',
      'packages/rules/src/landing.ts',
    ],
    screens: ['apps/web/src/shell', 'apps/web/src/routes.tsx', 'apps/web/src/ui/table/list-view.ts'],
  },
  Session: {
    sources: [
      'apps/server/src/features/second-factor',
      'apps/server/src/features/session',
      'apps/server/src/features/sso',
      'packages/rules/src/lockout.ts',
      'packages/rules/src/second-factor.ts',
      'packages/rules/src/email-domain.ts',
    ],
    screens: [
      'apps/web/src/features/session/LoginPage.tsx',
      'apps/web/src/features/session/PasswordLogin.tsx',
      'apps/web/src/features/session/SecondStep.tsx',
      'apps/web/src/features/second-factor',
      'apps/web/src/features/session/SsoLogin.tsx',
      'apps/web/src/features/session/LogoutPage.tsx',
      'apps/web/src/features/sso',
      'apps/web/src/shell/TermsDialog.tsx',
      'apps/web/src/shell/EntryDialogs.tsx',
      'apps/web/src/api/use-enter.ts',
      'apps/web/src/shell/use-ping.ts',
      'apps/web/src/api/session.ts',
    ],
    tests: [
      'apps/server/test/lockout.test.ts',
      'apps/server/test/revocation.test.ts',
      'apps/server/test/sso-connection.test.ts',
      'apps/server/test/sso-forgery.test.ts',
    ],
  },
  'Registration and recovery': {
    sources: ['apps/server/src/features/registration', 'packages/rules/src/password.ts'],
    screens: ['apps/web/src/features/session'],
  },
  'Expiry and welcome': {
    sources: [
      'packages/rules/src/subscription.ts',
      'packages/rules/src/landing.ts',
      'apps/server/src/features/welcome',
    ],
    screens: [
      'apps/web/src/shell/ExpiryDialog.tsx',
      'apps/web/src/shell/EntryDialogs.tsx',
      'apps/web/src/shell/AccountEnded.tsx',
      'apps/web/src/api/subscription-words.ts',
      'apps/web/src/features/session/ExpiredAccountPage.tsx',
      'apps/web/src/features/welcome/SubscriptionMessage.tsx',
      'apps/web/src/features/welcome/AdminWelcomePage.tsx',
      'apps/web/src/features/welcome/FirstSteps.tsx',
      'apps/web/src/features/welcome/first-steps.ts',
    ],
  },
  Profile: {
    sources: ['apps/server/src/features/profile'],
    screens: ['apps/web/src/features/profile'],
    tests: ['apps/server/test/login-as.test.ts', 'apps/server/test/terms.test.ts'],
  },
  'Calls and formats': {
    sources: ['apps/server/src/http'],
    screens: ['apps/web/src/api'],
    tests: [
      'apps/server/src/http/include.test.ts',
      'apps/server/test/docs.test.ts',
      'apps/server/test/hostile-input.test.ts',
      'apps/server/test/revocation.test.ts',
      'apps/server/test/scope.test.ts',
      'apps/server/test/session.test.ts',
      'apps/server/test/attachments.test.ts',
    ],
  },
  Dialogs: {
    sources: [],
    screens: ['apps/web/src/ui/dialogs', 'apps/web/src/ui/phone-number.ts', 'apps/web/src/shell/MaintenanceBanner.tsx'],
  },
  'Reference data': {
    sources: [
      'apps/server/src/features/reference',
      'packages/contract/src/reference-lists.ts',
      'packages/rules/src/email.ts',
    ],
  },
  Organizations: {
    sources: [
      'apps/server/src/features/organizations',
      'packages/rules/src/capability-cascade.ts',
      'packages/rules/src/contact.ts',
      'packages/rules/src/sftp-public-key.ts',
    ],
    screens: ['apps/web/src/features/organizations'],
  },
  'Users and roles': {
    sources: ['apps/server/src/features/users', 'packages/rules/src/role-editing.ts'],
    screens: ['apps/web/src/features/users'],
    tests: ['apps/server/test/invitations.test.ts', 'apps/server/test/bulk-invitations.test.ts'],
  },
  Invitations: {
    sources: [
      'apps/server/src/features/users/invitations.ts',
      'apps/server/src/features/users/invitation-store.ts',
      'apps/server/src/features/users/invitation-routes.ts',
      'apps/server/src/features/users/bulk-invitations.ts',
      'packages/rules/src/bulk-invitation.ts',
    ],
    screens: [
      'apps/web/src/features/users/InvitationActions.tsx',
      'apps/web/src/features/users/InvitationsTable.tsx',
      'apps/web/src/features/users/InviteDialog.tsx',
      'apps/web/src/features/users/BulkInviteDialog.tsx',
      'apps/web/src/features/users/use-bulk-invitations.ts',
    ],
  },
  'Opening hours': {
    sources: [
      'apps/server/src/features/schedules',
      'apps/server/src/registry/directory/hours-store.ts',
      'apps/server/src/analytics/calendars.ts',
      'packages/calendar/src/opening-hours.ts',
      'packages/rules/src/schedule.ts',
    ],
    screens: ['apps/web/src/features/schedules'],
    tests: ['apps/server/test/opening-hours.test.ts', 'apps/server/test/closed-hours.test.ts'],
  },
  Locations: {
    sources: [
      'apps/server/src/features/places/locations.ts',
      'apps/server/src/features/places/location-routes.ts',
      'apps/server/src/features/places/location-store.ts',
      'apps/server/src/features/places/includes-store.ts',
      'apps/server/src/features/places/zone-at.ts',
      'apps/server/src/analytics/location-acf.ts',
      'packages/rules/src/location.ts',
      'packages/rules/src/acf.ts',
    ],
    screens: [
      'apps/web/src/features/places/AcfPanel.tsx',
      'apps/web/src/features/places/LocationDialog.tsx',
      'apps/web/src/features/places/LocationMap.tsx',
      'apps/web/src/features/places/LocationOverview.tsx',
      'apps/web/src/features/places/LocationPage.tsx',
      'apps/web/src/features/places/LocationsPage.tsx',
      'apps/web/src/features/places/location-columns.ts',
      'apps/web/src/features/places/location-values.ts',
      'apps/web/src/features/places/texts.ts',
    ],
    tests: ['apps/server/test/sites.test.ts', 'packages/rules/src/acf.test.ts'],
  },
  Sites: {
    sources: [
      'apps/server/src/features/places/sites.ts',
      'apps/server/src/features/places/site-routes.ts',
      'apps/server/src/features/places/site-store.ts',
      'apps/server/src/estate/vacate-store.ts',
      'packages/rules/src/ip-address.ts',
      'packages/rules/src/site.ts',
    ],
    screens: [
      'apps/web/src/features/places/SiteFields.tsx',
      'apps/web/src/features/places/SiteHistory.tsx',
      'apps/web/src/features/places/SitePage.tsx',
      'apps/web/src/features/places/SitesPanel.tsx',
      'apps/web/src/features/places/site-values.ts',
      'apps/web/src/features/places/use-remove-site.ts',
      'apps/web/src/features/places/use-site-form.ts',
    ],
    tests: ['apps/server/test/locations.test.ts'],
  },
  'Spaces and resets': {
    sources: [
      'apps/server/src/features/spaces',
      'apps/server/src/registry/display-code-store.ts',
      'packages/rules/src/space.ts',
      'packages/rules/src/space-zones.ts',
      'packages/rules/src/reset-config.ts',
      'packages/rules/src/occupancy-reset.ts',
    ],
    screens: ['apps/web/src/features/spaces'],
  },
  Zones: {
    sources: [
      'apps/server/src/features/zones',
      'apps/server/src/estate/series-store.ts',
      'apps/server/src/registry/zone-columns.ts',
      'packages/rules/src/zone-settings.ts',
    ],
    screens: ['apps/web/src/features/zones'],
    tests: [
      'apps/server/test/series.test.ts',
      'apps/server/test/sensor-assignments.test.ts',
      'apps/server/test/sensor-life.test.ts',
    ],
  },
  Sensors: {
    sources: [
      'apps/server/src/features/sensors',
      'apps/server/src/ingestion/reported-config.ts',
      'apps/server/src/ingestion/status-store.ts',
      'packages/rules/src/mac-address.ts',
      'packages/rules/src/node-sensors.ts',
      'packages/rules/src/sensor-blacklist.ts',
      'packages/rules/src/sensor-settings.ts',
      'packages/rules/src/sensor-types.ts',
      'packages/rules/src/sensor-vendors.ts',
      'packages/rules/src/vendor-license.ts',
    ],
    screens: ['apps/web/src/features/sensors', 'apps/web/src/features/vendor-licenses'],
    tests: ['apps/server/test/vendor-licenses.test.ts', 'apps/server/src/ingestion/reported-config.test.ts'],
  },
  'Sensor assignments': {
    sources: [
      'apps/server/src/features/sensor-life',
      'apps/server/src/estate/stay-store.ts',
      'packages/rules/src/commission-date.ts',
      'packages/rules/src/sensor-assignment.ts',
    ],
    screens: ['apps/web/src/features/sensor-assignments'],
    tests: ['apps/server/test/sensor-life.test.ts', 'packages/rules/src/commission-date.test.ts'],
  },
  'Custom fields': {
    sources: ['apps/server/src/features/custom-fields', 'packages/rules/src/custom-field.ts'],
    screens: ['apps/web/src/features/custom-fields'],
  },
  'Attachments and CSV': {
    sources: [
      'apps/server/src/features/attachments',
      'apps/server/src/files',
      'packages/rules/src/attachment.ts',
      'packages/rules/src/csv-import.ts',
    ],
    screens: ['apps/web/src/features/attachments', 'apps/web/src/ui/csv-import'],
  },
  Imports: {
    sources: ['apps/server/src/features/push-keys', 'packages/rules/src/push-key.ts'],
    screens: ['apps/web/src/features/push-keys'],
    tests: ['apps/server/test/push-keys.test.ts'],
  },
  Diagnostics: {
    sources: ['apps/server/src/operations', 'packages/rules/src/system-health.ts'],
    screens: ['apps/web/src/features/system'],
    tests: ['apps/server/test/operations.test.ts'],
  },
  Ingest: { sources: ['apps/server/src/ingestion'] },
  Time: { sources: ['packages/calendar/src'] },
  'Tenancy and security': { sources: ['apps/server/src/http', 'apps/server/src/scope.ts'] },
  Tickets: {
    sources: ['apps/server/src/features/tickets', 'packages/rules/src/ticket.ts'],
    screens: ['apps/web/src/features/tickets'],
  },
  'Offline sensors': {
    sources: [
      'apps/server/src/features/offline-sensors',
      'apps/server/src/estate/watched-sensors-store.ts',
      'packages/rules/src/offline-sensor.ts',
    ],
    screens: ['apps/web/src/features/offline-sensors'],
    tests: ['apps/server/test/offline-detection.test.ts', 'apps/server/test/offline-sensors.test.ts'],
  },
};
