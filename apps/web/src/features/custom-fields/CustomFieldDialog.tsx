import {
  type CustomField,
  customFieldCalls,
  listFieldNames,
  listFieldValuesOfType,
} from '@atrium/contract/custom-fields';
import { customFieldProblems, trimField } from '@atrium/rules/custom-field';
import { Autocomplete, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { type FieldOwner, requestOf } from './owner.ts';
import { texts } from './texts.ts';

interface Props {
  owner: FieldOwner;
  /** Absent for a new one. */
  field?: CustomField;
  onClose: () => void;
}

type Values = Record<'name' | 'value', string>;

const problems = (value: Values) => customFieldProblems(trimField(value));

/** A new field, with suggested names and values; or a new value for an existing one. */
export function CustomFieldDialog({ owner, field, onClose }: Props) {
  const { list, create, update } = customFieldCalls[owner.type];
  const { params, query } = requestOf(owner);
  const shown = [list, listFieldNames, listFieldValuesOfType];
  const creation = useWrite(create, texts.created, shown);
  const change = useWrite(update, texts.updated, shown);
  const { form, dialog } = useWriteForm<Values, unknown>({
    problems,
    initialValues: { name: field?.name ?? '', value: field?.value ?? '' },
    submit: ({ name, value }) =>
      field
        ? change.mutateAsync({
            params: { ...params, metaPropertyId: field.metaPropertyId },
            query,
            body: { value },
            seenVersion: field.version,
          })
        : creation.mutateAsync({ params, query, body: { name, value } }),
    done: onClose,
  });
  const suggested = useSuggestions(owner, form.getValues().name, field === undefined);

  return (
    <FormDialog title={field ? texts.dialog.edit : texts.dialog.add} onClose={onClose} {...dialog}>
      {field ? (
        <TextInput label={texts.name} description={texts.nameFixed} value={field.name} readOnly />
      ) : (
        <Autocomplete
          label={texts.name}
          description={texts.nameHelp}
          required
          data-autofocus
          data={suggested.names}
          limit={20}
          {...form.getInputProps('name')}
        />
      )}
      {field && field.value.includes('\n') ? (
        <Textarea label={texts.value} required data-autofocus autosize maxRows={8} {...form.getInputProps('value')} />
      ) : (
        <Autocomplete
          label={texts.value}
          required
          {...(field && { 'data-autofocus': true })}
          data={suggested.values}
          limit={20}
          {...form.getInputProps('value')}
        />
      )}
    </FormDialog>
  );
}

function useSuggestions({ type, orgId }: FieldOwner, typed: string, wantsNames: boolean) {
  const [name] = useDebouncedValue(typed.trim(), 200);
  const query = { orgId };
  const names = useEndpoint(listFieldNames, { params: { type }, query }, { texts: texts.choices, enabled: wantsNames });
  const isName = name !== '' && name.length <= 100;
  const values = useEndpoint(
    listFieldValuesOfType,
    { params: { name, type }, query },
    { texts: texts.values, enabled: isName },
  );
  return { names: names.data ?? [], values: (isName && values.data) || [] };
}
