import {
  type AlarmConfig,
  getAlarmConfig,
  listAlarmConfigs,
  listAlarmStates,
  updateAlarmConfig,
} from '@atrium/contract/alarms';
import { alarmSettingTexts } from '@atrium/rules/alarm-settings';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { instantOf, localOf } from '../../format/local-time.ts';
import { viewerTimezone, zoneName } from '../../format/zones.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Fields } from '../../ui/Fields.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { upcoming } from './alarm-values.ts';
import { texts } from './texts.ts';

type Values = { from: string; to: string };
const words = texts.maintenance;

/** A new time in which the messages of an alarm wait. */
export function MaintenanceDialog({ alarm, onClose }: { alarm: AlarmConfig; onClose: () => void }) {
  const update = useWrite(updateAlarmConfig, texts.updated, [listAlarmConfigs, getAlarmConfig, listAlarmStates]);
  const [initialValues] = useState((): Values => {
    const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
    return { from: localOf(viewerTimezone, hour), to: localOf(viewerTimezone, hour + 2 * 3_600_000) };
  });
  const windowOf = ({ from, to }: Values) => ({
    from: instantOf(viewerTimezone, from) ?? '',
    to: instantOf(viewerTimezone, to) ?? '',
  });
  const { form, dialog } = useWriteForm<Values, unknown>({
    problems: (values) => {
      const { from, to } = windowOf(values);
      const isFine = Date.parse(to) > Date.parse(from);
      return isFine ? [] : [{ path: 'to', message: alarmSettingTexts.maintenance }];
    },
    initialValues,
    submit: (values) => {
      const maintenance = [...upcoming(alarm, Date.now()), windowOf(values)];
      const { alarmConfigId, version } = alarm;
      const body = { config: { config: { maintenance } } };
      return update.mutateAsync({ params: { alarmConfigId }, body, seenVersion: version });
    },
    done: onClose,
  });
  return (
    <FormDialog title={words.add} submit={words.add} onClose={onClose} {...dialog}>
      <Quiet>{words.text}</Quiet>
      <Fields>
        <TextInput type="datetime-local" label={words.from} required {...form.getInputProps('from')} />
        <TextInput type="datetime-local" label={words.to} required {...form.getInputProps('to')} />
      </Fields>
      <Quiet>{words.localTimes(zoneName(viewerTimezone))}</Quiet>
    </FormDialog>
  );
}
