import { type Attachment, attachmentCalls } from '@atrium/contract/attachments';
import { attachmentProblems, cleanFileName, defaultNotes } from '@atrium/rules/attachment';
import { Textarea, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { explainFailure } from '../../api/explain-failure.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { useForm } from '../../ui/use-form.ts';
import { type FileOwner, requestOf } from './owner.ts';
import { texts } from './texts.ts';

interface Props {
  owner: FileOwner;
  file: Attachment;
  onClose: () => void;
}

type Values = Record<'originalName' | 'notes', string>;

export function EditDialog({ owner, file, onClose }: Props) {
  const { list, update } = attachmentCalls[owner.type];
  const request = requestOf(owner);
  const change = useWrite(update, texts.updated, [list]);
  const schema = z.custom<Values>().check(({ value, issues }) => {
    const after = { ...value, originalName: cleanFileName(value.originalName) };
    for (const { path, message } of attachmentProblems(file, after))
      issues.push({ code: 'custom', message, path: [path], input: value });
  });
  const { form, onSubmit, submitting, failure, mayLeave } = useForm<Values, unknown>({
    schema,
    controlled: true,
    initialValues: { originalName: file.originalName, notes: file.notes === defaultNotes ? '' : file.notes },
    submit: (values) =>
      change.mutateAsync({ ...request, params: { ...request.params, attachmentId: file.id }, body: values }),
    done: onClose,
    explain: (error) => explainFailure(error, texts.noAnswer),
  });
  return (
    <FormDialog
      title={texts.edit.title}
      submit={uiTexts.save}
      submitting={submitting}
      failure={failure}
      onClose={onClose}
      mayLeave={mayLeave}
      onSubmit={onSubmit}
    >
      <TextInput
        label={texts.edit.name}
        description={texts.edit.nameHelp}
        required
        data-autofocus
        {...form.getInputProps('originalName')}
      />
      <Textarea
        label={texts.edit.notes}
        placeholder={defaultNotes}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('notes')}
      />
    </FormDialog>
  );
}
