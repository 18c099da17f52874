/** Where the rules of an area are kept, for faults to be planted: folders or files of the checkout. */
export const sourcesOfArea: Readonly<Record<string, readonly string[]>> = {
  Shell: [
    'apps/server/src/features/shell',
    'apps/server/src/features/search',
    'packages/rules/src/search-score.ts',
    'packages/rules/src/landing.ts',
  ],
  Session: ['apps/server/src/features/session', 'apps/server/src/features/sso', 'packages/rules/src/lockout.ts'],
  'Registration and recovery': ['apps/server/src/features/registration', 'packages/rules/src/password.ts'],
  'Expiry and welcome': ['packages/rules/src/subscription.ts', 'packages/rules/src/landing.ts'],
  Profile: ['apps/server/src/features/profile'],
  'Calls and formats': ['apps/server/src/http'],
  'Reference data': ['apps/server/src/features/reference', 'apps/server/src/features/pickers'],
  Organizations: ['apps/server/src/features/organizations', 'packages/rules/src/capability-cascade.ts'],
  'Users and roles': ['apps/server/src/features/users', 'packages/rules/src/role-editing.ts'],
  Invitations: [
    'apps/server/src/features/users/invitations.ts',
    'apps/server/src/features/users/invitation-store.ts',
    'apps/server/src/features/users/invitation-routes.ts',
    'apps/server/src/features/users/bulk-invitations.ts',
    'packages/rules/src/bulk-invitation.ts',
  ],
  'Custom fields': ['apps/server/src/features/custom-fields', 'packages/rules/src/custom-field.ts'],
  'Attachments and CSV': [
    'apps/server/src/features/attachments',
    'apps/server/src/files',
    'packages/rules/src/attachment.ts',
    'packages/rules/src/csv-import.ts',
  ],
  Ingest: ['apps/server/src/ingestion'],
  Time: ['packages/calendar/src'],
  'Tenancy and security': ['apps/server/src/http', 'apps/server/src/scope.ts'],
};
