import { demoWorld, historyStart, sensorsOf, silentSince } from '@atrium/simulator/demo-world';
import { describeHistory, type DescribedHistory } from '@atrium/simulator/history';
import { startSimulator, type Simulator } from '@atrium/simulator/run';
import type { Logger } from 'pino';
import { addPushKey } from '../features/push-keys/push-key-store.ts';
import { noteHeard } from '../ingestion/todo-store.ts';
import { hashPassword } from '../accounts/passwords.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import type { Secrets } from '../accounts/secrets.ts';
import {
  addListening,
  addOrganization,
  addTickets,
  addUsers,
  demoMadeAt,
  isEmpty,
  newestMinutes,
  rememberDemo,
  sealedPushKeys,
} from './store.ts';

export interface DemoParts {
  readonly registry: Registry;
  readonly secrets: Secrets;
  readonly clock: () => Date;
  /** Leaves the past of a series to the pump, which alone writes facts. */
  readonly appendHistory: (tx: Transaction, orgId: string, history: DescribedHistory) => Promise<void>;
}

/** Whether people can sign in with the passwords that everyone knows. */
export async function demoExists(registry: Registry): Promise<boolean> {
  return (await registry.system(demoMadeAt)) !== null;
}

/** Makes the demonstration in a registry that holds nothing yet, whole or not at all. Returns whether it did. */
export async function makeDemoWorld({ registry, secrets, clock, appendHistory }: DemoParts): Promise<boolean> {
  const world = demoWorld();
  const passwordHash = await hashPassword(world.password);
  const now = clock();
  const nowMinute = Math.floor(now.getTime() / 60_000) * 60;
  const start = historyStart(nowMinute);
  return registry.system(async (tx) => {
    if (!(await isEmpty(tx))) return false;
    for (const demo of world.organizations) {
      const seriesOf = await addOrganization(tx, demo, new Date(start * 1000));
      await addPushKey(tx, secrets, { orgId: demo.orgId, name: 'Simulated sensors' }, now);
      for (const { silent, macAddress, zones } of sensorsOf(demo)) {
        const past = { from: start, to: silent ? silentSince(nowMinute) : nowMinute };
        if (silent) await noteHeard(tx.client, demo.orgId, macAddress, new Date(past.to * 1000));
        for (const zone of zones) {
          const series = seriesOf.get(zone.zoneId);
          if (series === undefined) throw new Error(`The zone ${zone.name} has no series`);
          await appendHistory(tx, demo.orgId, describeHistory(series, zone.door, zone.unreliable, past));
        }
      }
      await addTickets(tx, demo, now);
    }
    await addListening(tx, new Date(silentSince(nowMinute) * 1000));
    await addUsers(tx, world.users, passwordHash);
    await rememberDemo(tx, now);
    return true;
  });
}

/** Lets the demonstration's sensors push like devices would, from where the server's knowledge ends; one stays silent. */
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
    madeAt: await demoMadeAt(tx),
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
