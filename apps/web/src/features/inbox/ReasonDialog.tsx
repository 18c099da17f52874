import type { discardQuarantined, waivePackageGap } from '@atrium/contract/inbox';
import type { Endpoint } from '@atrium/contract/endpoint';
import { reasonProblems } from '@atrium/rules/inbox';
import { Text, Textarea } from '@mantine/core';
import type { RequestOf } from '../../api/client.ts';
import type { WriteTexts } from '../../api/query-client.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { texts } from './texts.ts';

type Call = typeof discardQuarantined | typeof waivePackageGap;

interface Props<E extends Call> {
  title: string;
  text: string;
  submit: string;
  danger?: true;
  call: E;
  request: Omit<RequestOf<E>, 'body'>;
  texts: WriteTexts;
  changes: readonly Endpoint[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks for the reason of something that is recorded with it. */
export function ReasonDialog<E extends Call>({ title, text, submit, danger, ...props }: Props<E>) {
  const write = useWrite(props.call, props.texts, props.changes);
  const { form, dialog } = useWriteForm<{ reason: string }, unknown>({
    problems: ({ reason }) => reasonProblems(reason.trim()),
    initialValues: { reason: '' },
    submit: ({ reason }) =>
      write.mutateAsync({ ...props.request, body: { reason: reason.trim() } } as unknown as RequestOf<E>),
    done: () => {
      props.onClose();
      props.onDone();
    },
  });
  return (
    <FormDialog title={title} submit={submit} {...(danger && { danger })} onClose={props.onClose} {...dialog}>
      <Text>{text}</Text>
      <Textarea label={texts.quarantine.reason} autosize minRows={2} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
