import { describedAs, titleProblems } from '@atrium/rules/dashboard';
import { Textarea, TextInput } from '@mantine/core';
import { useWriteForm } from '../../../forms/use-write-form.ts';
import { FormDialog } from '../../../ui/dialogs/FormDialog.tsx';
import { Fields } from '../../../ui/Fields.tsx';
import { texts } from '../texts.ts';

interface Titled {
  readonly name: string;
  readonly description: string | null;
}

interface Props extends Titled {
  onSave: (changed: Titled) => void;
  onClose: () => void;
}

export function RenameDialog({ name, description, onSave, onClose }: Props) {
  const { form, dialog } = useWriteForm({
    problems: titleProblems,
    initialValues: { name, description: description ?? '' },
    submit: (values) => {
      onSave({ name: values.name.trim(), description: describedAs(values.description) });
      return Promise.resolve();
    },
    done: onClose,
  });
  return (
    <FormDialog title={texts.renameDialog.title} onClose={onClose} {...dialog}>
      <Fields>
        <TextInput label={texts.renameDialog.name} {...form.getInputProps('name')} />
        <Textarea
          label={texts.renameDialog.description}
          description={texts.renameDialog.descriptionHelp}
          autosize
          minRows={2}
          {...form.getInputProps('description')}
        />
      </Fields>
    </FormDialog>
  );
}
