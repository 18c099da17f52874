import { getOpeningHours } from '@atrium/contract/opening-hours';
import { type Dates, type Exception, exceptionProblems, exceptionTypes, extendedHours } from '@atrium/rules/schedule';
import { Select, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { callsOf, type ExceptionOwner, idOf, paramsOf, type ShownException } from './exception-owner.ts';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

interface Props {
  owner: ExceptionOwner;
  /** The other exceptions of the same scope. */
  others: readonly Dates[];
  /** Absent for a new one. */
  exception?: ShownException;
  onClose: () => void;
}

const modes = ['closed', 'hours', 'usual'] as const;
type Mode = (typeof modes)[number];
type Values = Record<'description' | 'startDate' | 'endDate' | 'openTime' | 'closeTime', string> & {
  type: number;
  mode: Mode;
};

export function ExceptionDialog({ owner, others, exception, onClose }: Props) {
  const words = texts.exceptions;
  const calls = callsOf(owner);
  const params = paramsOf(owner);
  const shown = [calls.list, getOpeningHours];
  const create = useWrite(calls.create, words.created, shown);
  const update = useWrite(calls.update, words.updated, shown);
  const { form, dialog } = useWriteForm<Values, unknown>({
    problems: (value) => {
      const timezone = owner.scope === 'location' ? owner.timezone : undefined;
      return exceptionProblems(settled(value), others, timezone);
    },
    initialValues: initialValues(exception),
    submit: (values) =>
      exception
        ? update.mutateAsync({
            params: { ...params, exceptionId: idOf(exception) },
            body: settled(values),
            seenVersion: exception.version,
          })
        : create.mutateAsync({ params, body: settled(values) }),
    done: onClose,
  });
  const { type, mode } = form.getValues();
  const isExtended = type === extendedHours;
  return (
    <FormDialog title={exception ? words.edit : words.add} onClose={onClose} {...dialog}>
      <TextInput label={words.description} required data-autofocus {...form.getInputProps('description')} />
      <Select
        label={words.type}
        allowDeselect={false}
        data={exceptionTypes.map((label, value) => ({ value: String(value), label }))}
        value={String(type)}
        onChange={(value) => form.setFieldValue('type', Number(value))}
      />
      <div className={classes['pair']}>
        <TextInput type="date" label={words.startDate} required {...form.getInputProps('startDate')} />
        <TextInput type="date" label={words.endDate} description={words.endHelp} {...form.getInputProps('endDate')} />
      </div>
      {isExtended ? (
        <Text size="sm" c="dimmed">
          {words.extended}
        </Text>
      ) : (
        <SegmentedControl
          aria-label={words.mode}
          fullWidth
          data={modes.map((value) => ({ value, label: words.modes[value] }))}
          value={mode}
          onChange={(value) => form.setFieldValue('mode', modes.find((known) => known === value) ?? 'closed')}
        />
      )}
      {(isExtended || mode === 'hours') && (
        <div className={classes['pair']}>
          <TextInput type="time" label={words.openTime} required {...form.getInputProps('openTime')} />
          <TextInput type="time" label={words.closeTime} required {...form.getInputProps('closeTime')} />
        </div>
      )}
    </FormDialog>
  );
}

function initialValues(exception: ShownException | undefined): Values {
  const { type = 0, description = '', startDate = '', endDate = '' } = exception ?? {};
  const { closed = true, openTime = null, closeTime = null } = exception ?? {};
  const mode = closed ? 'closed' : openTime === null ? 'usual' : 'hours';
  return { description, type, startDate, endDate, mode, openTime: openTime ?? '', closeTime: closeTime ?? '' };
}

/** The values to send. Without a last day it is one day; times are sent where they are shown. */
function settled({ mode, openTime, closeTime, ...values }: Values): Exception {
  const isTimed = values.type === extendedHours || mode === 'hours';
  return {
    ...values,
    endDate: values.endDate || values.startDate,
    closed: !isTimed && mode === 'closed',
    openTime: isTimed ? openTime || null : null,
    closeTime: isTimed ? closeTime || null : null,
  };
}
