import { type ApiClient, createApiClient, listApiClients, updateApiClient } from '@atrium/contract/api-clients';
import { apiClientProblems } from '@atrium/rules/api-client';
import { TextInput } from '@mantine/core';
import { UserSelect } from '../../analytics/pickers/UserSelect.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import type { Secret } from './SecretDialog.tsx';
import { texts } from './texts.ts';

interface Values extends Record<string, unknown> {
  name: string;
  userId: string | null;
}

interface Props {
  /** Absent for a new one. */
  client?: ApiClient | undefined;
  onClose: () => void;
  onCreated: (made: Secret) => void;
}

/** The name of a client and the user whose rights it has. */
export function ClientDialog({ client, onClose, onCreated }: Props) {
  const create = useWrite(createApiClient, texts.created, [listApiClients]);
  const update = useWrite(updateApiClient, texts.updated, [listApiClients]);
  const { form, dialog } = useWriteForm<Values, Partial<Secret>>({
    problems: ({ name, userId }) => apiClientProblems({ name: name.trim(), userId: userId ?? '' }),
    initialValues: { name: client?.name ?? '', userId: client?.localuser?.userId ?? null },
    submit: (body) =>
      client
        ? update.mutateAsync({ params: { clientId: client.clientId }, body, seenVersion: client.version })
        : create.mutateAsync({ body }),
    done: ({ clientId, clientSecret, name }) => {
      onClose();
      if (clientId && clientSecret && name !== undefined) onCreated({ clientId, clientSecret, name });
    },
  });
  return (
    <FormDialog
      title={client ? texts.edit : texts.add}
      {...(!client && { submit: texts.add })}
      onClose={onClose}
      {...dialog}
    >
      <TextInput
        label={texts.fields.name}
        description={texts.fields.nameHelp}
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <UserSelect
        label={texts.fields.user}
        description={texts.fields.userHelp}
        required
        chosen={client?.localuser ?? null}
        {...form.getInputProps('userId')}
      />
    </FormDialog>
  );
}
