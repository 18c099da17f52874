import type { DashboardTemplate } from '@atrium/contract/dashboard-templates';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { UserSelect } from '../../analytics/pickers/UserSelect.tsx';
import { type Recipient, useTemplate } from '../../analytics/templates/use-template.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { texts } from './texts.ts';

interface Props {
  template: DashboardTemplate;
  onClose: () => void;
}

/** For administrators and staff: a dashboard for someone of the organization. */
export function CreateForDialog({ template: { dashboardTemplateId, name }, onClose }: Props) {
  const [recipient, setRecipient] = useState<Recipient>();
  const [isAsked, setAsked] = useState(false);
  const { use, isPending } = useTemplate();
  const submit = () => {
    setAsked(true);
    // A refusal is said, and the dialog stays.
    if (recipient) void use(dashboardTemplateId, recipient).then(onClose, () => undefined);
  };
  return (
    <FormDialog
      title={texts.createForTitle(name)}
      submit={texts.createDashboard}
      submitting={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <Text>{texts.createForText}</Text>
      <UserSelect
        label={texts.person}
        required
        data-autofocus
        openOnFocus={false}
        chosen={null}
        value={recipient?.userId ?? null}
        error={isAsked && !recipient && texts.choosePerson}
        onChange={(userId, option) =>
          setRecipient(userId === null || !option ? undefined : { userId, name: option.label })
        }
      />
    </FormDialog>
  );
}
