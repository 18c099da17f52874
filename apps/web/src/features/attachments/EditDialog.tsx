import type { Attachment } from '@atrium/contract/attachment';
import { attachmentCalls } from '@atrium/contract/attachments';
import { attachmentProblems, cleanFileName, defaultNotes } from '@atrium/rules/attachment';
import { Textarea, TextInput } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
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
  const problems = (value: Values) => {
    const after = { ...value, originalName: cleanFileName(value.originalName) };
    return attachmentProblems(file, after);
  };
  const { form, dialog } = useWriteForm<Values, unknown>({
    problems,
    initialValues: { originalName: file.originalName, notes: file.notes === defaultNotes ? '' : file.notes },
    submit: (values) =>
      change.mutateAsync({ ...request, params: { ...request.params, attachmentId: file.id }, body: values }),
    done: onClose,
  });
  return (
    <FormDialog title={texts.edit.title} onClose={onClose} {...dialog}>
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
