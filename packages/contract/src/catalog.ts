import * as account from './account.ts';
import * as alarms from './alarms.ts';
import * as annotations from './annotations.ts';
import * as apiClients from './api-clients.ts';
import * as attachments from './attachments.ts';
import * as audit from './audit.ts';
import * as clockShifts from './clock-shifts.ts';
import * as corrections from './corrections.ts';
import * as customFields from './custom-fields.ts';
import * as dashboards from './dashboards.ts';
import * as dashboardTemplates from './dashboard-templates.ts';
import * as data from './data.ts';
import * as diagnostics from './diagnostics.ts';
import * as displays from './displays.ts';
import type { Endpoint } from './endpoint.ts';
import * as estateFiles from './estate-files.ts';
import * as expectedWaitMappings from './expected-wait-mappings.ts';
import * as dataExports from './exports.ts';
import * as forecast from './forecast.ts';
import * as inbox from './inbox.ts';
import * as imports from './imports.ts';
import * as invitations from './invitations.ts';
import * as jobs from './jobs.ts';
import * as kioskLinks from './kiosk-links.ts';
import * as locations from './locations.ts';
import * as loginAs from './login-as.ts';
import * as mail from './mail.ts';
import * as mappings from './mappings.ts';
import * as mqtt from './mqtt.ts';
import * as offlineSensors from './offline-sensors.ts';
import * as organizations from './organizations.ts';
import * as packageRequests from './package-requests.ts';
import * as pickers from './pickers.ts';
import * as pushKeys from './push-keys.ts';
import * as queueMappings from './queue-mappings.ts';
import * as productInfo from './product-info.ts';
import * as profile from './profile.ts';
import * as reference from './reference.ts';
import * as search from './search.ts';
import * as secondFactor from './second-factor.ts';
import * as registration from './registration.ts';
import { getOpeningHours } from './opening-hours.ts';
import * as schedules from './schedules.ts';
import * as sensorBlacklist from './sensor-blacklist.ts';
import * as sensors from './sensors.ts';
import * as sensorAssignments from './sensor-assignments.ts';
import * as sensorLife from './sensor-life.ts';
import * as session from './session.ts';
import * as setup from './setup.ts';
import * as sidebar from './sidebar.ts';
import * as sites from './sites.ts';
import * as spaceDrift from './space-drift.ts';
import * as spaces from './spaces.ts';
import * as sso from './sso.ts';
import * as system from './system.ts';
import * as tickets from './tickets.ts';
import * as users from './users.ts';
import * as vendorLicenses from './vendor-licenses.ts';
import * as weather from './weather.ts';
import * as webhooks from './webhooks.ts';
import * as welcome from './welcome.ts';
import * as zoneCountMappings from './zone-count-mappings.ts';
import * as zones from './zones.ts';

/** Every endpoint of the product, for the OpenAPI page and the access matrix. */
export const catalog: readonly Endpoint[] = [
  account,
  alarms,
  annotations,
  apiClients,
  attachments.attachmentEndpoints,
  audit,
  mail,
  customFields,
  customFields.customFieldEndpoints,
  dashboards,
  dashboardTemplates,
  data.dataEndpoints,
  tickets,
  diagnostics,
  displays,
  clockShifts,
  corrections,
  estateFiles,
  expectedWaitMappings,
  dataExports,
  forecast,
  imports,
  welcome,
  inbox,
  invitations,
  jobs,
  kioskLinks,
  locations,
  loginAs,
  mappings,
  mqtt,
  offlineSensors,
  packageRequests,
  organizations,
  pickers,
  productInfo,
  pushKeys,
  profile,
  queueMappings,
  reference,
  search,
  secondFactor,
  registration,
  schedules,
  [getOpeningHours],
  schedules.organizationExceptionCalls,
  schedules.locationExceptionCalls,
  sensorBlacklist,
  sensors,
  sensorAssignments,
  sensorLife,
  session,
  setup,
  sidebar,
  sites,
  spaceDrift,
  spaces,
  sso,
  system,
  users,
  vendorLicenses,
  weather,
  webhooks,
  zoneCountMappings,
  zones,
].flatMap((module) => Object.values(module).filter(isEndpoint));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;
}
