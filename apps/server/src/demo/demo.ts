import { salesFiles } from '@atrium/simulator/demo-sales';
import {
  type DemoOrganization,
  type DemoSensor,
  type DemoUser,
  type DemoZone,
  demoWorld,
  historyStart,
  otherHistoryStart,
  sensorsOf,
  silentSince,
} from '@atrium/simulator/demo-world';
import { describeHistory, type DescribedHistory } from '@atrium/simulator/history';
import { type Measured, newestReading } from '@atrium/simulator/measures';
import { startSimulator, type Simulator } from '@atrium/simulator/run';
import type { Logger } from 'pino';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Imports } from '../features/imports/imports.ts';
import { addPushKey } from '../features/push-keys/push-key-store.ts';
import { type Arrival, noteArrivals } from '../ingestion/arrival-store.ts';
import { noteHeard } from '../ingestion/todo-store.ts';
import { hashPassword } from '../accounts/passwords.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import type { Secrets } from '../accounts/secrets.ts';
import { addAlarms } from './alarms.ts';
import { addAnnotations } from './annotations.ts';
import { addDashboards } from './dashboards.ts';
import {
  addListening,
  addOrganization,
  addTickets,
  addUsers,
  demoCreatedAt,
  incompleteSince,
  isEmpty,
  knownZones,
  newestMinutes,
  rememberDemo,
  rememberStep,
  sealedPushKeys,
  seriesOfZones,
} from './store.ts';

export interface DemoParts {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  /** Leaves the past of some series to the pump, the only writer of facts. */
  readonly appendHistories: (tx: Transaction, orgId: string, histories: readonly DescribedHistory[]) => Promise<string>;
  /** Whether what was left to the pump under this number is still to be written. */
  readonly isWaiting: (number: string) => Promise<boolean>;
  readonly imports: Pick<Imports, 'store' | 'queue'>;
}

/** Whether people can sign in with the publicly known demo passwords. */
export async function demoExists(registry: Registry): Promise<boolean> {
  return (await registry.system(demoCreatedAt)) !== null;
}

/**
 * Creates the demo data in an empty registry, completely or not at all. Returns whether it did. Of the past only who went
 * through the doors is there, so that the demo is ready soon; `completeDemo` adds the rest.
 */
export async function createDemoData(parts: Omit<DemoParts, 'imports'>): Promise<boolean> {
  const { registry, secrets, clock } = parts;
  const world = demoWorld();
  const passwordHash = await hashPassword(world.password);
  const now = clock();
  const nowMinute = minuteOf(now);
  const start = historyStart(nowMinute);
  return registry.system(async (tx) => {
    if (!(await isEmpty(tx))) return false;
    for (const demo of world.organizations) {
      await addOrganization(tx, demo, new Date(start * 1000));
      await addPushKey(tx, secrets, { orgId: demo.orgId, name: 'Simulated sensors' }, now);
      await addHistories(tx, parts, demo, nowMinute, isTraffic);
      for (const { silent, macAddress } of sensorsOf(demo))
        if (silent) await noteHeard(tx.client, demo.orgId, macAddress, new Date(silentSince(nowMinute) * 1000));
      await addTickets(tx, demo, now);
      await addAlarms(tx, demo, administratorsOf(world.users, demo), now);
    }
    await addListening(tx, new Date(silentSince(nowMinute) * 1000));
    await addUsers(tx, world.users, passwordHash);
    await addDashboards(tx, world, now);
    await addAnnotations(tx, world, now);
    await rememberDemo(tx, now);
    return true;
  });
}

/**
 * Adds what the demo can be used without: the past of all other measures, and the files of sales and staff hours, which are
 * imported like those of any shop. Interrupted, it continues with the next call.
 */
export async function completeDemo(parts: DemoParts, ending?: AbortSignal): Promise<void> {
  const { registry, imports } = parts;
  const madeAt = await registry.system(incompleteSince);
  if (madeAt === null) return;
  const { organizations } = demoWorld();
  const to = minuteOf(madeAt);
  const files = await Promise.all(
    organizations.flatMap((demo) =>
      salesFiles(demo, { from: historyStart(to), to }).map(async ({ fileName, content }) => ({
        received: await imports.store(Readable.from([Buffer.from(content)])),
        file: { orgId: demo.orgId, fileName, source: 'sftp' } as const,
      })),
    ),
  );
  await registry.system(async (tx) => {
    // Another node may have been faster; its files stay, and those of this one are swept away.
    if (await rememberStep(tx, 'files'))
      for (const { received, file } of files) await imports.queue(tx, received, file);
  });
  // Sensor by sensor: what people import meanwhile waits for one of them at most.
  for (const demo of organizations)
    for (const { sensorId } of sensorsOf(demo)) {
      const isRest: IsWanted = (sensor, ...of) => sensor.sensorId === sensorId && !isTraffic(sensor, ...of);
      const numbers = await registry.system((tx) => addHistories(tx, parts, demo, to, isRest));
      for (const number of numbers)
        while (await parts.isWaiting(number)) await sleep(200, undefined, { signal: ending, ref: false });
    }
  await registry.system((tx) => rememberStep(tx, 'histories'));
}

function administratorsOf(users: readonly DemoUser[], { orgId }: DemoOrganization): string[] {
  const own = users.filter((user) => user.orgId === orgId && user.role === 'OrganizationAdministrator');
  return own.map(({ email }) => email);
}

type IsWanted = (sensor: DemoSensor, zone: DemoZone, measured: Measured) => boolean;

/** The people who are counted at doors. */
function isTraffic(_: DemoSensor, { countApplication }: DemoZone, { as }: Measured): boolean {
  return countApplication === 1 && as === undefined;
}

function minuteOf(date: Date): number {
  return Math.floor(date.getTime() / 60_000) * 60;
}

/**
 * The past of some of what its zones measure: thirteen months of counts, some months of the rest. Returns the numbers under
 * which it waits.
 */
async function addHistories(
  tx: Transaction,
  { appendHistories }: Pick<DemoParts, 'appendHistories'>,
  { orgId, locations }: DemoOrganization,
  now: number,
  isWanted: IsWanted,
): Promise<string[]> {
  const seriesOf = await seriesOfZones(tx, orgId);
  const numbers: string[] = [];
  for (const { sites } of locations) {
    const histories: DescribedHistory[] = [];
    const arrivals: Arrival[] = [];
    for (const sensor of sites.flatMap(({ sensors }) => sensors)) {
      const to = sensor.silent ? silentSince(now) : now;
      for (const { zone, measured } of sensor.zones.flatMap(measuresOf)) {
        const { zoneId, door, unreliable } = zone;
        const seriesId = seriesOf.get(`${zoneId}/${measured.measure}`);
        if (seriesId === undefined || !isWanted(sensor, zone, measured)) continue;
        const isCount = measured.as === undefined || measured.as.kind === 'part';
        const first = isCount ? historyStart(now) : otherHistoryStart(zone, now);
        histories.push(describeHistory(seriesId, door, unreliable, { from: first, to }, measured.as));
        arrivals.push({ seriesId, orgId, first, last: newestReading(door, measured, to), slack: 0 });
      }
    }
    if (histories.length > 0) numbers.push(await appendHistories(tx, orgId, histories));
    await noteArrivals(tx.client, arrivals);
  }
  return numbers;
}

function measuresOf(zone: DemoZone) {
  return zone.measures.map((measured) => ({ zone, measured }));
}

/**
 * Lets the demo sensors push like real devices, from where the server's data ends; one stays silent, and so does what a
 * demo of an earlier version does not have or someone has deleted.
 */
export async function startDemoSensors(
  { registry, secrets, clock }: Pick<DemoParts, 'registry' | 'secrets' | 'clock'>,
  baseUrl: string,
  log: Logger,
): Promise<Simulator> {
  const { organizations } = demoWorld();
  const orgIds = organizations.map(({ orgId }) => orgId);
  const { keys, newest, madeAt, known } = await registry.system(async (tx) => ({
    keys: await sealedPushKeys(tx, orgIds),
    newest: await newestMinutes(tx, orgIds),
    madeAt: await demoCreatedAt(tx),
    known: await knownZones(tx, orgIds),
  }));
  const beginning = minuteOf(madeAt ?? clock());
  const sensors = organizations.flatMap((organization) => {
    const sealed = keys.get(organization.orgId);
    if (sealed === undefined) return [];
    const pushKey = secrets.open(sealed);
    return sensorsOf(organization)
      .map((sensor) => ({ ...sensor, zones: sensor.zones.filter(({ zoneId }) => known.has(zoneId)) }))
      .filter(({ silent, zones }) => !silent && zones.length > 0)
      .map((sensor) => ({
        sensor,
        pushKey,
        sentUntil: Math.max(beginning, (newest.get(sensor.sensorId)?.getTime() ?? 0) / 1000),
      }));
  });
  return startSimulator({
    baseUrl,
    sensors,
    clock: () => clock().getTime() / 1000,
    onTrouble: (message) => log.warn(message),
  });
}
