import { getLocation } from '@atrium/contract/locations';
import { getOrganization } from '@atrium/contract/organizations';
import { createSpace, getSpace, listSpaces, type Space, updateSpace } from '@atrium/contract/spaces';
import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { explainFailure } from '../../api/explain-failure.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { useForm } from '../../ui/use-form.ts';
import { formOf, spaceChanges, type SpaceForm, spaceSchema } from './space-values.ts';
import classes from './spaces.module.css';
import { texts } from './texts.ts';

const words = texts.fields;

/** Everything that shows a space. */
const spaceShownIn = [getLocation, listSpaces, getSpace];

interface Props {
  orgId: string;
  locationId: string;
  /** Absent for a new one. */
  space?: Space;
  onClose: () => void;
  onSaved?: (space: Space) => void;
}

export function SpaceDialog({ orgId, locationId, space, onClose, onSaved }: Props) {
  const organization = useEndpoint(getOrganization, { params: { orgId } }, {});
  const create = useWrite(createSpace, texts.spaces.created, spaceShownIn);
  const update = useWrite(updateSpace, texts.spaces.updated, spaceShownIn);
  const [saved] = useState(() => formOf(space));
  const { form, onSubmit, submitting, failure, mayLeave } = useForm<SpaceForm, Space>({
    schema: spaceSchema,
    initialValues: saved,
    submit: (values) => {
      const body = spaceChanges(saved, values);
      return space
        ? update.mutateAsync({ params: { spaceId: space.spaceId }, body, seenVersion: space.version })
        : create.mutateAsync({ body: { ...body, locationId } });
    },
    done: (made) => {
      onClose();
      onSaved?.(made);
    },
    explain: (error) => explainFailure(error, texts.noAnswer),
  });
  return (
    <FormDialog
      title={space ? texts.spaces.edit : texts.spaces.add}
      submit={uiTexts.save}
      submitting={submitting}
      failure={failure}
      onClose={onClose}
      mayLeave={mayLeave}
      onSubmit={onSubmit}
    >
      <TextInput
        label={words.name}
        required
        data-autofocus
        autoComplete="off"
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <div className={classes['pair']}>
        <TextInput
          label={words.maxCapacity}
          inputMode="numeric"
          autoComplete="off"
          key={form.key('maxCapacity')}
          {...form.getInputProps('maxCapacity')}
        />
        <TextInput
          label={words.targetOccupancy}
          description={words.targetHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="off"
          key={form.key('targetOccupancy')}
          {...form.getInputProps('targetOccupancy')}
        />
      </div>
      {organization.data?.headroomEnabled && (
        <Switch
          label={words.isHeadroom}
          key={form.key('isHeadroom')}
          {...form.getInputProps('isHeadroom', { type: 'checkbox' })}
        />
      )}
      <Switch
        label={words.disabled}
        key={form.key('disabled')}
        {...form.getInputProps('disabled', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
