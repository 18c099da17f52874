import { type ClockShiftRecord, createClockShift } from '@atrium/contract/clock-shifts';
import {
  clockShiftProblems,
  readOffset,
  suggestedOffset,
  type WantedShift,
  writeOffset,
} from '@atrium/rules/clock-shift';
import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { instantOf } from '../../format/local-time.ts';
import { zoneName } from '../../format/zones.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Fields } from '../../ui/Fields.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import classes from './clock-shifts.module.css';
import { ShiftPreviewDialog } from './ShiftPreviewDialog.tsx';
import { texts } from './texts.ts';

const words = texts.dialog;

interface Props {
  sensor: { readonly sensorId: string; readonly orgId: string; readonly name: string };
  timezone: string;
  /** How many seconds its clock is behind; null while unknown. */
  skewSeconds: number | null;
  onClose: () => void;
}

type Values = { from: string; to: string; seconds: string; receivedBefore: string; reason: string };

/** Which readings are at the wrong time, and by how much; then what moving them would change. */
export function ShiftDialog({ sensor: { sensorId, orgId, name }, timezone, skewSeconds, onClose }: Props) {
  const create = useWrite(createClockShift, words.created);
  const [made, setMade] = useState<ClockShiftRecord>();
  const learned = skewSeconds === null ? 0 : suggestedOffset(skewSeconds);
  const wishOf = ({ from, to, seconds, receivedBefore, reason }: Values) => ({
    from: instantOf(timezone, from) ?? '',
    to: instantOf(timezone, to) ?? '',
    seconds: readOffset(seconds),
    receivedBefore: instantOf(timezone, receivedBefore) ?? null,
    reason: reason.trim(),
  });
  const { form, dialog } = useWriteForm<Values, ClockShiftRecord>({
    problems: (values) => problemsOf(wishOf(values)),
    initialValues: {
      from: '',
      to: '',
      seconds: learned === 0 ? '' : writeOffset(learned),
      receivedBefore: '',
      reason: '',
    },
    submit: (values) => {
      const { seconds = 0, ...wish } = wishOf(values);
      return create.mutateAsync({ params: { sensorId }, query: { orgId }, body: { ...wish, seconds } });
    },
    done: setMade,
  });
  if (made) return <ShiftPreviewDialog orgId={orgId} shift={made} onClose={onClose} />;
  return (
    <FormDialog title={words.title(name)} size="lg" submit={words.submit} onClose={onClose} {...dialog}>
      <Text>{words.text}</Text>
      <Fields>
        <TextInput type="datetime-local" label={words.from} required {...form.getInputProps('from')} />
        <TextInput type="datetime-local" label={words.to} required {...form.getInputProps('to')} />
      </Fields>
      <Quiet>{words.localTimes(zoneName(timezone))}</Quiet>
      <TextInput
        label={words.offset}
        description={words.offsetHelp}
        required
        maxLength={14}
        autoComplete="off"
        {...form.getInputProps('seconds')}
      />
      {learned !== 0 && (
        <Button
          className={classes['suggest'] ?? ''}
          variant="default"
          size="compact-sm"
          onClick={() => form.setFieldValue('seconds', writeOffset(learned))}
        >
          {words.suggest(writeOffset(learned))}
        </Button>
      )}
      <TextInput
        type="datetime-local"
        label={words.receivedBefore}
        description={words.receivedBeforeHelp}
        {...form.getInputProps('receivedBefore')}
      />
      <Textarea label={words.reason} required maxLength={500} autosize {...form.getInputProps('reason')} />
    </FormDialog>
  );
}

function problemsOf(wish: WantedShift) {
  return clockShiftProblems(wish, Date.now() / 1000);
}
