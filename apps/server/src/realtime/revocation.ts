import type { Log } from '../log.ts';
import type { Notifications } from '../registry/notifications.ts';
import type { Registry } from '../registry/registry.ts';
import type { Guest } from './guest.ts';
import { livingSessions } from './store.ts';

interface Surroundings {
  readonly registry: Registry;
  readonly notifications: Notifications;
  readonly clock: () => Date;
  readonly log: Log;
}

/** A change to an organization is announced for each of its people: they are looked at together. */
const gatherMs = 50;
/** Sessions also end by the clock, which announces nothing. */
const sweepMs = 5_000;

/** Looks at connections again when the rights of their people change or their sessions end. */
export function watchAccess(
  { registry, notifications, clock, log }: Surroundings,
  guests: () => Iterable<Guest>,
): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const recheckChanged = () => {
    timer = undefined;
    const users = new Set(changed);
    changed.clear();
    for (const guest of guests()) if (concerns(guest, users)) void guest.recheck();
  };
  const stops = [
    notifications.on('access', (userId) => {
      changed.add(userId);
      timer ??= setTimeout(recheckChanged, gatherMs);
    }),
    notifications.onResync(() => {
      for (const guest of guests()) void guest.recheck();
    }),
  ];
  const sweep = setInterval(() => {
    dismissEnded(registry, clock(), [...guests()]).catch((err: unknown) => {
      log.warn({ err }, 'Sessions of open connections could not be checked; trying again');
    });
  }, sweepMs);

  return () => {
    clearTimeout(timer);
    clearInterval(sweep);
    for (const stop of stops) stop();
  };
}

/** Staff are no people of the organizations they look into, whose changes concern them all the same. */
function concerns({ seat: { actor } }: Guest, users: ReadonlySet<string>): boolean {
  if (actor.organization === null) return true;
  return users.has(actor.userId) || (actor.actingStaffId !== null && users.has(actor.actingStaffId));
}

async function dismissEnded(registry: Registry, now: Date, guests: readonly Guest[]): Promise<void> {
  if (guests.length === 0) return;
  const sessions = [...new Set(guests.map(({ seat }) => seat.actor.sessionId))];
  const living = await registry.system((tx) => livingSessions(tx, sessions, now));
  for (const guest of guests) {
    if (living.has(guest.seat.actor.sessionId)) guest.seat.leaveIfClosed();
    else guest.dismiss();
  }
}
