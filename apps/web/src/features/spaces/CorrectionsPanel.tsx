import { getSpaceDrift } from '@atrium/contract/space-drift';
import { getSpace, type Space, updateSpace } from '@atrium/contract/spaces';
import { Button, Group, Switch, TextInput } from '@mantine/core';
import { IconHistory, IconPencil } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { useRowForm } from '../../forms/use-row-form.ts';
import { Card } from '../../ui/Card.tsx';
import { DraftActions } from '../../ui/DraftActions.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { type CorrectionForm, correctionFormOf, correctionFormProblems, correctionsOf } from './correction-values.ts';
import { PastDialog } from './PastDialog.tsx';
import classes from './spaces.module.css';
import { texts } from './texts.ts';

const words = texts.corrections;
const switches = ['endOfDay', 'acf', 'weekdayHours'] as const;

interface Props {
  space: Space;
  timezone: string;
  mayEdit: boolean;
}

/** Which corrections a space uses against drift. */
export function CorrectionsPanel({ space, timezone, mayEdit }: Props) {
  const heading = useId();
  const [shown, setShown] = useState<'form' | 'past'>();
  const close = () => setShown(undefined);
  const actions = mayEdit && shown !== 'form' && (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setShown('past')}>
        {texts.past.open}
      </Button>
      <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setShown('form')}>
        {words.change}
      </Button>
    </Group>
  );
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={actions} />
      {shown === 'form' ? <CorrectionsForm space={space} onClose={close} /> : <InForce space={space} />}
      {shown === 'past' && <PastDialog part="settings" space={space} timezone={timezone} onClose={close} />}
    </Card>
  );
}

function InForce({ space: { corrections } }: { space: Space }) {
  const { maxStayMinutes } = corrections;
  return (
    <Rows aria-label={words.heading}>
      {switches.map((name) => (
        <li key={name} className={classes['row']}>
          <span>{words.names[name]}</span>
          <span className={classes['rowFacts']}>{corrections[name] ? words.on : words.off}</span>
        </li>
      ))}
      <li className={classes['row']}>
        <span>{words.maxStay}</span>
        <span className={classes['rowFacts']}>
          {maxStayMinutes === null ? words.noLimit : words.minutes(maxStayMinutes)}
        </span>
      </li>
    </Rows>
  );
}

function CorrectionsForm({ space, onClose }: { space: Space; onClose: () => void }) {
  const update = useWrite(updateSpace, texts.spaces.updated, [getSpace, getSpaceDrift]);
  const { form, onSubmit, submitting, failure } = useRowForm<Space, CorrectionForm>({
    row: space,
    valuesOf: (row = space) => correctionFormOf(row.corrections),
    problems: correctionFormProblems,
    submit: (values, { spaceId, version } = space) => {
      const body = { corrections: correctionsOf(values) };
      return update.mutateAsync({ params: { spaceId }, body, seenVersion: version });
    },
    onSaved: onClose,
    fieldNames: { 'corrections.maxStayMinutes': 'maxStayMinutes' },
  });
  return (
    <form className={classes['draft']} noValidate onSubmit={onSubmit} aria-label={words.heading}>
      <FormFailure message={failure} />
      {switches.map((name) => (
        <Switch
          key={name}
          label={words.names[name]}
          description={words.help[name]}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
      <TextInput
        label={words.maxStay}
        description={words.maxStayHelp}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('maxStayMinutes')}
      />
      <DraftActions draft={undefined} submitting={submitting} onCancel={onClose} />
    </form>
  );
}
