import { notFound, Refusal } from '../refusal.ts';
import { isId } from '../registry/ids.ts';
import type { Registry, Transaction } from '../registry/registry.ts';
import { discardGroup, groupsOfEstate, replayGroups, replayInbox } from './quarantine-store.ts';

/** Operations on quarantined bodies and on those still in the inbox, within one organization. */
export interface Quarantine {
  /** Sends the bodies of a group through the pump again. Returns how many. */
  replay(scope: { orgId: string }, quarantineId: string): Promise<number>;
  /** Discards the bodies of a group, with a reason. Returns how many. */
  discard(scope: { orgId: string }, quarantineId: string, reason: string): Promise<number>;
  /** Sends what was received in `[from, to)` through the pump again. Returns how many. */
  replayReceived(scope: { orgId: string }, range: { from: Date; to: Date; device?: string }): Promise<number>;
}

/**
 * Sends the pushes of devices through the pump again that did not count because of the estate, in the transaction that
 * changes the estate. Wake the pump after the commit.
 */
export async function replayDevices(
  { client }: Transaction,
  orgId: string,
  devices: readonly string[],
  now: Date,
): Promise<void> {
  await replayGroups(client, orgId, await groupsOfEstate(client, orgId, devices), now.toISOString().slice(0, 10));
}

/** Discards the bodies of a group in the transaction of the caller, which may be that of a request. Returns how many. */
export async function discardQuarantined(
  tx: Transaction,
  orgId: string,
  quarantineId: string,
  why: { readonly reason: string; readonly now: Date },
): Promise<number> {
  const count = isId(quarantineId) ? await discardGroup(tx.client, orgId, quarantineId, why) : undefined;
  if (count === undefined) throw notFound('The quarantined data');
  if (count === null) {
    throw new Refusal('conflict', 'This data is being counted again at the moment. Try again in a minute.');
  }
  return count;
}

export function createQuarantine(registry: Registry, clock: () => Date, wake: () => void): Quarantine {
  return {
    async replay({ orgId }, quarantineId) {
      const today = clock().toISOString().slice(0, 10);
      const count = await registry.system(({ client }) => replayGroups(client, orgId, [quarantineId], today));
      wake();
      return count;
    },
    async discard({ orgId }, quarantineId, reason) {
      return registry.system((tx) => discardQuarantined(tx, orgId, quarantineId, { reason, now: clock() }));
    },
    async replayReceived({ orgId }, range) {
      const count = await registry.system(({ client }) => replayInbox(client, orgId, range));
      wake();
      return count;
    },
  };
}
