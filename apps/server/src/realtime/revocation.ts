import type { LiveActor } from '../http/actor.ts';
import type { Log } from '../log.ts';
import type { Notifications } from '../registry/notifications.ts';
import type { Registry } from '../registry/registry.ts';
import type { Connection } from './connection.ts';
import { activeCredentials } from './credential-store.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly notifications: Notifications;
  readonly clock: () => Date;
  readonly log: Log;
}

/** A change to an organization is announced for each of its users: they are checked together. */
const gatherMs = 50;
/** Sessions also end by the clock, which announces nothing. */
const sweepMs = 5_000;

/** Checks connections again when the rights of their users change or their sessions end. */
export function watchAccess(
  { registry, notifications, clock, log }: Dependencies,
  connections: () => Iterable<Connection>,
): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const recheckChanged = () => {
    timer = undefined;
    const users = new Set(changed);
    changed.clear();
    for (const connection of connections()) if (concerns(connection, users)) void connection.recheck();
  };
  const stops = [
    notifications.on('access', (userId) => {
      changed.add(userId);
      timer ??= setTimeout(recheckChanged, gatherMs);
    }),
    notifications.onResync(() => {
      for (const connection of connections()) void connection.recheck();
    }),
  ];
  const sweep = setInterval(() => {
    endExpired(registry, clock(), [...connections()]).catch((err: unknown) => {
      log.warn({ err }, 'Sessions of open connections could not be checked; trying again');
    });
  }, sweepMs);

  return () => {
    clearTimeout(timer);
    clearInterval(sweep);
    for (const stop of stops) stop();
  };
}

/** Staff belong to no organization, so a change in any of them may affect them, even during a login-as. */
function concerns({ subscriptions: { actor } }: Connection, users: ReadonlySet<string>): boolean {
  if (actor.kind === 'kiosk' && actor.byStaff) return true;
  return actor.organization === null || actor.actingStaffId !== null || users.has(actor.userId);
}

async function endExpired(registry: Registry, now: Date, connections: readonly Connection[]): Promise<void> {
  if (connections.length === 0) return;
  const ids = [...new Set(connections.map(({ subscriptions }) => credentialOf(subscriptions.actor)))];
  const active = await registry.system((tx) => activeCredentials(tx, ids, now));
  for (const connection of connections) {
    const { subscriptions } = connection;
    if (active.has(credentialOf(subscriptions.actor))) subscriptions.leaveExpired();
    else connection.end();
  }
}

function credentialOf(actor: LiveActor): string {
  return actor.kind === 'kiosk' ? actor.kioskLinkId : actor.sessionId;
}
