import type { Registry, Transaction } from '../registry/registry.ts';
import { newestWaiting, pendingOf, readKept } from './attempt-store.ts';
import { devicesIn, type FoundDevice } from './lines.ts';

export interface ReceivedBodies {
  devicesIn(
    orgId: string,
    bodies: readonly { readonly seq: string; readonly at: Date }[],
  ): Promise<ReadonlyMap<string, readonly FoundDevice[]>>;
  pending(seqs: readonly string[]): Promise<ReadonlySet<string>>;
  waitingOf(tx: Transaction, orgId: string, device: string): Promise<(FoundDevice & { vendor: string }) | undefined>;
}

/** Bodies whose content is remembered; a page asks for the same ones every two seconds. */
const maxRemembered = 500;

/** Reads received bodies again for the people who connect sensors. A body never changes, so it is decoded once. */
export function createReceivedBodies(registry: Registry): ReceivedBodies {
  const remembered = new Map<string, readonly FoundDevice[]>();
  const remember = (key: string, found: readonly FoundDevice[]) => {
    if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(key, found);
  };

  return {
    async devicesIn(orgId, bodies) {
      const unread = bodies.filter(({ seq }) => !remembered.has(`${orgId}/${seq}`));
      if (unread.length > 0) {
        const read = await registry.system((tx) => readKept(tx, orgId, unread));
        for (const body of read) remember(`${orgId}/${body.seq}`, devicesIn(body));
      }
      return new Map(
        bodies.flatMap(({ seq }) => {
          const found = remembered.get(`${orgId}/${seq}`);
          return found ? [[seq, found] as const] : [];
        }),
      );
    },
    pending: async (seqs) => (seqs.length === 0 ? new Set() : registry.system((tx) => pendingOf(tx, seqs))),
    async waitingOf(tx, orgId, device) {
      const body = await newestWaiting(tx, orgId, device);
      const found = body && devicesIn(body).find((each) => each.device === device);
      return body && found && { ...found, vendor: body.vendor };
    },
  };
}
