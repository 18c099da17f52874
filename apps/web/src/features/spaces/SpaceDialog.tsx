import { getLocation } from '@atrium/contract/locations';
import { getOrganization } from '@atrium/contract/organizations';
import { createSpace, getSpace, listSpaces, type Space, updateSpace } from '@atrium/contract/spaces';
import { Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { formOf, spaceChanges, type SpaceForm, formProblems } from './space-values.ts';
import classes from './spaces.module.css';
import { texts } from './texts.ts';

const words = texts.fields;

/** All queries that show a space. */
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
  const { form, dialog } = useWriteForm<SpaceForm, Space>({
    problems: formProblems,
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
  });
  return (
    <FormDialog title={space ? texts.spaces.edit : texts.spaces.add} onClose={onClose} {...dialog}>
      <TextInput label={words.name} required data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <div className={classes['pair']}>
        <TextInput
          label={words.maxCapacity}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('maxCapacity')}
        />
        <TextInput
          label={words.targetOccupancy}
          description={words.targetHelp}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('targetOccupancy')}
        />
      </div>
      {organization.data?.headroomEnabled && (
        <Switch label={words.isHeadroom} {...form.getInputProps('isHeadroom', { type: 'checkbox' })} />
      )}
      <Switch
        label={words.countsTowardLocation}
        description={words.countsTowardHelp}
        {...form.getInputProps('countsTowardLocation', { type: 'checkbox' })}
      />
      <Switch label={words.disabled} {...form.getInputProps('disabled', { type: 'checkbox' })} />
    </FormDialog>
  );
}
