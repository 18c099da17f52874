import {
  type AlarmConfigWithIncludes,
  createAlarmConfig,
  getAlarmConfig,
  listAlarmConfigs,
  listAlarmStates,
  updateAlarmConfig,
} from '@atrium/contract/alarms';
import { alarmables, type AlarmTypeId } from '@atrium/rules/alarm-settings';
import { NumberInput, Select, Switch, TagsInput } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { fieldPlace, Fields } from '../../ui/Fields.tsx';
import {
  alarmValues,
  type AlarmValues,
  asksToClose,
  bodyOf,
  fieldNames,
  isByPercent,
  kindOf,
  problemsOf,
  switched,
} from './alarm-values.ts';
import { entityOf } from './alarm-columns.ts';
import { EntitySelect } from './EntitySelect.tsx';
import { texts } from './texts.ts';
import type { AlarmWords } from './use-alarm-words.ts';

interface Props {
  /** Absent for a new one. */
  alarm?: AlarmConfigWithIncludes | undefined;
  words: AlarmWords;
  onClose: () => void;
}

/** What an alarm watches, when it fires, and whom it tells. */
export function AlarmDialog({ alarm, words, onClose }: Props) {
  const changed = [listAlarmConfigs, getAlarmConfig, listAlarmStates];
  const create = useWrite(createAlarmConfig, texts.created, changed);
  const update = useWrite(updateAlarmConfig, texts.updated, changed);
  const { form, dialog } = useWriteForm<AlarmValues, unknown>({
    problems: problemsOf,
    initialValues: alarmValues(alarm),
    fieldNames,
    submit: (values) => {
      const body = bodyOf(values);
      if (!alarm) return create.mutateAsync({ body });
      const query = asksToClose(alarm, values) ? { shouldCloseOpenAlarmStates: 'true' as const } : {};
      const { alarmConfigId, version } = alarm;
      return update.mutateAsync({ params: { alarmConfigId }, query, body, seenVersion: version });
    },
    done: onClose,
  });
  const { values } = form;
  const { alarmTypeId, triggerTypeId } = kindOf(values);
  const alarmable = alarmables[alarmTypeId as AlarmTypeId];
  const people = (field: 'triggerThreshold' | 'dangerLevel', label: string) => (
    <NumberInput label={label} min={1} allowDecimal={false} {...form.getInputProps(field)} />
  );
  const isTarget = alarmTypeId === 1 && triggerTypeId === 2;
  const limits: Readonly<Record<number, string>> = texts.fields.triggerThreshold;
  const limitLabel = alarmTypeId === 1 && !isTarget ? undefined : limits[alarmTypeId];
  const isPercent = isByPercent({ alarmTypeId, triggerTypeId });
  return (
    <FormDialog
      title={alarm ? texts.edit : texts.add}
      size="lg"
      {...(!alarm && { submit: texts.add })}
      onClose={onClose}
      {...dialog}
    >
      <Fields>
        <Select
          label={texts.fields.type}
          allowDeselect={false}
          data={words.types.map(({ id, label }) => ({ value: String(id), label }))}
          {...form.getInputProps('alarmTypeId')}
          onChange={(value) => form.setValues({ ...switched(alarm, Number(value ?? '1'), '1'), alarmableId: null })}
        />
        <EntitySelect
          key={alarmable}
          alarmable={alarmable}
          chosenName={alarm && alarm.alarmableId === values.alarmableId ? entityOf(alarm) : undefined}
          {...form.getInputProps('alarmableId')}
        />
        <Select
          label={texts.fields.trigger}
          allowDeselect={false}
          data={words.triggersOf(alarmTypeId).map(({ id, label }) => ({ value: String(id), label }))}
          {...form.getInputProps('triggerTypeId')}
          onChange={(value) => form.setValues(switched(alarm, alarmTypeId, value ?? '1'))}
        />
        {limitLabel !== undefined && people('triggerThreshold', limitLabel)}
        {alarmTypeId === 3 && people('dangerLevel', texts.fields.dangerLevel)}
        {isPercent ? (
          <NumberInput
            label={texts.fields.triggerPercent}
            min={1}
            allowDecimal={false}
            suffix="%"
            {...form.getInputProps('triggerPercent')}
          />
        ) : (
          <NumberInput
            label={texts.fields.triggerBuffer}
            description={texts.fields.triggerBufferHelp}
            min={0}
            allowDecimal={false}
            {...form.getInputProps('triggerBuffer')}
          />
        )}
        <NumberInput
          label={texts.fields.triggerDelay}
          description={texts.fields.triggerDelayHelp}
          min={0}
          allowDecimal={false}
          {...form.getInputProps('triggerDelay')}
        />
        <NumberInput
          label={texts.fields.clearThreshold}
          description={texts.fields.clearThresholdHelp}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('clearThreshold')}
        />
        <NumberInput
          label={texts.fields.noDataAfter}
          description={texts.fields.noDataAfterHelp}
          min={300}
          allowDecimal={false}
          {...form.getInputProps('noDataAfter')}
        />
        <Switch
          className={fieldPlace.wide}
          label={texts.fields.resolve}
          description={texts.fields.resolveHelp}
          {...form.getInputProps('resolve', { type: 'checkbox' })}
        />
        <Switch
          className={fieldPlace.wide}
          label={texts.fields.renotify}
          {...form.getInputProps('renotify', { type: 'checkbox' })}
        />
        {values.renotify && (
          <NumberInput
            label={texts.fields.renotifyDelay}
            min={60}
            allowDecimal={false}
            {...form.getInputProps('renotifyDelay')}
          />
        )}
        <Switch
          className={fieldPlace.wide}
          label={texts.fields.quietWhenClosed}
          description={texts.fields.quietWhenClosedHelp}
          {...form.getInputProps('quietWhenClosed', { type: 'checkbox' })}
        />
        <TagsInput
          className={fieldPlace.wide}
          label={texts.fields.email}
          description={texts.fields.emailHelp}
          acceptValueOnBlur
          splitChars={[',', ' ', ';']}
          inputMode="email"
          {...form.getInputProps('email')}
        />
        <TagsInput
          className={fieldPlace.wide}
          label={texts.fields.sms}
          description={texts.fields.smsHelp}
          acceptValueOnBlur
          splitChars={[',', ';']}
          inputMode="tel"
          {...form.getInputProps('sms')}
        />
      </Fields>
    </FormDialog>
  );
}
