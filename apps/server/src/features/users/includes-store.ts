import { eq, inArray } from 'drizzle-orm';
import type { Relation } from '../../http/include.ts';
import type { Registry } from '../../registry/registry.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser } from '../../registry/schema/people.ts';
import type { AnyScope } from '../../scope.ts';

export function userRelations(registry: Registry): Relation<AnyScope>[] {
  return [
    {
      of: 'user',
      name: 'organization',
      gives: 'org',
      single: true,
      load: async (scope, userIds) => {
        const { userId } = localUser;
        const { orgId, name } = organization;
        const rows = await registry.within(scope, ({ sql: db }) =>
          db
            .select({ userId, row: { orgId, name } })
            .from(localUser)
            .innerJoin(organization, eq(organization.orgId, localUser.orgId))
            .where(inArray(userId, [...userIds])),
        );
        return new Map(rows.map((found) => [found.userId, [found.row]]));
      },
    },
  ];
}
