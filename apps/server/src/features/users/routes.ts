import { organizationScope } from '@atrium/contract/access';
import { resetSecondFactor } from '@atrium/contract/second-factor';
import {
  allowAllLocations,
  assignLocations,
  assignRole,
  deleteUser,
  disableLogin,
  enableLogin,
  getUser,
  listLocationAssignments,
  listRoles,
  listUserEmails,
  listUserRoles,
  listUsers,
  resetLogin,
  sendUserPasswordReset,
  unassignLocations,
  unassignRole,
} from '@atrium/contract/users';
import { createIncludes } from '../../http/include.ts';
import type { Http } from '../../http/server.ts';
import type { Registry } from '../../registry/registry.ts';
import { createAccountControl, type OnRemoved } from './account-control.ts';
import type { ChangePerson } from './person-changes.ts';
import { userRelations } from './includes-store.ts';
import { createLocationLimits } from './location-limits.ts';
import { createPeople } from './people.ts';
import { allRoles, createRoles, roleOf } from './roles.ts';

const ok = { ok: true } as const;

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
  readonly changePerson: ChangePerson;
  readonly publicUrl: () => string;
  readonly hasMailServer: boolean;
  readonly onRemoved: OnRemoved;
}

export function bindUsers(http: Http, dependencies: Dependencies): void {
  const { registry, clock, changePerson } = dependencies;
  const includes = createIncludes(userRelations(registry));
  const people = createPeople(registry, clock);

  http.bind(listUsers, async ({ scope, query, reply }) => {
    const { rows, total } = await people.page(scope, query);
    for (const remark of await includes.add(scope, 'user', rows, query.include)) reply.message(remark);
    reply.total(total);
    return rows;
  });
  http.bind(getUser, async ({ scope, params, query, reply }) => {
    const user = await people.find(scope, params.userId);
    for (const remark of await includes.add(scope, 'user', [user], query.include)) reply.message(remark);
    return user;
  });
  http.bind(listUserEmails, ({ scope, query }) => {
    const asked = query.emails?.split(',').map((email) => email.trim().toLowerCase());
    return people.emails(scope, asked);
  });

  const accounts = createAccountControl(dependencies);
  http.bind(deleteUser, async ({ actor, scope, params }) => {
    await accounts.remove({ actor, scope }, params.userId);
    return ok;
  });
  http.bind(disableLogin, async ({ actor, scope, params }) => {
    await accounts.disable({ actor, scope }, params.userId);
    return people.find(scope, params.userId);
  });
  http.bind(enableLogin, async ({ actor, scope, params }) => {
    await accounts.enable({ actor, scope }, params.userId);
    return people.find(scope, params.userId);
  });
  http.bind(resetLogin, async ({ actor, scope, params }) => {
    await accounts.unlock({ actor, scope }, params.userId);
    return people.find(scope, params.userId);
  });
  http.bind(resetSecondFactor, async ({ actor, scope, params }) => {
    await accounts.resetSecondFactor({ actor, scope }, params.userId);
    return people.find(scope, params.userId);
  });
  http.bind(sendUserPasswordReset, async ({ actor, scope, params }) => ({
    ...ok,
    ...(await accounts.sendPasswordReset({ actor, scope }, params.userId)),
  }));

  const limits = createLocationLimits(registry, changePerson);
  http.bind(listLocationAssignments, ({ scope, params }) => limits.list(scope, params.userId));
  http.bind(assignLocations, ({ actor, scope, params, body }) =>
    limits.assign({ actor, scope }, params.userId, body.locationIds),
  );
  http.bind(unassignLocations, ({ actor, scope, params, body }) =>
    limits.unassign({ actor, scope }, params.userId, body.locationIds),
  );
  http.bind(allowAllLocations, async ({ actor, scope, params }) => {
    await limits.allowAll({ actor, scope }, params.userId);
    return { ok: true } as const;
  });

  const roles = createRoles(changePerson);
  http.bind(listRoles, ({ actor, query }) => {
    const reach = actor.organization ? organizationScope : query.scope && Number(query.scope);
    return allRoles.filter(({ scope }) => reach === undefined || scope === reach);
  });
  http.bind(listUserRoles, async ({ scope, params }) => [roleOf((await people.find(scope, params.userId)).roleId)]);
  http.bind(assignRole, async ({ actor, scope, params, body }) => [
    await roles.assign({ actor, scope }, params.userId, body.roleId),
  ]);
  http.bind(unassignRole, async ({ actor, scope, params, body }) => [
    await roles.unassign({ actor, scope }, params.userId, body.roleId),
  ]);
}
