import type { QueryOf } from '@atrium/contract/endpoint';
import type { listUsers, User } from '@atrium/contract/users';
import { accountLockState } from '@atrium/rules/lockout';
import type { FactorKind } from '@atrium/rules/second-factor';
import { secondFactorAccount } from '../../accounts/lockout-store.ts';
import { notFound } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import type { AnyScope, Scope } from '../../scope.ts';
import { factorsOf } from '../../accounts/second-factor-store.ts';
import { roleOf } from './roles.ts';
import { addressBook, failuresOf, findPerson, type Person, personPage } from './store.ts';

/** Reads people within the scope of the call, or everywhere for staff who named no organization. */
export interface People {
  page(scope: AnyScope, query: QueryOf<typeof listUsers>): Promise<{ rows: User[]; total: number }>;
  find(scope: AnyScope, userId: string): Promise<User>;
  /** The addresses of everyone, or the people with these addresses. */
  emails(scope: Scope, emails: string[] | undefined): Promise<{ userId: string; email: string; name: string }[]>;
}

export function createPeople(registry: Registry, clock: () => Date): People {
  /** Failed sign-ins are counted across organizations, so they are queried only by these addresses. */
  async function described(people: readonly Person[]): Promise<User[]> {
    const accounts = people.map(({ email }) => email.toLowerCase());
    if (people.length === 0) return [];
    const [failures, factors] = await registry.system(async (tx) => [
      await failuresOf(tx, [...accounts, ...accounts.map(secondFactorAccount)]),
      await factorsOf(
        tx,
        people.map(({ userId }) => userId),
      ),
    ]);
    return people.map((person, index) => {
      const own = [accounts[index]!, secondFactorAccount(accounts[index]!)];
      const counts = failures.filter(({ account }) => own.includes(account));
      return describe(person, accountLockState(counts, clock()), factors.get(person.userId) ?? []);
    });
  }

  return {
    async page(scope, query) {
      const { rows, total } = await registry.within(scope, (tx) => personPage(tx, scope, query));
      return { rows: await described(rows), total };
    },

    async find(scope, userId) {
      const person = await registry.within(scope, (tx) => findPerson(tx, scope, userId));
      const [user] = await described(person ? [person] : []);
      if (!user) throw notFound('The user');
      return user;
    },

    emails: (scope, emails) => registry.tenant(scope, (tx) => addressBook(tx, scope, emails)),
  };
}

function describe(
  person: Person,
  standing: { failures: number; lockedUntil: Date | null },
  secondFactors: FactorKind[],
): User {
  const { organizationName: _name, version: _version, ...shown } = person;
  const { roleId, name } = roleOf(person.roleId);
  return {
    ...shown,
    userName: person.email,
    secondFactors,
    roles: [{ roleId, name }],
    expiration: person.expiration?.toISOString() ?? null,
    lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
    createdAt: person.createdAt.toISOString(),
    failedLoginCounter: standing.failures,
    lockedUntil: standing.lockedUntil?.toISOString() ?? null,
  };
}
