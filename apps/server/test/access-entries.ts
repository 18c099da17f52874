import * as forecast from '@atrium/contract/forecast';
import * as account from '@atrium/contract/account';
import * as attachments from '@atrium/contract/attachments';
import * as audit from '@atrium/contract/audit';
import * as mail from '@atrium/contract/mail';
import * as customFields from '@atrium/contract/custom-fields';
import * as diagnostics from '@atrium/contract/diagnostics';
import type { Endpoint } from '@atrium/contract/endpoint';
import * as publicDisplays from '@atrium/contract/displays';
import * as estateFiles from '@atrium/contract/estate-files';
import * as firstSteps from '@atrium/contract/welcome';
import * as invitations from '@atrium/contract/invitations';
import * as screens from '@atrium/contract/kiosk-links';
import * as visits from '@atrium/contract/login-as';
import * as organizations from '@atrium/contract/organizations';
import * as pickers from '@atrium/contract/pickers';
import * as product from '@atrium/contract/product-info';
import * as profile from '@atrium/contract/profile';
import * as reference from '@atrium/contract/reference';
import * as search from '@atrium/contract/search';
import * as registration from '@atrium/contract/registration';
import * as factors from '@atrium/contract/second-factor';
import * as session from '@atrium/contract/session';
import { firstStaff } from '@atrium/contract/setup';
import * as sidebar from '@atrium/contract/sidebar';
import * as sso from '@atrium/contract/sso';
import * as system from '@atrium/contract/system';
import * as users from '@atrium/contract/users';
import * as zones from '@atrium/contract/zones';
import { randomUUID } from 'node:crypto';
import { attachableTypes } from '@atrium/rules/attachable';
import { type CustomFieldType, customFieldTypes } from '@atrium/rules/custom-field';
import { type Entry, entry, type Fresh, type Ids } from './access-entry.ts';
import { alarmEntries } from './access-alarms.ts';
import { annotationEntries } from './access-annotations.ts';
import { dashboardEntries } from './access-dashboards.ts';
import { displayEntries } from './access-displays.ts';
import { kioskLinkEntries } from './access-kiosk-links.ts';
import { templateEntries } from './access-templates.ts';
import { apiClientEntries } from './access-api-clients.ts';
import { offlineEntries } from './access-offline.ts';
import { mqttEntries } from './access-mqtt.ts';
import { deskEntries } from './access-tickets.ts';
import { inboxEntries } from './access-inbox.ts';
import { clockShiftEntries } from './access-clock-shifts.ts';
import { dataEntries } from './access-data.ts';
import { correctionEntries } from './access-corrections.ts';
import { importEntries } from './access-imports.ts';
import { mappingEntries } from './access-mappings.ts';
import { pushKeyEntries } from './access-push-keys.ts';
import { placeEntries } from './access-places.ts';
import { scheduleEntries } from './access-schedules.ts';
import { sensorEntries } from './access-sensors.ts';
import { sensorLifeEntries } from './access-sensor-life.ts';
import { spaceEntries } from './access-spaces.ts';
import { zoneMappingEntries } from './access-zone-mappings.ts';
import type { World } from './world.ts';

/** Someone whom staff may log in as. */
export const visitedEmail = 'visited@example.test';

/** The requests of the access matrix for every endpoint. An endpoint that is missing here fails the matrix. */
export const accessEntries: readonly Entry[] = [
  entry(account.updateProfile, () => ({ body: { phone: '1' } })),
  entry(account.getOwnRoles, () => ({})),
  entry(account.getHomepage, () => ({})),
  entry(account.setHomepage, () => ({ body: { homepage: null } })),
  entry(account.acceptTerms, () => ({ body: { version: '2026-01' } })),
  entry(account.listOwnSessions, () => ({})),
  ...attachableTypes.flatMap((type) => {
    const { list, upload, download, update, remove } = attachments.attachmentCalls[type];
    const owner = (ids: Ids) => (type === 'org' ? { orgId: ids.orgId } : { entityId: ownerOf(type, ids) });
    const file = (ids: Ids) => ({ ...owner(ids), attachmentId: ids.attachmentId });
    const fresh: Fresh = async (world, ids) => {
      const { id } = await world.attachment({ orgId: ids.orgId, entityType: type, entityId: ownerOf(type, ids) });
      return { attachmentId: id };
    };
    return [
      entry(list, (ids) => ({ params: owner(ids) })),
      entry(upload, (ids) => ({ params: owner(ids), form: aForm })),
      entry(download, (ids) => ({ params: file(ids) }), { fresh }),
      entry(update, (ids) => ({ params: file(ids), body: { notes: 'x' } }), { fresh }),
      entry(remove, (ids) => ({ params: file(ids) }), { fresh }),
    ];
  }),
  entry(system.getSystem, () => ({})),
  entry(audit.listAudit, () => ({})),
  entry(mail.listOutbox, () => ({})),
  entry(mail.getOutboxMessage, ({ outboxMessageId }) => ({ params: { outboxMessageId } })),
  ...customFieldTypes.flatMap((type) => {
    const { list, create, update, remove } = customFields.customFieldCalls[type];
    const owner = (ids: Ids) => ({
      ...(type === 'org' ? { orgId: ids.orgId } : { entityId: ownerOf(type, ids) }),
      ...(type === 'zone' && { sensorId: ids.sensorId }),
    });
    const field = (ids: Ids) => ({ ...owner(ids), metaPropertyId: ids.metaPropertyId });
    const fresh: Fresh = (world, ids) =>
      world.customField({ orgId: ids.orgId, entityType: type, entityId: ownerOf(type, ids) });
    return [
      entry(list, (ids) => ({ params: owner(ids) })),
      entry(create, (ids) => ({ params: owner(ids), body: { name: randomUUID(), value: 'x' } })),
      entry(update, (ids) => ({ params: field(ids), body: { value: 'y' } }), { fresh }),
      entry(remove, (ids) => ({ params: field(ids) }), { fresh }),
    ];
  }),
  entry(customFields.listFieldNames, () => ({ params: { type: 'location' as const } })),
  entry(customFields.listFieldValues, () => ({ params: { name: 'Owner' } })),
  entry(customFields.listFieldValuesOfType, () => ({ params: { name: 'Owner', type: 'location' as const } })),
  ...dataEntries,
  ...deskEntries,
  entry(diagnostics.getLocationAcf, ({ locationId }) => ({
    query: { locationId, startDate: '2026-02-01', endDate: '2026-03-01' },
  })),
  entry(diagnostics.reportClientError, () => ({ body: { url: '/', message: 'x', type: 'Error' } })),
  entry(estateFiles.exportEstate, () => ({ query: { ids: 'true' as const } })),
  entry(estateFiles.previewEstate, () => ({ body: { text: 'atrium: 1' } })),
  entry(estateFiles.importEstate, () => ({ body: { text: 'atrium: 1' } })),
  entry(firstSteps.getFirstSteps, () => ({})),
  entry(invitations.listInvitations, ofOrganization),
  entry(invitations.invite, (ids) => ({
    ...ofOrganization(ids),
    body: { inviteeEmail: `${randomUUID()}@example.test`, inviteRole: 1 as const, locationIds: [ids.locationId] },
  })),
  entry(invitations.inviteMany, (ids) => ({
    ...ofOrganization(ids),
    body: { invitations: [{ inviteeEmail: `${randomUUID()}@example.test`, inviteRole: 1 as const }] },
  })),
  entry(invitations.cancelInvitation, (ids) => ({ params: ids }), { fresh: anInvitation }),
  entry(invitations.renewInvitation, ofUser, { fresh: anInvitation }),
  entry(product.getProductInfo, () => ({})),
  entry(product.getTerms, () => ({})),
  entry(visits.loginAs, () => ({ body: { username: visitedEmail } }), { usesUpSession: true }),
  entry(organizations.listOrganizations, () => ({ query: { limit: 10, include: 'location,organization_contact' } })),
  entry(organizations.searchOrganizations, () => ({ query: { flags: 'isEnabled' } })),
  entry(organizations.getOrganization, (ids) => ({
    ...ofOrganization(ids),
    query: { include: 'location(site(sensor)),organization_contact,organization_address' },
  })),
  entry(organizations.createOrganization, () => ({ body: { name: 'Newcomer' } })),
  entry(organizations.updateOrganization, (ids) => ({
    ...ofOrganization(ids),
    body: { permitComparisonViews: true },
  })),
  entry(organizations.deleteOrganization, ofOrganization, { fresh: anOrganization }),
  entry(organizations.listContacts, ofOrganization),
  entry(organizations.createContact, (ids) => ({
    ...ofOrganization(ids),
    body: { name: 'Ada', phone: '1', email: 'ada@example.test' },
  })),
  entry(organizations.updateContact, (ids) => ({ params: ids, body: { phone: '1' } })),
  entry(organizations.deleteContact, (ids) => ({ params: ids }), {
    fresh: (world, { orgId }) => world.contact({ orgId }),
  }),
  entry(organizations.listAddresses, ofOrganization),
  entry(organizations.createAddress, (ids) => ({ ...ofOrganization(ids), body: { name: 'Dock' } })),
  entry(organizations.updateAddress, (ids) => ({ params: ids, body: { city: 'Leeds' } })),
  entry(organizations.deleteAddress, (ids) => ({ params: ids }), {
    fresh: (world, { orgId }) => world.address({ orgId }),
  }),
  entry(pickers.pickOrganizations, pickedBy(pickers.pickerFilters.org)),
  entry(pickers.pickLocations, pickedBy(pickers.pickerFilters.location)),
  entry(pickers.pickSites, pickedBy(pickers.pickerFilters.site)),
  entry(pickers.pickSpaces, pickedBy(pickers.pickerFilters.space)),
  entry(pickers.pickSensors, {
    ...pickedBy(['orgId', 'locationId', 'siteId', 'sensorId']),
    sensorType: () => ({ params: { filterProp: 'sensorType' as const, filterValue: 'xovis5' } }),
    'sensorType in a location': ({ locationId }) => ({
      params: { filterProp: 'sensorType' as const, filterValue: 'xovis5' },
      query: { locationId },
    }),
  }),
  ...dashboardEntries,
  ...annotationEntries,
  ...displayEntries,
  ...kioskLinkEntries,
  ...templateEntries,
  ...offlineEntries,
  ...placeEntries,
  ...inboxEntries,
  ...clockShiftEntries,
  ...correctionEntries,
  ...importEntries,
  ...pushKeyEntries,
  ...mappingEntries,
  ...apiClientEntries,
  ...mqttEntries,
  entry(forecast.getForecastScoreboard, {
    all: () => ({}),
    'of a location': ({ locationId }) => ({ query: { locationId } }),
  }),
  entry(profile.getProfile, () => ({ query: { include: 'organization,roleassignment' } })),
  entry(registration.sendPasswordReset, () => ({ body: { email: 'nobody@example.test' } })),
  entry(reference.getRelativeDates, () => ({})),
  entry(reference.getPreviousPeriods, () => ({})),
  entry(reference.getGroupings, () => ({})),
  entry(reference.getDataSources, () => ({})),
  entry(reference.getMetrics, () => ({})),
  entry(reference.getRegexps, () => ({})),
  entry(reference.getSocketEvents, () => ({})),
  entry(reference.getDateRange, {
    organization: () => ({ query: { relativeDate: 'today' as const } }),
    location: ({ locationId }) => ({ query: { relativeDate: 'today' as const, locationId } }),
  }),
  ...[
    reference.getAlarmTypes,
    reference.getCountApplications,
    reference.getCountFilters,
    reference.getDataViewTypes,
    reference.getDwellSensorTypes,
    reference.getIndustryTypes,
    reference.getReportTypes,
    reference.getResolvedReasons,
    reference.getSensorUseTypes,
    reference.getTemplateCategories,
    reference.getTicketStatuses,
    reference.getTicketTypes,
    reference.getTriggerTypes,
  ].map((list) => entry(list, () => ({}))),
  entry(reference.getTriggerTypesOf, () => ({ params: { alarmTypeId: '1' } })),
  entry(reference.getEntityTypes, () => ({ params: { dataSourceType: 'traffic' } })),
  entry(reference.getEntityTypesAndFields, () => ({ params: { dataSource: 'traffic' } })),
  ...scheduleEntries,
  ...sensorEntries,
  ...sensorLifeEntries,
  ...spaceEntries,
  ...zoneMappingEntries,
  ...alarmEntries,
  entry(zones.listZones, () => ({})),
  entry(zones.getZone, ({ sensorId, zoneId }) => ({ params: { sensorId, zoneId } })),
  entry(zones.updateZone, ({ sensorId, zoneId }) => ({ params: { sensorId, zoneId }, body: { name: 'Door' } })),
  // Its neighbors have an e in their names.
  entry(search.search, () => ({ query: { text: 'e' } })),
  entry(search.getOrgMeta, () => ({})),
  entry(session.login, (_ids, { email, password }) => ({ body: { username: email, password } }), {
    usesUpSession: true,
  }),
  entry(session.logout, () => ({}), { usesUpSession: true }),
  entry(session.loggedIn, () => ({})),
  entry(session.ping, () => ({})),
  entry(sidebar.getSidebar, () => ({})),
  entry(sso.getSsoConnection, ofOrganization),
  entry(
    sso.setSsoConnection,
    (ids) => ({
      ...ofOrganization(ids),
      body: { issuer: ids.issuer, clientId: 'atrium', domains: [`${randomUUID()}.example.test`] },
    }),
    { fresh: anOrganization },
  ),
  entry(sso.deleteSsoConnection, ofOrganization, { fresh: anOrganization }),
  entry(users.listRoles, () => ({})),
  entry(users.listUsers, () => ({ query: { include: 'organization' } })),
  entry(users.getUser, ofUser),
  entry(users.deleteUser, ofUser, { fresh: aUser }),
  entry(users.resetLogin, ofUser),
  entry(users.disableLogin, ofUser, { fresh: aUser }),
  entry(users.enableLogin, ofUser),
  entry(factors.resetSecondFactor, ofUser),
  entry(factors.getStaffPolicy, () => ({})),
  entry(factors.setStaffPolicy, () => ({ body: { requireSecondFactor: false } })),
  entry(factors.getSecondFactor, () => ({})),
  entry(factors.startAuthenticator, () => ({})),
  entry(factors.startPasskey, () => ({})),
  entry(factors.startProof, () => ({})),
  entry(factors.prove, (_ids, { password }) => ({ body: { password } })),
  entry(factors.startPasskeySignIn, () => ({ body: { step: 'first' as const } })),
  entry(users.sendUserPasswordReset, ofUser, { fresh: aUser }),
  entry(users.listLocationAssignments, ofUser),
  entry(users.assignLocations, (ids) => ({ ...ofUser(ids), body: { locationIds: [ids.locationId] } })),
  entry(users.unassignLocations, (ids) => ({ ...ofUser(ids), body: { locationIds: [ids.locationId] } })),
  entry(users.allowAllLocations, ofUser),
  entry(users.listUserRoles, ofUser),
  // Administrators edit users, staff edit administrators.
  entry(
    users.assignRole,
    (ids, { roleId }) =>
      roleId === 3
        ? { params: { userId: ids.administratorId }, body: { roleId: 1 as const } }
        : { ...ofUser(ids), body: { roleId: 2 as const } },
    { fresh: async (world, ids) => ({ ...(await aUser(world, ids)), ...(await anAdministrator(world, ids)) }) },
  ),
  entry(users.unassignRole, (ids) => ({ params: { userId: ids.administratorId }, body: { roleId: 2 as const } }), {
    fresh: anAdministrator,
  }),
  entry(users.listUserEmails, () => ({})),
];

/**
 * The first is open only while there is no staff user, so it has its own world; the others end all sessions of the
 * caller or consume a secret, so they have their own callers (access-accounts.test.ts).
 */
export const askedSeparately: readonly Endpoint[] = [
  firstStaff,
  // A code in the address; the tests of displays cover every wrong one.
  publicDisplays.getDisplayState,
  publicDisplays.getRawOccupancy,
  // Only with the secret of a link; its tests cover every wrong one.
  screens.getKiosk,
  screens.getKioskDashboard,
  account.changePassword,
  account.endOwnSession,
  account.endOtherSessions,
  account.disableLoginDisclaimer,
  account.resendEmailChange,
  account.cancelEmailChange,
  account.confirmEmailChange,
  factors.enterCode,
  factors.finishPasskeySignIn,
  factors.finishAuthenticator,
  factors.removeAuthenticator,
  factors.addPasskey,
  factors.renamePasskey,
  factors.removePasskey,
  factors.renewRecoveryCodes,
  visits.returnFromLoginAs,
  registration.resetPassword,
  registration.activateInvitation,
  registration.register,
  registration.registerSso,
  registration.selfSignUp,
  sso.getSsoLoginUrl,
];

/** A picker with each of its filters. */
function pickedBy<Prop extends 'orgId' | 'locationId' | 'siteId' | 'spaceId' | 'sensorId'>(props: readonly Prop[]) {
  return Object.fromEntries(
    props.map((filterProp) => [filterProp, (ids: Ids) => ({ params: { filterProp, filterValue: ids[filterProp] } })]),
  );
}

function ofUser({ userId }: Ids) {
  return { params: { userId } };
}

/** With the person it invites. */
async function anInvitation(world: World, { orgId }: Ids) {
  const { invitationId, userId } = await world.invitation({ orgId });
  return { invitationId, userId };
}

async function anOrganization(world: World) {
  return { orgId: (await world.organization({ name: 'Doomed' })).orgId };
}

async function aUser(world: World, { orgId }: Ids) {
  return { userId: (await world.user({ orgId })).userId };
}

async function anAdministrator(world: World, { orgId }: Ids) {
  return { administratorId: (await world.user({ orgId, role: 'OrganizationAdministrator' })).userId };
}

function ofOrganization({ orgId }: Ids) {
  return { params: { orgId } };
}

function aForm(): FormData {
  const form = new FormData();
  form.append('file', new Blob(['abc']), 'note.txt');
  return form;
}

function ownerOf(type: CustomFieldType, ids: Ids): string {
  return ids[`${type}Id`];
}
