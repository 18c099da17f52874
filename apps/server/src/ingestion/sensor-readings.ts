import { asSystem, type Transaction } from '../registry/registry.ts';
import { appendCommand } from './inbox.ts';
import type { Ingestion } from './ingestion.ts';
import { replayDevices } from './quarantine.ts';

interface Purge {
  readonly series: readonly number[];
  readonly before: Date;
  readonly jobId: string;
}

interface PushingSensor {
  readonly sensorId: string;
  /** Who it is; null for a dummy. */
  readonly device: string | null;
}

/** What the life of a sensor does to readings: in its own transaction, and the pump is woken after it. */
export function readingsOfSensors(ingestion: Pick<Ingestion, 'wake'>, clock: () => Date) {
  const inInbox = async (tx: Transaction, step: () => Promise<unknown>) => {
    tx.afterCommit(() => ingestion.wake());
    await asSystem(tx, step);
  };
  return {
    purge(tx: Transaction, orgId: string, { series, before, jobId }: Purge): Promise<void> {
      const to = Math.floor(before.getTime() / 1000);
      return inInbox(tx, () => appendCommand(tx, orgId, { type: 'erase', series, from: 0, to, job: jobId }, clock()));
    },
    reconsider(tx: Transaction, orgId: string, sensors: readonly PushingSensor[]): Promise<void> {
      const devices = sensors.flatMap(({ sensorId, device }) => [`sensor:${sensorId}`, device ?? []].flat());
      return inInbox(tx, () => replayDevices(tx, orgId, devices, clock()));
    },
  };
}
