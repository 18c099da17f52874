import type { Log } from '../log.ts';
import type { Registry } from '../registry/registry.ts';
import { doneBy, recordAudit } from './audit.ts';

/** A refused attempt. It never contains what was typed: a user may have typed a password into the email field. */
export interface SecurityEvent {
  readonly orgId: string | null;
  readonly userId: string | null;
  readonly actingStaffId?: string | null;
  readonly clientId?: string | undefined;
  readonly action:
    | 'sign-in-failed'
    | 'sign-in-locked'
    | 'second-factor-failed'
    | 'second-factor-locked'
    | 'api-client-refused'
    | 'access-refused';
  readonly address: string;
  /** The name of the call that was refused. */
  readonly call?: string;
  /** The wall screen that called; no person did. */
  readonly link?: { readonly id: string; readonly name: string; readonly owner: string };
}

interface RefusedScreen {
  readonly kind: 'kiosk';
  readonly kioskLinkId: string;
  readonly linkName: string;
  readonly ownerName: string;
  readonly organization: { readonly orgId: string };
}

interface RefusedUser {
  readonly kind: 'person' | 'api-client';
  readonly userId: string;
  readonly actingStaffId: string | null;
  readonly clientId?: string;
  readonly organization: { readonly orgId: string } | null;
}

export interface SecurityLog {
  /** Does not block the caller, so that a response takes the same time for known and unknown accounts. */
  note(event: SecurityEvent): void;
  /** A call that was refused to a signed-in user. */
  noteForbidden(refused: {
    readonly actor: RefusedUser | RefusedScreen;
    readonly call: string;
    readonly address: string;
  }): void;
  /** Writes what was counted so far; resolves when everything is stored. */
  flush(): Promise<void>;
}

const minuteMs = 60_000;
/** Beyond this number, events of a minute are counted together, so that nobody can fill the memory or the log. */
const maxKinds = 500;

/** Audit entries of refusals: the first of a kind at once, its repetitions as one entry per minute with their count. */
export function createSecurityLog({
  registry,
  clock,
  log,
}: {
  registry: Pick<Registry, 'system'>;
  clock: () => Date;
  log: Pick<Log, 'error'>;
}): SecurityLog {
  let kinds = new Map<string, { readonly event: SecurityEvent; repeated: number }>();
  let timer: NodeJS.Timeout | undefined;
  const writing = new Set<Promise<void>>();

  const write = ({ address, call, link, ...entry }: SecurityEvent, repeated: number) => {
    const detail = {
      ...(link && { name: link.name, owner: link.owner }),
      address,
      ...(call !== undefined && { call }),
      ...(repeated > 0 && { repeated }),
    };
    const about = link && { entityType: 'kiosk-link', entityId: link.id };
    const stored = registry
      .system((tx) => recordAudit(tx, { ...entry, ...about, at: clock(), detail }))
      .catch((err: unknown) => log.error({ err, action: entry.action }, 'A security event could not be stored'))
      .finally(() => writing.delete(stored));
    writing.add(stored);
  };

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const counted = kinds;
    kinds = new Map();
    for (const { event, repeated } of counted.values()) if (repeated > 0) write(event, repeated);
    await Promise.all(writing);
  };

  const note = (event: SecurityEvent) => {
    const isKnown = kinds.has(keyOf(event));
    const counted =
      isKnown || kinds.size < maxKinds
        ? event
        : { orgId: null, userId: null, action: event.action, address: 'many addresses' };
    const kind = kinds.get(keyOf(counted));
    if (kind) {
      kind.repeated += 1;
      return;
    }
    kinds.set(keyOf(counted), { event: counted, repeated: 0 });
    write(counted, 0);
    timer ??= setTimeout(() => void flush(), minuteMs).unref();
  };

  return {
    note,
    noteForbidden: ({ actor, ...refused }) =>
      note({
        ...callerOf(actor),
        ...refused,
        orgId: actor.organization?.orgId ?? null,
        action: 'access-refused',
      }),
    flush,
  };
}

/** The owner of a link did nothing: what its screens do is under the link. */
function callerOf(actor: RefusedUser | RefusedScreen): Pick<SecurityEvent, 'userId' | 'link'> {
  if (actor.kind !== 'kiosk') return doneBy(actor);
  const { kioskLinkId: id, linkName: name, ownerName: owner } = actor;
  return { userId: null, link: { id, name, owner } };
}

function keyOf({ orgId, userId, actingStaffId, clientId, action, address, call, link }: SecurityEvent): string {
  return JSON.stringify([orgId, userId, actingStaffId, clientId, action, address, call, link?.id]);
}
