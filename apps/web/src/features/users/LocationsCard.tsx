import { roleIds } from '@atrium/contract/access';
import { listLocations } from '@atrium/contract/locations';
import {
  allowAllLocations,
  assignLocations,
  getUser,
  listLocationAssignments,
  listUsers,
  unassignLocations,
  type User,
} from '@atrium/contract/users';
import { ActionIcon, Button, Skeleton, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEndpoint, useList, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { askChoice } from '../../ui/dialogs/ask.ts';
import { toastUndo } from '../../ui/toast-undo.ts';
import { texts } from './texts.ts';
import classes from './users.module.css';

const words = texts.limits;
const shown = [listLocationAssignments, getUser, listUsers];

/** The locations someone is limited to, and the choice to let them see all. */
export function LocationsCard({ user, orgId }: { user: User; orgId: string }) {
  const params = { userId: user.userId };
  const assigned = useEndpoint(listLocationAssignments, { params }, { texts: texts.locations });
  const all = useList(listLocations, { query: { orgId, limit: 1000, order: 'name' } }, { texts: texts.locations });
  const assign = useWrite(assignLocations, words.assigned, shown);
  const unassign = useWrite(unassignLocations, words.unassigned, shown);
  const unassignQuietly = useWrite(unassignLocations, words.quietly, shown);
  const allow = useWrite(allowAllLocations, words.allowed, shown);
  const chosen = assigned.data?.map(({ locationId }) => locationId) ?? [];

  const choose = async () => {
    const next = await askChoice({
      title: words.choose,
      body: words.chooseText,
      options: (all.data?.rows ?? []).map(({ locationId, name, city }) => ({
        value: locationId,
        label: name,
        ...(city && { note: city }),
      })),
      chosen,
      confirm: words.confirm,
    });
    if (next === undefined) return;
    const added = next.filter((id) => !chosen.includes(id));
    const removed = chosen.filter((id) => !next.includes(id));
    const isLast = next.length === 0 && removed.length > 0 && user.roleId === roleIds.OrganizationUser;
    if (isLast && !(await confirm(words.last(user.name)))) return;
    if (added.length > 0) await assign.mutateAsync({ params, body: { locationIds: added } });
    if (removed.length > 0) await unassign.mutateAsync({ params, body: { locationIds: removed } });
  };
  const removeWithUndo = async (locationId: string, name: string) => {
    const isLast = chosen.length === 1 && user.roleId === roleIds.OrganizationUser;
    if (isLast && !(await confirm(words.last(user.name)))) return;
    const body = { locationIds: [locationId] };
    await unassignQuietly.mutateAsync({ params, body });
    toastUndo(words.title, words.unassignedText(name), () => assign.mutate({ params, body }));
  };

  const allowAll = async () => {
    if (await confirm(words.widen(user.name))) await allow.mutateAsync({ params });
  };

  return (
    <Card>
      <div className={classes['head']}>
        <Title order={2}>{words.title}</Title>
        {user.limitedToLocations && (
          <Button variant="default" size="xs" onClick={() => void allowAll().catch(() => undefined)}>
            {words.allowAll}
          </Button>
        )}
        <Button
          variant="default"
          size="xs"
          disabled={!all.data || !assigned.data}
          onClick={() => void choose().catch(() => undefined)}
        >
          {words.choose}
        </Button>
      </div>
      {assigned.data ? (
        <>
          <Quiet mt={2} mb="sm">
            {textFor(user, assigned.data.length)}
          </Quiet>
          <ul className={classes['locations']} aria-label={words.title}>
            {assigned.data.map(({ locationId, name }) => (
              <li key={locationId}>
                {name}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={words.remove(name)}
                  onClick={() => void removeWithUndo(locationId, name).catch(() => undefined)}
                >
                  <IconX size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <Skeleton height={60} mt="sm" />
      )}
    </Card>
  );
}

function textFor({ roleId, limitedToLocations }: User, count: number): string {
  if (!limitedToLocations) return words.all;
  if (roleId === roleIds.OrganizationUser && count === 0) return words.none;
  return roleId === roleIds.OrganizationUser ? words.some : words.administrator;
}
