import {
  type Dashboard,
  getDashboard,
  listDashboardPeople,
  shareDashboard,
  unshareDashboard,
} from '@atrium/contract/dashboards';
import { ActionIcon, Checkbox, Skeleton, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useList, useWrite } from '../../../api/use-endpoint.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { ErrorState } from '../../../ui/Notice.tsx';
import { texts } from '../texts.ts';
import classes from './dialogs.module.css';
import { askedAtOnce, inParts } from './people-parts.ts';
import { PeopleSelect } from './PeopleSelect.tsx';

interface Props {
  dashboard: Pick<Dashboard, 'dashboardId' | 'sharedWith'>;
  onClose: () => void;
}

export function ShareDialog({ dashboard: { dashboardId, sharedWith }, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isCleared, setCleared] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const share = useWrite(shareDashboard, texts.shared, [getDashboard]);
  const submit = () => {
    const [userId] = chosen;
    setAsked(true);
    if (userId === undefined) return;
    const body = { dashboardId, userId: [...chosen] };
    const query = isCleared ? { clearFilterState: 'true' as const } : {};
    share.mutate({ params: { dashboardId, userId }, query, body }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={texts.shareDialog.title}
      submit={texts.shareDialog.submit}
      submitting={share.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text>{texts.shareDialog.text}</Text>
      <PeopleSelect
        dashboardId={dashboardId}
        without={sharedWith}
        value={chosen}
        error={isAsked && chosen.length === 0 ? texts.shareDialog.choose : undefined}
        onChange={setChosen}
      />
      <Checkbox
        label={texts.shareDialog.clear}
        description={texts.shareDialog.clearHelp}
        checked={isCleared}
        onChange={(event) => setCleared(event.currentTarget.checked)}
      />
      {sharedWith.length > 0 && (
        <section aria-label={texts.shareDialog.with}>
          <Text fw={500}>{texts.shareDialog.with}</Text>
          <ul className={classes['people']}>
            {inParts(sharedWith).map((userIds, part) => (
              <Recipients key={part} dashboardId={dashboardId} userIds={userIds} />
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  );
}

function Recipients({ dashboardId, userIds }: { dashboardId: string; userIds: readonly string[] }) {
  const unshare = useWrite(unshareDashboard, texts.unshared, [getDashboard]);
  const request = { params: { dashboardId }, query: { limit: askedAtOnce, userIds: userIds.join() } };
  const people = useList(listDashboardPeople, request, { texts: texts.people, fresh: 60_000, keep: true });
  if (!people.data)
    return (
      <li>
        {people.error ? (
          <ErrorState message={people.error.message} onRetry={() => void people.refetch()} />
        ) : (
          <Skeleton height={28} />
        )}
      </li>
    );
  const names = new Map(people.data.rows.map(({ userId, name }) => [userId, name]));
  return userIds.map((userId) => {
    const name = names.get(userId) ?? texts.shareDialog.unknownPerson;
    return (
      <li key={userId}>
        {name}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.shareDialog.stop(name)}
          onClick={() => unshare.mutate({ params: { dashboardId, userId } })}
        >
          <IconX size={16} />
        </ActionIcon>
      </li>
    );
  });
}
