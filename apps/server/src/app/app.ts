import type { Facts } from '@atrium/facts/facts-interface';
import { dashboardMenu, deleteDashboardsOf } from '../features/dashboards/store.ts';
import { bindShell } from '../features/shell/routes.ts';
import { openRecordCount } from '../features/offline-sensors/record-store.ts';
import { createOrganizations } from '../features/organizations/organizations.ts';
import { watchSetup } from '../features/setup/setup.ts';
import { removePeople } from '../features/users/membership-store.ts';
import type { Forecasts } from '../features/forecast/forecasts.ts';
import type { Imports } from '../features/imports/imports.ts';
import { hasSales } from '../features/imports/store.ts';
import type { Watch } from '../features/offline-sensors/watch.ts';
import type { Identity } from '../http/actor.ts';
import type { Http } from '../http/server.ts';
import type { Ingestion } from '../ingestion/ingestion.ts';
import type { Sftp } from '../ingestion/sftp/sftp.ts';
import { type OperationsOptions, startOperations } from '../operations/operations.ts';
import { bindOperations } from '../operations/routes.ts';
import type { Directory } from '../registry/directory/directory.ts';
import type { Registry } from '../registry/registry.ts';
import type { Secrets } from '../accounts/secrets.ts';
import type { Stores } from '../stores/stores.ts';
import { bindAccounts } from './accounts.ts';
import { openAlarms, type OpenedAlarms } from './alarms.ts';
import { bindAnalytics } from './analytics.ts';
import { openClockShifts } from './clock-shifts.ts';
import { openSpaceDrift } from './space-drift.ts';
import { type CoreOptions, openCore } from './core.ts';
import { bindEstate, type EstateOptions } from './estate.ts';
import { bindCorrections } from '../features/corrections/routes.ts';
import { bindKioskLinks } from '../features/kiosk-links/routes.ts';
import { inboxOfCorrections } from '../ingestion/correction-commands.ts';
import { openDashboards, type OpenedDashboards } from './dashboards.ts';
import { openDashboardTemplates } from './dashboard-templates.ts';
import { openDisplays } from './displays.ts';
import { openForecast } from './forecast.ts';
import { type ImportSettings, openImports } from './imports.ts';
import { openInbox } from './inbox.ts';
import { type IngestionSettings, openIngestion } from './ingestion.ts';
import { type BackupOptions, startJobs } from './jobs.ts';
import { openLive } from './live.ts';
import { type MqttSettings, openMqtt } from './mqtt.ts';
import { openPackageRequests, type PackageRequestSettings } from './package-requests.ts';
import { openFileTransfer, type SftpSettings } from './sftp.ts';
import { openWeather, type WeatherSettings } from './weather.ts';

export type AppOptions = CoreOptions &
  ImportSettings &
  EstateOptions &
  IngestionSettings &
  MqttSettings &
  PackageRequestSettings &
  SftpSettings &
  WeatherSettings &
  BackupOptions &
  Pick<OperationsOptions, 'engines' | 'restarts'>;

/** The running product, without the process around it. */
export interface App {
  readonly http: Http;
  readonly identity: Identity;
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly directory: Directory;
  readonly facts: Facts;
  /** The state of the two stores, for operators. */
  readonly stores: Pick<Stores, 'damage'>;
  readonly ingestion: Ingestion;
  readonly watch: Watch;
  readonly alarms: OpenedAlarms;
  readonly imports: Imports;
  readonly dashboards: OpenedDashboards;
  readonly forecasts: Forecasts;
  /** Null unless its port is set. */
  readonly sftp: Sftp | null;
  /** In the reverse order of the start. */
  close(): Promise<void>;
}

/** The composition root: each area binds its own features, and only areas know features. */
export async function buildApp(options: AppOptions): Promise<App> {
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of closing.splice(0).toReversed()) await stop();
  };
  try {
    const health = { problems: () => operations.health.problems(), isReady: () => operations.health.isReady() };
    const core = await openCore(options, health, (stop) => closing.push(stop));
    const { http, identity, registry, secrets, directory, facts, stores, clock, config, log } = core;

    const organizations = createOrganizations({
      registry,
      directory,
      clock,
      removePeople,
      removeDashboards: deleteDashboardsOf,
      hasSales,
    });
    const { sessions, invitations } = bindAccounts(core, organizations);
    const { ingestion, watch, inbox } = await openIngestion(core, options);
    const { attachments, estateFiles, files } = bindEstate(core, options, {
      organizations,
      inbox,
      teacher: ingestion.teaching,
    });
    const dashboards = openDashboards(core, { attachments, files });
    const questions = bindAnalytics(core);
    const alarms = openAlarms(core, ingestion, questions, options);
    openMqtt(core, options, ingestion);
    const requests = openPackageRequests(core, options);
    const imports = openImports(core, options, ingestion);
    bindCorrections(http, { ...core, inbox: inboxOfCorrections(ingestion, clock) });
    const sftp = await openFileTransfer(core, options, ingestion, imports);
    openLive(core);
    openDisplays(core);
    bindKioskLinks(http, core);
    const weather = openWeather(core, options);
    await openDashboardTemplates(core, {
      files,
      createDashboard: (tx, made, by) => dashboards.dashboards.open(tx, made, by),
      answers: questions,
      weather,
    });
    bindShell(http, {
      identity,
      log,
      config,
      openAlerts: (scope) => registry.tenant(scope, (tx) => openRecordCount(tx, scope, clock())),
      dashboardsOf: (viewer) => registry.tenant(viewer, (tx) => dashboardMenu(tx, viewer)),
      needsSetup: watchSetup(registry),
      hasWeather: weather.isAvailable,
    });

    const watched = { registry, stores, ingestion, http, estateFiles, questions };
    const operations = startOperations({ ...watched, clock, engines: options.engines, restarts: options.restarts });
    core.onClose(async () => operations.stop());
    bindOperations(http, { operations, identity, clock, metricsToken: config.metricsToken });
    const screens = { inbox: openInbox(core, ingestion, requests), clockShifts: openClockShifts(core, ingestion) };
    const forecasts = openForecast(core);
    const spaceDrift = openSpaceDrift(core);
    await startJobs(
      core,
      {
        sessions,
        invitations,
        attachments,
        dashboards,
        weather,
        forecasts,
        spaceDrift,
        webhooks: alarms.webhooks,
        ...screens,
      },
      options,
    );
    await http.ready();
    const kept = { registry, directory, facts, stores };
    return { http, identity, secrets, ...kept, ingestion, watch, alarms, imports, dashboards, forecasts, sftp, close };
  } catch (error) {
    await close();
    throw error;
  }
}
