import { randomUUID } from 'node:crypto';
import { openCare } from '@atrium/facts/care';
import { openFacts } from '@atrium/facts/facts';
import type { Facts } from '@atrium/facts/face';
import type { Logger } from 'pino';
import { bindAccounts } from './app/accounts.ts';
import { createLocationAcf } from './analytics/location-acf.ts';
import { bindAnalytics } from './analytics/routes.ts';
import { createTraffic } from './analytics/traffic.ts';
import { createSecurityLog } from './audit/security-log.ts';
import type { Config } from './config.ts';
import { createAttachments } from './features/attachments/attachments.ts';
import type { WritersIn } from './features/estate-files/writers.ts';
import { createAssignments as createScheduleAssignments } from './features/schedules/assignments.ts';
import { createExceptions } from './features/schedules/exceptions.ts';
import { createSchedules } from './features/schedules/schedules.ts';
import { createAssignments } from './features/sensor-life/assignments.ts';
import { createSpaceZones } from './features/spaces/space-zones.ts';
import { createSpaces } from './features/spaces/spaces.ts';
import { createEstateFiles } from './features/estate-files/estate-files.ts';
import { readEstate } from './features/estate-files/reading.ts';
import { readInThread } from './features/estate-files/reading-thread.ts';
import { bindEstateFiles } from './features/estate-files/routes.ts';
import { bindAttachments } from './features/attachments/routes.ts';
import { bindAudit } from './features/audit/routes.ts';
import { createCustomFields } from './features/custom-fields/custom-fields.ts';
import { bindCustomFields } from './features/custom-fields/routes.ts';
import { createLocations } from './features/places/locations.ts';
import { geocoderOf } from './features/places/addresses.ts';
import { bindLocations } from './features/places/location-routes.ts';
import { zoneAt } from './features/places/zone-at.ts';
import { createArrangements } from './features/desk/installation.ts';
import { createDesk } from './features/desk/desk.ts';
import { helpDeskOf } from './features/desk/freshdesk.ts';
import { bindDesk } from './features/desk/routes.ts';
import { bindIntegrations } from './features/integrations/routes.ts';
import { bindMail } from './features/mail/routes.ts';
import { createOrganizations } from './features/organizations/organizations.ts';
import { openRecordCount } from './features/offline-sensors/record-store.ts';
import { bindOfflineSensors } from './features/offline-sensors/routes.ts';
import { createWatch, lookEvery, type Watch } from './features/offline-sensors/watch.ts';
import { bindOrganizations } from './features/organizations/routes.ts';
import { attachmentRelations } from './features/attachments/relations-store.ts';
import { placeRelations } from './features/places/includes-store.ts';
import { bindPickers } from './features/pickers/routes.ts';
import { bindReference } from './features/reference/routes.ts';
import { assignToNewLocations } from './features/schedules/assignments.ts';
import { bindSchedules } from './features/schedules/routes.ts';
import { bindSearch } from './features/search/routes.ts';
import { createLife, type ReadingsOfSensors } from './features/sensor-life/life.ts';
import { bindSensorLife } from './features/sensor-life/routes.ts';
import { bindWelcome } from './features/welcome/routes.ts';
import { bindZones } from './features/zones/routes.ts';
import { createZones } from './features/zones/zones.ts';
import { purgeSignUps } from './features/registration/sign-up-store.ts';
import { purgeChallenges } from './features/second-factor/store.ts';
import { watchSetup } from './features/setup/setup.ts';
import { bindShell } from './features/shell/routes.ts';
import { bindSites } from './features/places/site-routes.ts';
import { createSites } from './features/places/sites.ts';
import { bindBlacklist } from './features/sensors/blacklist.ts';
import { bindLicenses } from './features/sensors/licenses.ts';
import { sensorRelations } from './features/sensors/relations-store.ts';
import { bindSensors } from './features/sensors/routes.ts';
import { createSensors } from './features/sensors/sensors.ts';
import { spaceRelations } from './features/spaces/relations-store.ts';
import { bindSpaces } from './features/spaces/routes.ts';
import { removeSpacesOf } from './features/spaces/space-store.ts';
import { removePeople } from './features/users/membership-store.ts';
import { createAct } from './features/users/deeds.ts';
import { bindInvitations } from './features/users/invitation-routes.ts';
import { createInvitations } from './features/users/invitations.ts';
import { bindUsers } from './features/users/routes.ts';
import { filesIn } from './files/files.ts';
import type { Identity } from './http/actor.ts';
import { createCookies } from './http/cookies.ts';
import { createIdentity } from './http/identity.ts';
import { createHttp, type Http } from './http/server.ts';
import type { Applying } from './ingestion/applying.ts';
import { type Ingestion, type IngestionOptions, startIngestion } from './ingestion/ingestion.ts';
import type { Node } from './ingestion/lanes.ts';
import type { Limits } from './ingestion/limits.ts';
import { isUnassigned, unassignedDevices } from './ingestion/quarantine-store.ts';
import { readingsOfSensors } from './ingestion/sensor-readings.ts';
import { startWorker } from './ingestion/worker.ts';
import { vendors } from './ingestion/vendors/table.ts';
import type { Reach } from './ingestion/points.ts';
import { jobTable } from './job-table.ts';
import { startJobs } from './jobs/jobs.ts';
import { type OperationsOptions, startOperations } from './operations/operations.ts';
import { bindOperations } from './operations/routes.ts';
import { startMail } from './outbox/start-mail.ts';
import { purgeMessages } from './outbox/store.ts';
import { openGateway } from './realtime/gateway.ts';
import { createZoneReadings } from './realtime/zone-readings.ts';
import { createDirectory, type Directory } from './registry/directory/directory.ts';
import { type Changes, createChanges } from './registry/estate-changes.ts';
import { migrateRegistry } from './registry/migrate.ts';
import { listen } from './registry/notifications.ts';
import { asSystem, openRegistry, type Registry, type RegistryAddress } from './registry/registry.ts';
import { purgeEmailChanges } from './email-change-store.ts';
import { purgeResetKeys } from './reset-key-store.ts';
import type { Scope } from './scope.ts';
import { openSecrets } from './secret-key.ts';
import type { Secrets } from './secrets.ts';
import { openStores, type Stores } from './stores/stores.ts';

export interface AppOptions
  extends Pick<OperationsOptions, 'engines' | 'restarts'>, Pick<IngestionOptions, 'readDisk'> {
  readonly config: Pick<Config, 'publicUrl' | 'trustedProxies'> & Partial<Config>;
  /** The folder whose disk must not fill up; absent when the databases are elsewhere. */
  readonly dataFolder?: string;
  /** Where the files of organizations are kept. */
  readonly filesFolder: string;
  /** Where the key that seals secrets is kept, unless it is set. */
  readonly keyFile?: string;
  readonly postgres: RegistryAddress;
  readonly clickhouse: { url?: string; socketPath?: string; database: string };
  readonly clock: () => Date;
  readonly log: Logger;
  /** Who applies readings; somebody new when absent. */
  readonly node?: Node;
  /** How much the door for sensors lets in, where it is not the usual. */
  readonly limits?: Partial<Limits>;
  /** Where a test may end the process. */
  readonly reach?: Reach | undefined;
  /** Starts what applies readings, where that does not happen in this thread; called when the databases are ready. */
  readonly applying?: (onDamage: () => void) => Promise<Applying>;
  /** The program of the thread that reads estate files, where that does not happen in this one. */
  readonly estateReader?: URL;
  /** The built web app; absent in tests of the server alone. */
  readonly webFolder?: string;
}

/** The running product, without the process around it. */
export interface App {
  readonly http: Http;
  readonly identity: Identity;
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly directory: Directory;
  readonly facts: Facts;
  /** What operators must know of the two stores. */
  readonly stores: Pick<Stores, 'damage'>;
  readonly ingestion: Ingestion;
  readonly watch: Watch;
  /** In the opposite order of the start. */
  close(): Promise<void>;
}

/** The composition root: the only place that knows every part. What is started here is stopped in the opposite order. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, clock, log } = options;
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of closing.splice(0).toReversed()) await stop();
  };
  try {
    const registry = openRegistry(options.postgres);
    closing.push(() => registry.close());
    const facts = openFacts({ ...options.clickhouse, onDamage: () => stores.suspect() });
    closing.push(() => facts.close());
    const stores = await openStores({ registry, care: openCare(options.clickhouse), clock, log });
    closing.push(() => stores.stop());
    await Promise.all([migrateRegistry(registry.owner), facts.migrate()]);
    await stores.begin();
    const notifications = await listen(options.postgres);
    closing.push(() => notifications.close());

    const directory = createDirectory(registry, notifications, clock);
    const cookies = createCookies(config.publicUrl);
    const identity = createIdentity({ registry, notifications, cookies, clock });
    const secrets = await openSecrets(registry, { key: config.secretKey, file: options.keyFile });

    const security = createSecurityLog({ registry, clock, log });
    closing.push(() => security.flush());
    const http = await createHttp({
      identity,
      log,
      clock,
      publicUrl: config.publicUrl,
      trustedProxies: config.trustedProxies,
      ...(options.webFolder === undefined ? {} : { webFolder: options.webFolder }),
      health: { problems: () => operations.health.problems(), isReady: () => operations.health.isReady() },
      onForbidden: (refused) => security.noteForbidden(refused),
    });
    closing.push(() => http.close());

    const publicUrl = () => http.publicUrl();
    const organizations = createOrganizations({ registry, clock, removePeople });
    const sessions = bindAccounts(http, {
      registry,
      secrets,
      cookies,
      identity,
      clock,
      log,
      config,
      publicUrl,
      security,
      openTrial: (tx, trial) => organizations.open(tx, null, trial),
    });
    const places = [
      ...placeRelations(registry, clock),
      ...spaceRelations(registry, clock),
      ...sensorRelations(registry),
      ...attachmentRelations(registry),
    ];
    const openAlerts = (walls: Pick<Scope, 'orgId' | 'locationIds'>) =>
      registry.tenant(walls, (tx) => openRecordCount(tx, walls, clock()));
    bindShell(http, { identity, log, config, openAlerts, needsSetup: watchSetup(registry) });
    bindWelcome(http, registry, clock);
    bindOrganizations(http, { organizations, registry, clock, places });
    const changes = createChanges(registry, clock, (orgId) => directory.forget(orgId));
    const desk = createDesk({ registry, helpDesk: helpDeskOf(config, log), clock });
    bindDesk(http, desk);
    const arrange = createArrangements(desk);
    const ofLocations = { zoneAt, onNew: assignToNewLocations, removeSpaces: removeSpacesOf, arrange };
    const locations = createLocations({ registry, changes, ...ofLocations });
    bindLocations(http, { registry, locations, relations: places, zoneAt, findAddresses: geocoderOf(config, log) });
    bindSpaces(http, { registry, changes, clock, relations: places });
    bindSites(http, { registry, sites: createSites(changes), relations: places });
    const act = createAct(registry, clock);
    const hasMailServer = config.smtpUrl !== undefined;
    const invitations = createInvitations({ registry, clock, act, publicUrl, hasMailServer });
    bindUsers(http, { registry, clock, act, publicUrl, hasMailServer });
    bindInvitations(http, invitations, registry);
    bindAudit(http, registry);
    bindMail(http, registry, clock);
    bindReference(http, { registry, directory, clock });
    const files = filesIn(options.filesFolder);
    const attachments = createAttachments({ registry, files, clock });
    bindAttachments(http, attachments, files);
    bindCustomFields(http, registry, clock);
    bindSchedules(http, { registry, directory, changes, clock });
    bindZones(http, createZones({ registry, changes, clock }));
    bindOfflineSensors(http, registry, clock);
    const zoneReadings = createZoneReadings({ registry, facts, directory, clock });
    const sensors = createSensors({ registry, changes, secrets, clock, zoneReadings });
    bindSensors(http, { registry, sensors, relations: places, clock });
    bindLicenses(http, changes);
    bindBlacklist(http, { registry, clock, pushRoutes: [...vendors.keys()] });
    bindPickers(http, registry, clock);
    bindSearch(http, registry, clock);
    const traffic = createTraffic({ registry, directory, facts, clock, stores });
    bindAnalytics(http, traffic, createLocationAcf(traffic, directory));

    const gateway = openGateway({
      server: http.fastify.server,
      identity,
      registry,
      facts,
      directory,
      notifications,
      clock,
      publicUrl: config.publicUrl,
      log,
    });
    http.fastify.addHook('preClose', async () => gateway.close());
    const ingestion = await startIngestion({
      registry,
      facts,
      directory,
      notifications,
      clock,
      log,
      dataFolder: options.dataFolder,
      readDisk: options.readDisk,
      limits: options.limits,
      reach: options.reach,
      node: options.node ?? { id: randomUUID(), alone: false },
      applying: await options.applying?.(() => stores.suspect()),
    });
    closing.push(() => ingestion.stop());
    ingestion.routes(http);
    const watch = createWatch({ registry, clock, publicUrl, oldestWaiting: (tx) => ingestion.oldestWaiting(tx) });
    const watching = startWorker({
      name: 'offline-sensors',
      log,
      pause: lookEvery,
      run: async () => {
        // While the door turns sensors away nobody listens.
        if (ingestion.isOpen()) await watch.look();
        return false;
      },
    });
    closing.push(() => watching.stop());
    const inbox = readingsOfSensors(ingestion, clock);
    bindSensorLife(http, { registry, changes, clock, inbox, relations: places });
    const assignments = createAssignments(changes, inbox);
    bindIntegrations(http, {
      registry,
      secrets,
      clock,
      publicUrl,
      estateOf: (orgId) => directory.estate(orgId),
      vendors: [...vendors.values()],
      newDevices: {
        page: unassignedDevices,
        isNew: isUnassigned,
        // Sensor, assignment and commissioning in one change of the estate.
        adopt: async (scope, sensor) => (await assignments.hangNew(scope, [sensor]))[0]!,
      },
    });
    const ofSensors = { secrets, zoneReadings };
    const writersIn = estateWriters({ registry, clock, inbox, locations: ofLocations, sensors: ofSensors });
    const reader = options.estateReader ? readInThread(options.estateReader) : async (text: string) => readEstate(text);
    const estateFiles = createEstateFiles({ registry, changes, clock, writersIn, readEstate: reader });
    bindEstateFiles(http, estateFiles);

    const watched = { registry, stores, ingestion, http, estateFiles, questions: traffic };
    const operations = startOperations({ ...watched, clock, engines: options.engines, restarts: options.restarts });
    closing.push(async () => operations.stop());
    bindOperations(http, { operations, identity, clock, metricsToken: config.metricsToken });

    const sending = startMail({ registry, notifications, clock, log, config });
    closing.push(async () => sending?.stop());
    const purgeOutbox = () => registry.system((tx) => purgeMessages(tx, clock()));
    const dropOldKeys = () =>
      registry.system(async (tx) => {
        for (const purge of [purgeResetKeys, purgeEmailChanges, purgeSignUps, purgeChallenges])
          await purge(tx, clock());
      });
    const table = jobTable({ sessions, invitations, attachments, purgeOutbox, purgeResetKeys: dropOldKeys });
    const jobs = await startJobs({ registry, log, table });
    closing.push(() => jobs.stop());
    await http.ready();
    return { http, identity, registry, secrets, directory, facts, stores, ingestion, watch, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface EstateParts {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly inbox: ReadingsOfSensors;
  readonly locations: Omit<Parameters<typeof createLocations>[0], 'registry' | 'changes'>;
  readonly sensors: Omit<Parameters<typeof createSensors>[0], 'registry' | 'changes' | 'clock'>;
}

/** The features through which an estate is changed, put together once more inside a change that has begun already. */
function estateWriters({ registry, clock, inbox, ...parts }: EstateParts): WritersIn {
  return (change) => {
    const changes: Changes = (_scope, work) => work(change);
    const inside: Registry = {
      ...registry,
      system: (work) => asSystem(change.tx, () => work(change.tx)),
      tenant: (_scope, work) => work(change.tx),
      within: (scope, work) => (scope === null ? inside.system(work) : work(change.tx)),
    };
    const schedules = createSchedules(changes);
    const hours = createScheduleAssignments(changes);
    const locations = createLocations({ registry: inside, changes, ...parts.locations });
    const sites = createSites(changes);
    const exceptions = createExceptions({ registry: inside, changes });
    const hangings = createAssignments(changes, inbox);
    const life = createLife({ registry: inside, changes, inbox });
    const sensors = createSensors({ registry: inside, changes, clock, ...parts.sensors });
    const zones = createZones({ registry: inside, changes, clock });
    const spaces = createSpaces(changes);
    const spaceZones = createSpaceZones(inside, changes);
    const fields = createCustomFields(inside, clock);
    return {
      bringSchedule: (scope, name, versions) => schedules.bring(scope, name, versions),
      updateSchedule: (scope, id, body) => schedules.update(scope, id, body, undefined),
      assignSchedules: (scope, bodies) => hours.createAll(scope, bodies),
      changeAssignment: (scope, id, body) => hours.update(scope, id, body, undefined),
      createExceptions: (scope, wanted) => exceptions.createAll(scope, wanted),
      changeException: (scope, at, id, body) => exceptions.update(scope, at, id, body, undefined),
      createLocations: (scope, wanted) => locations.createAll(scope, wanted),
      updateLocation: (scope, id, body) => locations.update(scope, id, body, undefined),
      createSites: (scope, bodies) => sites.createAll(scope, bodies),
      updateSite: (scope, id, body) => sites.update(scope, id, body, undefined),
      hangNewSensors: (scope, wanted) => hangings.hangNew(scope, wanted),
      hangSensor: (scope, body) => hangings.create(scope, body),
      hangDummy: (scope, body) => hangings.createDummy(scope, body),
      updateSensor: (scope, id, body) => sensors.update(scope, id, body, undefined),
      commissionSensor: (scope, id, at) => life.commissionAt(scope, id, at),
      updateZone: (scope, address, body) => zones.update(scope, address, body, undefined),
      createSpaces: (scope, bodies) => spaces.createAll(scope, bodies),
      updateSpace: (scope, id, body) => spaces.update(scope, id, body, undefined),
      addSpaceZones: (scope, wanted) => spaceZones.addAll(scope, wanted),
      turnSpaceZone: (scope, address, body) => spaceZones.update(scope, address, body, undefined),
      createFields: (scope, wanted) => fields.createAll(scope, wanted),
      changeField: (scope, owner, id, value) => fields.update(scope, owner, id, { value }, undefined),
    };
  };
}
