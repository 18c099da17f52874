import { roleIds } from '@atrium/contract/access';
import {
  acceptTerms,
  cancelEmailChange,
  changePassword,
  confirmEmailChange,
  disableLoginDisclaimer,
  endOtherSessions,
  endOwnSession,
  getHomepage,
  getOwnRoles,
  listOwnSessions,
  resendEmailChange,
  setHomepage,
  updateProfile,
} from '@atrium/contract/account';
import { getTerms } from '@atrium/contract/product-info';
import { getProfile } from '@atrium/contract/profile';
import type { PersonActor } from '../../http/actor.ts';
import { createIncludes } from '../../http/include.ts';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import { sessionAnswer } from '../../http/session-answer.ts';
import { notFound } from '../../refusal.ts';
import { createEmailChanges } from './email-changes.ts';
import { createOwnAccount, type OwnAccountParts } from './own-account.ts';
import { createOwnSessions } from './own-sessions.ts';
import { findOwnOrganization, findPerson } from './store.ts';
import { termsOfService } from './terms-of-service.ts';
import { createTerms } from './terms.ts';

const ok = { ok: true } as const;

export function bindProfile(http: Http, parts: OwnAccountParts): void {
  const { registry, clock, forget } = parts;
  const includes = createIncludes<PersonActor>([
    {
      of: 'user',
      name: 'roleassignment',
      gives: 'roleassignment',
      load: async ({ userId, role }) => new Map([[userId, [{ roleId: roleIds[role], name: role }]]]),
    },
    {
      of: 'user',
      name: 'organization',
      key: 'org',
      gives: 'org',
      single: true,
      load: async ({ userId, organization }) => {
        if (!organization) return new Map();
        const own = await registry.tenant(organization, (tx) => findOwnOrganization(tx, organization.orgId));
        return new Map([[userId, own ? [own] : []]]);
      },
    },
  ]);

  const emailChanges = createEmailChanges(parts);
  const profileOf = async (actor: PersonActor) => {
    const { actingStaffId } = actor;
    const [person, staff] = await registry.system(async (tx) => [
      await findPerson(tx, actor.userId),
      actingStaffId === null ? undefined : await findPerson(tx, actingStaffId),
    ]);
    if (!person) throw notFound('Your account');
    const { version: _version, ...shown } = person;
    const actingStaff = staff ? { userId: staff.userId, name: staff.name, email: staff.email } : null;
    const pendingEmail = await emailChanges.pending(actor.userId);
    const { role, owesSecondFactor } = actor;
    const limitedToLocations = actor.locationIds !== 'all';
    return { ...shown, pendingEmail, roles: [role], limitedToLocations, owesSecondFactor, actingStaff };
  };

  http.bind(getProfile, async ({ actor, query, reply }) => {
    const profile = await profileOf(actor);
    for (const remark of await includes.add(actor, 'user', [profile], query.include)) reply.message(remark);
    return profile;
  });
  http.bind(getOwnRoles, ({ actor }) => [actor.role]);

  const account = createOwnAccount(parts, emailChanges);
  http.bind(updateProfile, async ({ actor, body, ...caller }) => {
    await account.update(actor, body, caller);
    return profileOf(actor);
  });
  http.bind(resendEmailChange, async ({ actor }) => {
    await emailChanges.resend(actor);
    return ok;
  });
  http.bind(cancelEmailChange, async ({ actor }) => {
    await emailChanges.cancel(actor);
    return ok;
  });
  const fewGuesses = createRateLimit({ most: 60, maxInAll: 1_200 });
  http.bind(confirmEmailChange, async ({ body, address }) => {
    fewGuesses(address);
    return { email: await emailChanges.confirm(body.emailKey) };
  });
  http.bind(changePassword, async ({ actor, body, reply, ...caller }) => {
    sessionAnswer(await account.changePassword(actor, body, caller), reply);
    return ok;
  });
  http.bind(getHomepage, async ({ actor }) => ({ homepage: (await profileOf(actor)).homepage }));
  http.bind(setHomepage, async ({ actor, body }) => ({ homepage: await account.setHomepage(actor, body.homepage) }));

  const sessions = createOwnSessions(registry, clock, forget);
  http.bind(listOwnSessions, ({ actor }) => sessions.list(actor));
  http.bind(endOwnSession, async ({ actor, params }) => {
    await sessions.end(actor, params.sessionId);
    return ok;
  });
  http.bind(endOtherSessions, async ({ actor }) => ({ ended: await sessions.endOthers(actor) }));

  const terms = createTerms(parts);
  http.bind(getTerms, () => ({ ...termsOfService, paragraphs: [...termsOfService.paragraphs] }));
  http.bind(acceptTerms, async ({ actor, body, address }) => {
    await terms.accept(actor, body.version, address);
    return ok;
  });
  http.bind(disableLoginDisclaimer, async ({ actor, params }) => {
    await terms.reject(actor, params.userId);
    return ok;
  });
}
