import { type DemoFile, salesFiles } from '@atrium/simulator/demo-sales';
import {
  type DemoOrganization,
  type DemoZone,
  demoWorld,
  historyStart,
  otherHistoryStart,
  sensorsOf,
  silentSince,
} from '@atrium/simulator/demo-world';
import { describeHistory, type DescribedHistory } from '@atrium/simulator/history';
import { newestReading } from '@atrium/simulator/measures';
import { startSimulator, type Simulator } from '@atrium/simulator/run';
import type { Logger } from 'pino';
import { Readable } from 'node:stream';
import type { Imports } from '../features/imports/imports.ts';
import { addPushKey } from '../features/push-keys/push-key-store.ts';
import { type Arrival, noteArrivals } from '../ingestion/arrival-store.ts';
import { noteHeard } from '../ingestion/todo-store.ts';
import { hashPassword } from '../accounts/passwords.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import type { Secrets } from '../accounts/secrets.ts';
import {
  addListening,
  addOrganization,
  addTickets,
  addUsers,
  demoCreatedAt,
  isEmpty,
  newestMinutes,
  rememberDemo,
  sealedPushKeys,
  type SeriesOfZones,
} from './store.ts';

export interface DemoParts {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  /** Leaves the past of a series to the pump, the only writer of facts. */
  readonly appendHistory: (tx: Transaction, orgId: string, history: DescribedHistory) => Promise<void>;
  readonly imports: Pick<Imports, 'store' | 'queue' | 'discard'>;
}

/** Whether people can sign in with the publicly known demo passwords. */
export async function demoExists(registry: Registry): Promise<boolean> {
  return (await registry.system(demoCreatedAt)) !== null;
}

/** Creates the demo data in an empty registry, completely or not at all. Returns whether it did. */
export async function createDemoData(parts: DemoParts): Promise<boolean> {
  const { registry, secrets, clock, imports } = parts;
  if (!(await registry.system(isEmpty))) return false;
  const world = demoWorld();
  const passwordHash = await hashPassword(world.password);
  const now = clock();
  const nowMinute = Math.floor(now.getTime() / 60_000) * 60;
  const start = historyStart(nowMinute);
  const files = await storedFiles(imports, world.organizations, { from: start, to: nowMinute });
  const made = await registry.system(async (tx) => {
    if (!(await isEmpty(tx))) return false;
    for (const demo of world.organizations) {
      const seriesOf = await addOrganization(tx, demo, new Date(start * 1000));
      await addPushKey(tx, secrets, { orgId: demo.orgId, name: 'Simulated sensors' }, now);
      await addHistories(tx, parts, demo, seriesOf, nowMinute);
      await addTickets(tx, demo, now);
    }
    for (const { received, orgId, fileName } of files)
      await imports.queue(tx, received, { orgId, fileName, source: 'sftp' });
    await addListening(tx, new Date(silentSince(nowMinute) * 1000));
    await addUsers(tx, world.users, passwordHash);
    await rememberDemo(tx, now);
    return true;
  });
  if (!made) for (const { received } of files) await imports.discard(received);
  return made;
}

/** Files of sales and staff hours, durably stored before anything refers to them. */
async function storedFiles(
  imports: DemoParts['imports'],
  organizations: readonly DemoOrganization[],
  past: { readonly from: number; readonly to: number },
) {
  const files = organizations.flatMap((demo) =>
    salesFiles(demo, past).map((file): DemoFile & { orgId: string } => ({ orgId: demo.orgId, ...file })),
  );
  return Promise.all(
    files.map(async ({ orgId, fileName, content }) => ({
      orgId,
      fileName,
      received: await imports.store(Readable.from([Buffer.from(content)])),
    })),
  );
}

/** The past of everything that its zones measure: thirteen months of counts, some months of the rest. */
async function addHistories(
  tx: Transaction,
  { appendHistory }: DemoParts,
  demo: DemoOrganization,
  seriesOf: SeriesOfZones,
  now: number,
): Promise<void> {
  const { orgId } = demo;
  const arrivals: Arrival[] = [];
  for (const { silent, macAddress, zones } of sensorsOf(demo)) {
    const to = silent ? silentSince(now) : now;
    if (silent) await noteHeard(tx.client, orgId, macAddress, new Date(to * 1000));
    for (const zone of zones)
      for (const measured of zone.measures) {
        const seriesId = numberOf(seriesOf, zone, measured.measure);
        const isCount = measured.as === undefined || measured.as.kind === 'part';
        const first = isCount ? historyStart(now) : otherHistoryStart(zone, now);
        const { door, unreliable } = zone;
        await appendHistory(tx, orgId, describeHistory(seriesId, door, unreliable, { from: first, to }, measured.as));
        arrivals.push({ seriesId, orgId, first, last: newestReading(door, measured, to), slack: 0 });
      }
  }
  await noteArrivals(tx.client, arrivals);
}

function numberOf(seriesOf: SeriesOfZones, { zoneId, name }: DemoZone, measure: string): number {
  const series = seriesOf.get(zoneId)?.get(measure);
  if (series === undefined) throw new Error(`The zone ${name} has no series of ${measure}`);
  return series;
}

/** Lets the demo sensors push like real devices, from where the server's data ends; one stays silent. */
export async function startDemoSensors(
  { registry, secrets, clock }: Pick<DemoParts, 'registry' | 'secrets' | 'clock'>,
  baseUrl: string,
  log: Logger,
): Promise<Simulator> {
  const { organizations } = demoWorld();
  const orgIds = organizations.map(({ orgId }) => orgId);
  const { keys, newest, madeAt } = await registry.system(async (tx) => ({
    keys: await sealedPushKeys(tx, orgIds),
    newest: await newestMinutes(tx, orgIds),
    madeAt: await demoCreatedAt(tx),
  }));
  const beginning = Math.floor((madeAt ?? clock()).getTime() / 60_000) * 60;
  const sensors = organizations.flatMap((organization) => {
    const sealed = keys.get(organization.orgId);
    if (sealed === undefined) return [];
    const pushKey = secrets.open(sealed);
    return sensorsOf(organization)
      .filter(({ silent }) => !silent)
      .map((sensor) => ({
        sensor,
        pushKey,
        sentUntil: Math.max(beginning, (newest.get(sensor.sensorId)?.getTime() ?? 0) / 1000),
      }));
  });
  return startSimulator({ baseUrl, sensors, onTrouble: (message) => log.warn(message) });
}
