import { roleIds } from '@atrium/contract/access';
import { getProfile } from '@atrium/contract/profile';
import type { Actor } from '../../http/actor.ts';
import { createIncludes } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import { notFound } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import { findOwnOrganization, findPerson } from './store.ts';

export function bindProfile(http: Http, registry: Registry): void {
  const includes = createIncludes<Actor>([
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

  http.bind(getProfile, async ({ actor, query, reply }) => {
    const person = await registry.system((tx) => findPerson(tx, actor.userId));
    if (!person) throw notFound('Your account');
    const profile = { ...person, roles: [actor.role] };
    for (const remark of await includes.add(actor, 'user', [profile], query.include)) reply.message(remark);
    return profile;
  });
}
