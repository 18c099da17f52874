import { organizationScope, roleIds } from '@atrium/contract/access';
import { assignRole, getUser, listUsers, unassignRole, type User } from '@atrium/contract/users';
import { mayEditRole, type RoleId } from '@atrium/rules/role-editing';
import { Button, Select, Title } from '@mantine/core';
import { useState } from 'react';
import { longDate, longTimestamp } from '../../format/dates.ts';
import { useScope } from '../../api/scope.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { roleLabel } from './person-state.ts';
import { texts } from './texts.ts';
import { useOrganizationRoles } from './use-roles.ts';
import classes from './users.module.css';

const words = texts.account;

export function AccountCard({ user }: { user: User }) {
  const facts: [string, string][] = [
    [words.email, user.email],
    [words.phone, user.phone ?? words.none],
    ...(user.organization ? [[words.organization, user.organization.name] satisfies [string, string]] : []),
    [words.signsIn, user.isSSOUser ? words.sso : words.password],
    [words.secondFactor, user.isSSOUser ? words.factorOfProvider : factorsInWords(user.secondFactors)],
    [words.created, longDate(user.createdAt)],
    [words.lastSeen, longTimestamp(user.lastSeenAt) || texts.never],
  ];
  return (
    <Card>
      <Title order={2} mb="md">
        {words.title}
      </Title>
      <Facts roomy>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </Facts>
      {user.scope === organizationScope ? <RoleForm key={user.roleId} user={user} /> : <StaffRole user={user} />}
    </Card>
  );
}

function factorsInWords(factors: User['secondFactors']): string {
  return factors.length === 0 ? words.none : factors.map((kind) => words.factors[kind]).join(', ');
}

/** Staff have no organization role, so there is nothing to save. */
function StaffRole({ user }: { user: User }) {
  return (
    <>
      <Facts roomy>
        <dt>{words.role}</dt>
        <dd>{roleLabel(user.roleId)}</dd>
      </Facts>
      <Quiet mt={2} mb="sm">
        {words.staffRole}
      </Quiet>
    </>
  );
}

const shown = [getUser, listUsers];

function RoleForm({ user }: { user: User }) {
  const { profile } = useScope();
  const roles = useOrganizationRoles().data ?? [];
  const [roleId, setRoleId] = useState(String(user.roleId));
  const assign = useWrite(assignRole, words.assigned, shown);
  const unassign = useWrite(unassignRole, words.unassigned, shown);
  const editor = roleIds[profile.roles[0] ?? 'OrganizationUser'] as RoleId;
  const editable = mayEditRole(editor, user.roleId as RoleId);
  const save = () => {
    const params = { userId: user.userId };
    if (Number(roleId) === roleIds.OrganizationUser) unassign.mutate({ params, body: { roleId: 2 } });
    else assign.mutate({ params, body: { roleId: 2 } });
  };
  return (
    <form
      className={classes['role']}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Select
        label={words.role}
        data={roles.map((role) => ({ value: String(role.roleId), label: role.label }))}
        value={roleId}
        allowDeselect={false}
        disabled={!editable}
        onChange={(value) => setRoleId(value ?? roleId)}
        {...(!editable && { description: words.roleFixed })}
      />
      <Button
        type="submit"
        loading={assign.isPending || unassign.isPending}
        disabled={!editable || roleId === String(user.roleId)}
      >
        {words.save}
      </Button>
    </form>
  );
}
