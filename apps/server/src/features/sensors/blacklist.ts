import type { AuditAction } from '@atrium/contract/audit';
import type { BodyOf } from '@atrium/contract/endpoint';
import {
  addToBlacklist,
  type BlacklistEntry,
  getIsBlacklisted,
  listBlacklist,
  removeFromBlacklist,
} from '@atrium/contract/sensor-blacklist';
import { readDevice } from '@atrium/rules/device-identity';
import { formatMac } from '@atrium/rules/mac-address';
import { addressProblems, allRoutes, blacklistProblems } from '@atrium/rules/sensor-blacklist';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import type { UserActor } from '../../http/actor.ts';
import type { Http } from '../../http/server.ts';
import { notFound, refuseProblems } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { addEntry, blacklistPage, entriesOf, removeEntry } from './blacklist-store.ts';
import { findSensor } from './store.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  /** The routes that devices push to. */
  readonly pushRoutes: readonly string[];
}

/** The list belongs to the installation, not to an organization: a blocked device is refused everywhere. */
export function bindBlacklist(http: Http, { registry, clock, pushRoutes }: Dependencies): void {
  const record = (
    tx: Transaction,
    actor: UserActor,
    action: AuditAction,
    { mac, ...entry }: { mac: string; route: string },
  ) =>
    recordAudit(tx, {
      ...doneBy(actor),
      orgId: null,
      at: clock(),
      action,
      entityType: 'device',
      entityId: mac,
      detail: { name: formatMac(mac), ...entry },
    });

  http.bind(listBlacklist, async ({ query, reply }) => {
    const { rows, total } = await registry.system((tx) => blacklistPage(tx, query));
    reply.total(total);
    return rows;
  });

  http.bind(getIsBlacklisted, async ({ scope, params }) => {
    const found = await registry.tenant(scope, (tx) => findSensor(tx, scope, params.sensorId, clock()));
    if (!found) throw notFound('The sensor');
    const { identifier } = found;
    const entries = identifier === null ? [] : await registry.system((tx) => entriesOf(tx, identifier));
    return { isBlacklisted: entries.length > 0, entries };
  });

  http.bind(addToBlacklist, ({ actor, body }): Promise<BlacklistEntry> => {
    const { route, mac } = addressIn(body);
    const reason = body.reason?.trim() ?? '';
    refuseProblems(blacklistProblems({ route, mac, reason }, pushRoutes));
    return registry.system(async (tx) => {
      const entry = await addEntry(tx, { route, mac: readDevice(mac) ?? mac, reason }, clock());
      await record(tx, actor, 'device-blacklisted', entry);
      return entry;
    });
  });

  http.bind(removeFromBlacklist, async ({ actor, body }) => {
    const { route, mac } = addressIn(body);
    refuseProblems(addressProblems(route, mac, pushRoutes));
    const entry = { route, mac: readDevice(mac) ?? mac };
    await registry.system(async (tx) => {
      if (!(await removeEntry(tx, entry))) throw notFound('The entry of the blacklist');
      await record(tx, actor, 'device-unblacklisted', entry);
    });
    return { ok: true } as const;
  });
}

function addressIn({ route, mac }: Pick<BodyOf<typeof addToBlacklist>, 'route' | 'mac'>) {
  return { route: route?.trim() || allRoutes, mac: mac?.trim() ?? '' };
}
