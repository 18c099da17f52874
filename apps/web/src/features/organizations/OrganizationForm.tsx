import {
  createOrganization,
  getOrganization,
  listOrganizations,
  operatingScopes,
  type Organization,
  organizationTypes,
  searchOrganizations,
  updateOrganization,
} from '@atrium/contract/organizations';
import { getIndustryTypes } from '@atrium/contract/reference';
import { namedProblems } from '@atrium/rules/contact';
import { Autocomplete, Select, Switch, TextInput, Title } from '@mantine/core';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { Cards } from '../../ui/Cards.tsx';
import { fieldPlace, Fields } from '../../ui/Fields.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { useRowForm } from '../../forms/use-row-form.ts';
import { CapabilitySwitches } from './CapabilitySwitches.tsx';
import {
  changesBetween,
  creationOf,
  newOrganization,
  type OrganizationValues,
  valuesOf,
} from './organization-values.ts';
import classes from './organizations.module.css';
import { texts } from './texts.ts';

interface Props {
  /** Absent for a new one. */
  organization?: Organization;
  onCreated?: (orgId: string) => void;
}

const problems = (value: OrganizationValues) => namedProblems(value);

const shown = [getOrganization, listOrganizations, searchOrganizations];

/** The fields and switches of an organization. Staff change them, its administrators can only read them. */
export function OrganizationForm({ organization, onCreated }: Props) {
  const { isStaff } = useScope();
  const industries = useEndpoint(getIndustryTypes, {}, { texts: texts.industries });
  const create = useWrite(createOrganization, texts.created, shown);
  const update = useWrite(updateOrganization, texts.updated, shown);
  const { form, onSubmit, submitting, failure, isDirty } = useRowForm<Organization, OrganizationValues>({
    row: organization,
    valuesOf: (row) => (row ? valuesOf(row) : newOrganization),
    problems,
    focusFirst: !organization,
    submit: (values, opened) =>
      opened
        ? update.mutateAsync({
            params: { orgId: opened.orgId },
            body: changesBetween(valuesOf(opened), values),
            seenVersion: opened.version,
          })
        : create.mutateAsync({ body: creationOf(values) }),
    onCreated: ({ orgId }) => onCreated?.(orgId),
  });
  const text = (field: 'name' | 'industryType' | 'site' | 'accountingId' | 'accountRepId') => ({
    label: texts.fields[field],
    readOnly: !isStaff,
    ...form.getInputProps(field),
  });
  const date = (field: 'subExpiration' | 'headroomExpiration') => ({
    label: texts.fields[field],
    description: texts.subscriptionHelp,
    readOnly: !isStaff,
    ...form.getInputProps(field),
  });
  const choice = (field: 'organizationType' | 'operatingScope', values: readonly string[]) => ({
    label: texts.fields[field],
    placeholder: texts.notSet,
    data: values.map((value) => ({ value, label: sentence(value) })),
    clearable: isStaff,
    readOnly: !isStaff,
    ...form.getInputProps(field),
    value: form.getValues()[field] || null,
    onChange: (value: string | null) => form.setFieldValue(field, value ?? ''),
  });

  return (
    <form onSubmit={onSubmit} noValidate>
      <FormFailure message={failure} />
      <Cards>
        <Card>
          <Title order={2}>{texts.sections.general}</Title>
          {!isStaff && <Quiet mt={2}>{texts.readOnly}</Quiet>}
          <div className={classes['below']}>
            <Fields>
              <TextInput {...text('name')} required className={fieldPlace.wide} />
              <Select {...choice('organizationType', organizationTypes)} />
              <Autocomplete {...text('industryType')} data={industries.data ?? []} />
              <Select {...choice('operatingScope', operatingScopes)} />
              <TextInput {...text('site')} inputMode="url" />
              {isStaff && <TextInput {...text('accountingId')} />}
              {isStaff && <TextInput {...text('accountRepId')} />}
            </Fields>
          </div>
        </Card>
        <Card>
          <Title order={2}>{texts.sections.subscription}</Title>
          <div className={classes['below']}>
            <Fields>
              <TextInput type="date" {...date('subExpiration')} />
              <TextInput type="date" {...date('headroomExpiration')} />
              <Switch
                className={fieldPlace.wide}
                label={texts.flags.isEnabled}
                disabled={!isStaff}
                {...form.getInputProps('isEnabled', { type: 'checkbox' })}
              />
            </Fields>
          </div>
        </Card>
        <Card className={classes['wide'] ?? ''}>
          <Title order={2}>{texts.sections.capabilities}</Title>
          <Quiet mt={2}>{texts.capabilitiesText}</Quiet>
          <CapabilitySwitches
            chosen={form.getValues()}
            readOnly={!isStaff}
            onChange={(flag, on) => form.setFieldValue(flag, on)}
          />
        </Card>
      </Cards>
      <SaveBar shown={isStaff && (!organization || isDirty)} submitting={submitting} onDiscard={() => form.reset()} />
    </form>
  );
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
