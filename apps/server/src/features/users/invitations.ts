import type { BodyOf, QueryOf } from '@atrium/contract/endpoint';
import type { Invitation, invite, listInvitations, SentInvitation } from '@atrium/contract/invitations';
import { inviteRoles } from '@atrium/rules/role-editing';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { queueMail } from '../../outbox/outbox.ts';
import { invitationLink, invitationMail } from '../../outbox/templates/invitation-mail.ts';
import { notFound, Refusal } from '../../refusal.ts';
import { type Registry, type Transaction, violatedConstraint } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { hashToken, newToken } from '../../accounts/secrets.ts';
import type { OnRemoved } from './account-control.ts';
import type { ChangePerson, Requester } from './person-changes.ts';
import {
  addInvitation,
  expiredBefore,
  findInvitingOrganization,
  findInvitation,
  invitationPage,
  markExpired,
  newestInvitation,
  peopleIn,
  personWith,
  renew,
  withdraw,
} from './invitation-store.ts';
import { addAssignments, knownLocations } from './location-store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const validDays = 7;
/** How long an expired invitation can still be renewed; then its address is free again. */
const renewableDays = 30;

export interface Invitations {
  page(scope: Scope, query: QueryOf<typeof listInvitations>): Promise<{ rows: Invitation[]; total: number }>;
  invite(scope: Scope, wanted: BodyOf<typeof invite>): Promise<SentInvitation>;
  cancel(requester: Requester, orgId: string, invitationId: string): Promise<Invitation>;
  /** Returns all invitations of the organization, with this one renewed. */
  renew(requester: Requester, userId: string): Promise<SentInvitation[]>;
  /** Marks expired invitations, and deletes old ones; call it regularly. */
  expire(): Promise<void>;
}

export function createInvitations({
  registry,
  clock,
  changePerson,
  publicUrl,
  hasMailServer,
  onRemoved,
}: {
  registry: Registry;
  clock: () => Date;
  changePerson: ChangePerson;
  publicUrl: () => string;
  /** Without a mail server no email is sent, so the reply contains the link, once. */
  hasMailServer: boolean;
  onRemoved: OnRemoved;
}): Invitations {
  async function send(tx: Transaction, orgId: string, sent: Sent, now: Date): Promise<{ link?: string }> {
    const host = await findInvitingOrganization(tx, orgId);
    if (!host) throw notFound('The organization');
    const { email, token, expiration } = sent;
    const { usesSingleSignOn } = host;
    const link = invitationLink({ publicUrl: publicUrl(), email, token, usesSingleSignOn });
    const mail = invitationMail({ organizationName: host.name, email, expiration, link });
    await queueMail(tx, { ...mail, orgId, to: email }, now);
    return hasMailServer ? {} : { link };
  }

  return {
    page: (scope, query) => registry.tenant(scope, (tx) => invitationPage(tx, scope.orgId, query, clock())),

    invite: (scope, { inviteeEmail: email, inviteRole: roleId, locationIds }) =>
      registry.tenant(scope, async (tx) => {
        const { orgId } = scope;
        const now = clock();
        if (!inviteRoles(await peopleIn(tx, orgId)).includes(roleId)) {
          const message = 'The first person of an organization must be its administrator.';
          throw new Refusal('invalid', message, { details: [{ path: 'inviteRole', message }] });
        }
        await refuseKnown(tx, orgId, email);
        const asked = [...new Set(locationIds.map((id) => id.toLowerCase()))];
        if ((await knownLocations(tx, orgId, asked)).length < asked.length) throw notFound('A location');
        const expiration = expirationFrom(now);
        const token = newToken();
        const invited = { orgId, email, roleId, expiration, now, invitedBy: scope.userId };
        const ids = await orInUse(addInvitation(tx, { ...invited, tokenHash: hashToken(token) }), email);
        await addAssignments(tx, { orgId, userId: ids.userId }, asked);
        const link = await send(tx, orgId, { email, expiration, token }, now);
        await recordAudit(tx, {
          ...doneBy(scope),
          orgId,
          at: now,
          action: 'user-invited',
          entityType: 'user',
          entityId: ids.userId,
          detail: { name: email, email, inviteRole: roleId, locationIds: asked },
        });
        return { ...existing(await newestInvitation(tx, ids.userId, now)), ...link };
      }),

    async cancel(requester, orgId, invitationId) {
      const found = existing(
        await registry.tenant({ orgId }, (tx) => findInvitation(tx, { orgId, invitationId }, clock())),
      );
      if (found.status === 'Canceled') return found;
      if (found.status === 'Registered' || found.status === 'Deleted') throw settledAlready(found);
      return changePerson(requester, found.userId, async ({ tx, person, now, record }) => {
        if (!person.expiration) throw settledAlready({ ...found, status: 'Registered' });
        await withdraw(tx, [found], 'Canceled', now);
        await onRemoved(tx, found.userId, requester.actor, now);
        await record('invitation-canceled');
        return { ...found, status: 'Canceled' };
      });
    },

    renew: (requester, userId) =>
      changePerson(requester, userId, async ({ tx, person, now, record }) => {
        if (!person.expiration || person.orgId === null) {
          throw new Refusal('conflict', `${person.name} has already registered.`);
        }
        const { invitationId } = existing(await newestInvitation(tx, userId, now));
        const expiration = expirationFrom(now);
        const token = newToken();
        await renew(tx, { invitationId, userId }, { until: expiration, tokenHash: hashToken(token) }, now);
        const link = await send(tx, person.orgId, { email: person.email, expiration, token }, now);
        await record('invitation-renewed');
        const { rows } = await invitationPage(tx, person.orgId, { limit: 1_000, offset: 0 }, now);
        return rows.map((row) => (row.invitationId === invitationId ? { ...row, ...link } : row));
      }),

    async expire() {
      const now = clock();
      await registry.system(async (tx) => {
        await markExpired(tx, now);
        const forgotten = await expiredBefore(tx, new Date(now.getTime() - renewableDays * dayMs));
        await withdraw(tx, forgotten, 'Deleted', now);
        for (const { userId } of forgotten) await onRemoved(tx, userId, null, now);
      });
    },
  };
}

function expirationFrom(now: Date): Date {
  return new Date(now.getTime() + validDays * dayMs);
}

interface Sent {
  readonly email: string;
  readonly token: string;
  readonly expiration: Date;
}

function settledAlready({ inviteeEmail, status }: Invitation): Refusal {
  return new Refusal('conflict', `The invitation of ${inviteeEmail} is already ${status.toLowerCase()}.`);
}

function existing(found: Invitation | undefined): Invitation {
  if (!found) throw notFound('The invitation');
  return found;
}

async function refuseKnown(tx: Transaction, orgId: string, email: string): Promise<void> {
  const known = await personWith(tx, orgId, email);
  if (!known) return;
  throw inUse(
    known.expiration
      ? `${email} is already invited. Renew the invitation instead.`
      : `${email} already belongs to this organization.`,
  );
}

/** An address that belongs to another organization is only reported as taken. */
async function orInUse<T>(adding: Promise<T>, email: string): Promise<T> {
  try {
    return await adding;
  } catch (error) {
    if (violatedConstraint(error) === 'local_user_email') throw inUse(`${email} is already in use.`);
    throw error;
  }
}

function inUse(message: string): Refusal {
  return new Refusal('conflict', message, { details: [{ path: 'inviteeEmail', message }] });
}
