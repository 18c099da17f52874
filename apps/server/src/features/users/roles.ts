import { organizationScope, roleIds, roleLabels, roles as roleNames, systemScope } from '@atrium/contract/access';
import type { UserRole } from '@atrium/contract/users';
import { mayEditRole, type RoleId } from '@atrium/rules/role-editing';
import { Refusal } from '../../refusal.ts';
import { refuseLast } from './account-control.ts';
import type { ChangePerson, Requester, PersonChange } from './person-changes.ts';
import { savePerson } from './store.ts';

export const allRoles: readonly UserRole[] = roleNames.map((name) => ({
  roleId: roleIds[name],
  name,
  label: roleLabels[name],
  scope: name === 'SenSourceUser' ? systemScope : organizationScope,
}));

export function roleOf(roleId: number): UserRole {
  const role = allRoles.find((known) => known.roleId === roleId);
  if (!role) throw new Error(`The role ${roleId} does not exist.`);
  return role;
}

/** Everyone has exactly one role. Assigning one replaces it, removing one leaves an ordinary user. */
export interface Roles {
  assign(requester: Requester, userId: string, roleId: RoleId): Promise<UserRole>;
  unassign(requester: Requester, userId: string, roleId: RoleId): Promise<UserRole>;
}

export function createRoles(changePerson: ChangePerson): Roles {
  return {
    assign: (requester, userId, roleId) =>
      changePerson(requester, userId, (change) => changeRole(change, requester, roleId)),

    unassign: (requester, userId, roleId) =>
      changePerson(requester, userId, async (change) => {
        const { person } = change;
        if (person.roleId !== roleId) {
          throw new Refusal('conflict', `${person.name} does not have the role ${roleOf(roleId).label}.`);
        }
        if (roleId === roleIds.OrganizationUser) {
          throw new Refusal('conflict', `${person.name} has no other role. Delete the user instead.`);
        }
        return changeRole(change, requester, roleIds.OrganizationUser as RoleId);
      }),
  };
}

async function changeRole(change: PersonChange, requester: Requester, roleId: RoleId): Promise<UserRole> {
  const { tx, person, now, record } = change;
  if (!mayEditRole(roleIds[requester.actor.role] as RoleId, person.roleId as RoleId)) {
    throw new Refusal('forbidden', `You may not change the role of ${person.name}.`);
  }
  if (person.roleId === roleId) return roleOf(roleId);
  await refuseLast(change);
  await savePerson(tx, person, { roleId }, now);
  await record('user-role-changed', { from: roleOf(person.roleId).name, to: roleOf(roleId).name });
  return roleOf(roleId);
}
