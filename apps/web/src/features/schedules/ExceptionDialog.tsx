import { getOpeningHours } from '@atrium/contract/schedules';
import { type Dates, type Exception, exceptionProblems, exceptionTypes, extendedHours } from '@atrium/rules/schedule';
import { Select, SegmentedControl, Text, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { explainFailure } from '../../api/explain-failure.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { useForm } from '../../ui/use-form.ts';
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
  const { form, onSubmit, submitting, failure, mayLeave } = useForm<Values, unknown>({
    schema: z.custom<Values>().check(({ value, issues }) => {
      const timezone = owner.scope === 'location' ? owner.timezone : undefined;
      for (const { path, message } of exceptionProblems(settled(value), others, timezone))
        issues.push({ code: 'custom', message, path: [path], input: value });
    }),
    controlled: true,
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
    explain: (error) => explainFailure(error, texts.noAnswer),
  });
  const { type, mode } = form.getValues();
  const isExtended = type === extendedHours;
  return (
    <FormDialog
      title={exception ? words.edit : words.add}
      submit={uiTexts.save}
      submitting={submitting}
      failure={failure}
      onClose={onClose}
      mayLeave={mayLeave}
      onSubmit={onSubmit}
    >
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
        <TextInput
          type="date"
          label={words.endDate}
          description={words.endHelp}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('endDate')}
        />
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

/** As it is sent. Without a last day it is one day; times are sent where they are shown. */
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
