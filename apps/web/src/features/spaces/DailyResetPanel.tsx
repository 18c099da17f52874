import { getSpace, type Space, updateSpace } from '@atrium/contract/spaces';
import { ActionIcon, Button, SegmentedControl, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { count } from '../../format/numbers.ts';
import { zoneName } from '../../format/zones.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DraftActions } from '../../ui/DraftActions.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useRowForm } from '../../forms/use-row-form.ts';
import { useNow } from '../../ui/use-now.ts';
import { bodyOf, type DailyForm, dailyProblems, differs, formOf, defaultTime } from './daily-reset.ts';
import classes from './spaces.module.css';
import { texts } from './texts.ts';

const words = texts.daily;

interface Props {
  space: Space;
  timezone: string;
  mayEdit: boolean;
}

/** Whether, when and to which value the occupancy of a space is reset every day. */
export function DailyResetPanel({ space, timezone, mayEdit }: Props) {
  const heading = useId();
  const [editing, setEditing] = useState(false);
  const now = useNow(60_000);
  const change = mayEdit && !editing && (
    <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
      {words.change}
    </Button>
  );
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={change} />
      {editing ? (
        <DailyResetForm space={space} timezone={timezone} onClose={() => setEditing(false)} />
      ) : (
        <InForce form={formOf(space, timezone, new Date(now))} />
      )}
    </Card>
  );
}

function InForce({ form: { resetDaily, mode, resetTimes } }: { form: DailyForm }) {
  if (!resetDaily) return <Quiet>{words.off}</Quiet>;
  if (mode === 'hours') return <Quiet>{words.hours}</Quiet>;
  return (
    <Rows aria-label={words.times}>
      {resetTimes.map(({ time, value }) => (
        <li key={time} className={classes['row']}>
          <span>{time}</span>
          <span className={classes['rowFacts']}>{texts.resets.people(count(Number(value)), value === '1')}</span>
        </li>
      ))}
    </Rows>
  );
}

function DailyResetForm({ space, timezone, onClose }: { space: Space; timezone: string; onClose: () => void }) {
  const update = useWrite(updateSpace, texts.spaces.updated, [getSpace]);
  const shownAs = (row = space) => formOf(row, timezone, new Date());
  const { form, onSubmit, submitting, failure } = useRowForm<Space, DailyForm>({
    row: space,
    valuesOf: shownAs,
    problems: dailyProblems,
    submit: async (values, opened = space) => {
      if (!differs(shownAs(opened), values)) return opened;
      if (!(await confirm(words.recalculation))) return undefined;
      const body = bodyOf(values, timezone, new Date());
      return update.mutateAsync({ params: { spaceId: opened.spaceId }, body, seenVersion: opened.version });
    },
    onSaved: onClose,
  });
  const { resetDaily, mode, resetTimes } = form.getValues();
  /** The list never starts empty. */
  const choose = (chosen: Partial<Pick<DailyForm, 'resetDaily' | 'mode'>>) =>
    form.setValues({ ...chosen, ...(resetTimes.length === 0 && { resetTimes: defaultTime(timezone, new Date()) }) });
  return (
    <form className={classes['draft']} noValidate onSubmit={onSubmit} aria-label={words.form}>
      <FormFailure message={failure} />
      <Switch
        label={words.resetDaily}
        checked={resetDaily}
        onChange={({ currentTarget: { checked } }) => choose({ resetDaily: checked })}
      />
      {resetDaily && (
        <SegmentedControl
          aria-label={words.how}
          data={[
            { value: 'times', label: words.modes.times },
            { value: 'hours', label: words.modes.hours },
          ]}
          value={mode}
          onChange={(value) => choose({ mode: value === 'hours' ? 'hours' : 'times' })}
        />
      )}
      {resetDaily && mode === 'times' && <Times form={form} timezone={timezone} />}
      <DraftActions draft={undefined} submitting={submitting} onCancel={onClose} />
    </form>
  );
}

function Times({ form, timezone }: { form: UseFormReturnType<DailyForm>; timezone: string }) {
  const { resetTimes } = form.getValues();
  return (
    <fieldset className={classes['times']}>
      <legend>{words.times}</legend>
      <Quiet>{words.help(zoneName(timezone))}</Quiet>
      <FormFailure message={typeof form.errors['resetTimes'] === 'string' ? form.errors['resetTimes'] : null} />
      {resetTimes.map((_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its place: times change while they are written
        <div key={index} className={classes['timeRow']}>
          <TextInput
            type="time"
            label={words.time}
            aria-label={words.timeOf(index + 1)}
            {...form.getInputProps(`resetTimes.${index}.time`)}
          />
          <TextInput
            label={words.value}
            aria-label={words.valueOf(index + 1)}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps(`resetTimes.${index}.value`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={words.remove(index + 1)}
            onClick={() => form.removeListItem('resetTimes', index)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => form.insertListItem('resetTimes', { time: '', value: '0' })}
      >
        {words.add}
      </Button>
    </fieldset>
  );
}
