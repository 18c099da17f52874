import { type Address, createAddress, listAddresses, updateAddress } from '@atrium/contract/organizations';
import { namedProblems } from '@atrium/rules/contact';
import { countryName, countryNames } from '@atrium/rules/countries';
import { Autocomplete } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { changedFields } from '../../ui/changed-fields.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { fieldPlace, Fields } from '../../ui/Fields.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { texts } from './texts.ts';

interface Props {
  orgId: string;
  /** Absent for a new one. */
  address?: Address;
  onClose: () => void;
}

const fields = ['name', 'street', 'street2', 'city', 'state', 'postalCode', 'country'] as const;
type Values = Record<(typeof fields)[number], string>;

const problems = (value: Values) => namedProblems(value);

export function AddressDialog({ orgId, address, onClose }: Props) {
  const words = texts.addresses;
  const create = useWrite(createAddress, words.created, [listAddresses]);
  const update = useWrite(updateAddress, words.updated, [listAddresses]);
  const saved = valuesOf(address);
  const { form, dialog } = useWriteForm<Values, unknown>({
    problems,
    initialValues: saved,
    submit: (values) =>
      address
        ? update.mutateAsync({
            params: { orgId, orgAddressId: address.orgAddressId },
            body: changedFields(saved, values),
            seenVersion: address.version,
          })
        : create.mutateAsync({ params: { orgId }, body: changedFields({}, values) }),
    done: onClose,
  });
  return (
    <FormDialog title={address ? words.edit : words.add} onClose={onClose} {...dialog}>
      <Fields>
        {fields.map((field) => (
          <Autocomplete
            key={form.key(field)}
            data={field === 'country' ? countryNames : []}
            limit={20}
            label={words.fields[field]}
            autoComplete="off"
            {...(['name', 'street', 'street2'].includes(field) && { className: fieldPlace.wide })}
            {...(field === 'name' && { required: true, 'data-autofocus': true })}
            {...form.getInputProps(field)}
          />
        ))}
      </Fields>
    </FormDialog>
  );
}

/** In an edit, a country is offered by its display name. */
function valuesOf(address: Address | undefined): Values {
  const stored = Object.fromEntries(fields.map((field) => [field, address?.[field] ?? ''])) as Values;
  return { ...stored, country: countryName(stored.country) };
}
