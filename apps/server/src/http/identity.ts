import { wrongKioskSecrets } from '@atrium/rules/kiosk-links';
import { notFound, Refusal } from '../refusal.ts';
import type { Notifications } from '../registry/notifications.ts';
import { isId } from '../registry/ids.ts';
import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../scope.ts';
import { hashToken, isToken } from '../accounts/secrets.ts';
import { refuseBlocked } from './access.ts';
import type { ActorOrganization, ApiClientActor, Identity, KioskActor, PersonActor, UserActor } from './actor.ts';
import type { Cookies } from './cookies.ts';
import { findOrganization, findSession, type FoundToken, findToken, touchSession } from './identity-store.ts';
import { type FoundKiosk, findKiosk, touchKiosk } from './kiosk-store.ts';
import { createFailureLimit } from './rate-limit.ts';
import { idleExpiry } from './session-lifetime.ts';

/** A revocation takes effect within a second even if its notification is lost; usually it is immediate. */
const trustedForMs = 800;
const maxEntries = 20_000;
const seenEveryMs = 60_000;
const maxRunningKiosks = 20_000;

interface Dependencies {
  readonly registry: Registry;
  readonly notifications: Notifications;
  readonly cookies: Cookies;
  readonly clock: () => Date;
}

export function createIdentity({ registry, notifications, cookies, clock }: Dependencies): Identity {
  const sessions = createMemory<{ actor: PersonActor; expiresAt: Date } | null>();
  const tokens = createMemory<FoundToken | undefined>();
  const kiosks = createMemory<FoundKiosk | undefined>();
  const wrongKiosks = createFailureLimit(wrongKioskSecrets);
  /** Hashes of secrets that were right when they were last looked up. */
  const runningKiosks = new Set<string>();
  const organizations = createMemory<ActorOrganization | null>();
  const forget = () => {
    sessions.clear();
    tokens.clear();
    kiosks.clear();
    organizations.clear();
  };
  notifications.on('access', forget);
  notifications.onResync(forget);

  const load = (tokenHash: string) =>
    registry.system(async (tx) => {
      const now = clock();
      const found = await findSession(tx, tokenHash, now);
      if (!found) return null;
      let { expiresAt } = found;
      if (now.getTime() - found.lastSeenAt.getTime() >= seenEveryMs) {
        expiresAt = idleExpiry({ ...found, now });
        await touchSession(tx, found.actor, now, expiresAt);
      }
      return { actor: found.actor, expiresAt };
    });

  async function authenticate(cookieHeader: string | undefined): Promise<PersonActor | null> {
    const token = cookies.sessionToken(cookieHeader);
    if (token === undefined) return null;
    const tokenHash = hashToken(token);
    const found = await sessions.recall(tokenHash, () => load(tokenHash));
    return found && found.expiresAt > clock() ? found.actor : null;
  }

  async function authenticateClient(token: string): Promise<ApiClientActor | null> {
    if (!isToken(token)) return null;
    const tokenHash = hashToken(token);
    const found = await tokens.recall(tokenHash, () => registry.system((tx) => findToken(tx, tokenHash, clock())));
    return found && found.expiresAt > clock() ? found.actor : null;
  }

  const loadKiosk = (tokenHash: string) =>
    registry.system(async (tx) => {
      const now = clock();
      const found = await findKiosk(tx, tokenHash, now);
      const { actor, lastSeenAt } = found ?? {};
      if (actor && now.getTime() - (lastSeenAt?.getTime() ?? 0) >= seenEveryMs) await touchKiosk(tx, actor, now);
      return found;
    });

  const noteRunning = (tokenHash: string, isRunning: boolean) => {
    if (!isRunning) runningKiosks.delete(tokenHash);
    else if (runningKiosks.size < maxRunningKiosks) runningKiosks.add(tokenHash);
  };

  async function authenticateKiosk(secret: string, address?: string): Promise<KioskActor | null> {
    const tokenHash = hashToken(secret);
    // Guesses of someone behind the same address do not stop screens that are running.
    if (address !== undefined && !runningKiosks.has(tokenHash)) wrongKiosks.check(address);
    const found = isToken(secret) ? await kiosks.recall(tokenHash, () => loadKiosk(tokenHash)) : undefined;
    // A link that has ended was not guessed: its screens may go on asking.
    if (!found && address !== undefined) wrongKiosks.failed(address);
    noteRunning(tokenHash, Boolean(found?.actor));
    return found?.actor && (found.expiresAt === null || found.expiresAt > clock()) ? found.actor : null;
  }

  async function scopeFor(actor: UserActor, asked?: string): Promise<Scope> {
    const organization = actor.organization
      ? ownOrganization(actor.organization, asked)
      : await namedOrganization(asked);
    refuseBlocked(actor, clock());
    return {
      orgId: organization.orgId,
      userId: actor.userId,
      role: actor.role,
      locationIds: actor.locationIds,
      capabilities: organization.capabilities,
      actingStaffId: actor.actingStaffId,
      ...(actor.kind === 'api-client' && { clientId: actor.clientId }),
      ...(actor.kind === 'kiosk' && { isKiosk: true, dashboardIds: actor.dashboardIds }),
    };
  }

  async function namedOrganization(asked: string | undefined): Promise<ActorOrganization> {
    if (asked === undefined || asked === '' || asked === 'myorg') {
      throw new Refusal('invalid', 'Choose an organization: orgId is required.', {
        details: [{ path: 'orgId', message: 'is required' }],
      });
    }
    const orgId = asked.toLowerCase();
    const found = isId(orgId)
      ? await organizations.recall(orgId, () => registry.system((tx) => findOrganization(tx, orgId)))
      : null;
    if (!found) throw notFound('The organization');
    return found;
  }

  return { authenticate, authenticateClient, authenticateKiosk, scopeFor, forget };
}

function ownOrganization(own: ActorOrganization, asked: string | undefined): ActorOrganization {
  if (asked !== undefined && asked !== '' && asked !== 'myorg' && asked.toLowerCase() !== own.orgId) {
    throw notFound('The organization');
  }
  return own;
}

/** Responses cached for less than a second, with one load for all concurrent callers. */
function createMemory<Value>() {
  const entries = new Map<string, { value: Promise<Value>; at: number }>();
  return {
    recall(key: string, load: () => Promise<Value>): Promise<Value> {
      const known = entries.get(key);
      if (known && performance.now() - known.at < trustedForMs) return known.value;
      if (entries.size >= maxEntries) entries.clear();
      const entry = { value: load(), at: performance.now() };
      entries.set(key, entry);
      entry.value.catch(() => entries.get(key) === entry && entries.delete(key));
      return entry.value;
    },
    clear: () => entries.clear(),
  };
}
