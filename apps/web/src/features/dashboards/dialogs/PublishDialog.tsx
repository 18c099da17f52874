import { type Dashboard, getDashboard, publishDashboard } from '@atrium/contract/dashboards';
import { getSidebar } from '@atrium/contract/sidebar';
import { dashboardTexts } from '@atrium/rules/dashboard';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../../api/use-endpoint.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { texts } from '../texts.ts';
import { PeopleSelect } from './PeopleSelect.tsx';

interface Props {
  dashboard: Pick<Dashboard, 'dashboardId' | 'isPublished' | 'isPublic' | 'publishedToUsers'>;
  onClose: () => void;
}

export function PublishDialog({ dashboard, onClose }: Props) {
  const { dashboardId, isPublished, isPublic, publishedToUsers } = dashboard;
  const [isForAll, setForAll] = useState(isPublic || !isPublished);
  const [chosen, setChosen] = useState<readonly string[]>(publishedToUsers);
  const [isAsked, setAsked] = useState(false);
  const publish = useWrite(publishDashboard, texts.published, [getDashboard, getSidebar]);
  const isNobody = !isForAll && chosen.length === 0;
  const submit = () => {
    setAsked(true);
    if (isNobody) return;
    const body = isForAll ? { isPublic: true } : { isPublic: false, publishedToUsers: [...chosen] };
    publish.mutate({ params: { dashboardId }, body }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={texts.publishDialog.title}
      submit={texts.publishDialog.submit}
      submitting={publish.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Radio.Group
        label={texts.publishDialog.who}
        value={isForAll ? 'everyone' : 'chosen'}
        onChange={(value) => setForAll(value === 'everyone')}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="everyone" label={texts.publishDialog.everyone} />
          <Radio value="chosen" label={texts.publishDialog.chosen} />
        </Stack>
      </Radio.Group>
      {!isForAll && (
        <PeopleSelect
          dashboardId={dashboardId}
          value={chosen}
          error={isAsked && isNobody ? dashboardTexts.nobody : undefined}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  );
}
