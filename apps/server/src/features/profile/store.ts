import { capabilities } from '@atrium/contract/access';
import type { Profile } from '@atrium/contract/profile';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser } from '../../registry/schema/people.ts';

type Person = Pick<Profile, 'userId' | 'userName' | 'name' | 'email' | 'orgId' | 'scope' | 'timezone' | 'homepage'>;

export async function findPerson({ sql: db }: Transaction, userId: string): Promise<Person | undefined> {
  const [row] = await db
    .select({
      userId: localUser.userId,
      userName: localUser.email,
      name: localUser.name,
      email: localUser.email,
      orgId: localUser.orgId,
      scope: localUser.scope,
      timezone: localUser.timezone,
      homepage: localUser.homepage,
    })
    .from(localUser)
    .where(eq(localUser.userId, userId));
  return row;
}

/** What members may know of their organization: its name, its end and what it may use. */
export async function findOwnOrganization(
  { sql: db }: Transaction,
  orgId: string,
): Promise<NonNullable<Profile['org']> | undefined> {
  const { name, isEnabled, subExpiration, headroomExpiration, isHeadroomLite } = organization;
  const flags = Object.fromEntries(capabilities.map((flag) => [flag, organization[flag]])) as Pick<
    typeof organization,
    (typeof capabilities)[number]
  >;
  const [row] = await db
    .select({
      orgId: organization.orgId,
      name,
      isEnabled,
      subExpiration,
      headroomExpiration,
      isHeadroomLite,
      sftpPublicKey: organization.sftpPublicKey,
      ...flags,
    })
    .from(organization)
    .where(eq(organization.orgId, orgId));
  return row;
}
