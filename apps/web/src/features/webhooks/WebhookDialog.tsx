import {
  createWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
  type WebhookWithSecret,
} from '@atrium/contract/webhooks';
import { webhookProblems } from '@atrium/rules/webhook';
import { TextInput } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { texts } from './texts.ts';

interface Props {
  /** Absent for a new one. */
  webhook?: Webhook | undefined;
  onClose: () => void;
  onCreated: (made: WebhookWithSecret) => void;
}

/** The address of a webhook. The server knows which hosts may be called without TLS. */
export function WebhookDialog({ webhook, onClose, onCreated }: Props) {
  const create = useWrite(createWebhook, texts.created, [listWebhooks]);
  const update = useWrite(updateWebhook, texts.updated, [listWebhooks]);
  const { form, dialog } = useWriteForm<{ url: string }, Webhook | WebhookWithSecret>({
    problems: ({ url }) => webhookProblems(url.trim(), () => true),
    initialValues: { url: webhook?.url ?? '' },
    submit: (body) =>
      webhook
        ? update.mutateAsync({ params: { webhookId: webhook.webhookId }, body, seenVersion: webhook.version })
        : create.mutateAsync({ body }),
    done: (made) => {
      onClose();
      if ('secret' in made) onCreated(made);
    },
  });
  return (
    <FormDialog
      title={webhook ? texts.edit : texts.add}
      {...(!webhook && { submit: texts.add })}
      onClose={onClose}
      {...dialog}
    >
      <TextInput
        label={texts.fields.url}
        description={texts.fields.urlHelp}
        type="url"
        required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Quiet>{texts.signature}</Quiet>
    </FormDialog>
  );
}
