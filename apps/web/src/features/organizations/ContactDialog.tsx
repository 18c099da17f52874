import { type Contact, createContact, listContacts, updateContact } from '@atrium/contract/organizations';
import { contactProblems } from '@atrium/rules/contact';
import { Textarea, TextInput } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { changedFields } from '../../ui/changed-fields.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { texts } from './texts.ts';

interface Props {
  orgId: string;
  /** Absent for a new one. */
  contact?: Contact;
  onClose: () => void;
}

type Values = Record<'name' | 'position' | 'phone' | 'email' | 'type' | 'notes', string>;

const problems = (value: Values) => {
  const settled = { ...value, email: value.email.trim() };
  return contactProblems(settled);
};

export function ContactDialog({ orgId, contact, onClose }: Props) {
  const words = texts.contacts;
  const create = useWrite(createContact, words.created, [listContacts]);
  const update = useWrite(updateContact, words.updated, [listContacts]);
  const saved: Values = {
    name: contact?.name ?? '',
    position: contact?.position ?? '',
    phone: contact?.phone ?? '',
    email: contact?.email ?? '',
    type: contact?.type ?? '',
    notes: contact?.notes ?? '',
  };
  const { form, dialog } = useWriteForm<Values, unknown>({
    problems,
    initialValues: saved,
    submit: (values) =>
      contact
        ? update.mutateAsync({
            params: { orgId, orgContactId: contact.orgContactId },
            body: changedFields(saved, values),
            seenVersion: contact.version,
          })
        : create.mutateAsync({ params: { orgId }, body: changedFields({}, values) }),
    done: onClose,
  });
  const field = (name: keyof Values) => ({ label: words.fields[name], ...form.getInputProps(name) });
  return (
    <FormDialog title={contact ? words.edit : words.add} onClose={onClose} {...dialog}>
      <TextInput {...field('name')} required data-autofocus />
      <TextInput {...field('position')} />
      <PhoneField
        label={words.fields.phone}
        initial={saved.phone}
        required
        error={form.errors['phone']}
        onChange={(text) => form.setFieldValue('phone', text)}
      />
      <TextInput {...field('email')} type="email" required />
      <TextInput {...field('type')} />
      <Textarea {...field('notes')} autosize minRows={2} maxRows={8} />
    </FormDialog>
  );
}
