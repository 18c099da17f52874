import type { AlarmConfig } from '@atrium/contract/alarms';
import {
  alarmables,
  alarmKindProblems,
  alarmProblems,
  type AlarmSettings,
  type AlarmTypeId,
  closesOpenStates,
  defaultAlarmSettings,
  defaultRenotifyDelay,
  maxRecipients,
  normalizedSettings,
  recipientProblems,
} from '@atrium/rules/alarm-settings';
import type { Problem } from '@atrium/rules/problem';
import { texts } from './texts.ts';

/** An input of a number holds an empty text while it has none. */
type Written = number | string;

export interface AlarmValues extends Record<string, unknown> {
  alarmTypeId: string;
  alarmableId: string | null;
  triggerTypeId: string;
  triggerThreshold: Written;
  dangerLevel: Written;
  triggerPercent: Written;
  triggerBuffer: Written;
  triggerDelay: Written;
  renotify: boolean;
  renotifyDelay: Written;
  resolve: boolean;
  clearThreshold: Written;
  noDataAfter: Written;
  quietWhenClosed: boolean;
  email: string[];
  sms: string[];
}

export function alarmValues(alarm: AlarmConfig | undefined): AlarmValues {
  const settings = alarm?.config.config ?? defaultAlarmSettings;
  return {
    alarmTypeId: String(alarm?.alarmTypeId ?? 1),
    alarmableId: alarm?.alarmableId ?? null,
    triggerTypeId: String(alarm?.config.triggerTypeId ?? 1),
    triggerThreshold: settings.triggerThreshold ?? '',
    dangerLevel: settings.dangerLevel ?? '',
    triggerPercent: settings.triggerPercent,
    triggerBuffer: settings.triggerBuffer,
    triggerDelay: settings.triggerDelay,
    renotify: settings.renotify,
    renotifyDelay: settings.renotifyDelay ?? defaultRenotifyDelay,
    resolve: settings.resolve,
    clearThreshold: settings.clearThreshold ?? '',
    noDataAfter: settings.noDataAfter ?? '',
    quietWhenClosed: settings.quietWhenClosed,
    email: [...(alarm?.email ?? [])],
    sms: [...(alarm?.sms ?? [])],
  };
}

export function kindOf({ alarmTypeId, triggerTypeId }: Pick<AlarmValues, 'alarmTypeId' | 'triggerTypeId'>) {
  return { alarmTypeId: Number(alarmTypeId), triggerTypeId: Number(triggerTypeId) };
}

type Kind = ReturnType<typeof kindOf>;

/** It fires at a share of the capacity instead of above a limit. */
export function isByPercent({ alarmTypeId, triggerTypeId }: Kind): boolean {
  return alarmTypeId === 1 && triggerTypeId === 3;
}

/** Another type or trigger. What is hidden then has its first value again: nobody would see what is wrong with it. */
export function switched(
  alarm: AlarmConfig | undefined,
  alarmTypeId: number,
  triggerTypeId: string,
): Partial<AlarmValues> {
  const { triggerPercent, triggerBuffer, triggerThreshold, dangerLevel } = alarmValues(alarm);
  const kind = { alarmTypeId, triggerTypeId: Number(triggerTypeId) };
  const hasLimit = alarmTypeId !== 3 && (alarmTypeId !== 1 || kind.triggerTypeId === 2);
  return {
    alarmTypeId: String(alarmTypeId),
    triggerTypeId,
    ...(isByPercent(kind) ? { triggerBuffer } : { triggerPercent }),
    ...(!hasLimit && { triggerThreshold }),
    ...(alarmTypeId !== 3 && { dangerLevel }),
  };
}

/** The problems beside the fields of the form: those of an entry of a list belong to the list. */
export function problemsOf(values: AlarmValues): Problem[] {
  const { sms, email, alarmableId } = values;
  const found = [
    ...alarmKindProblems(kindOf(values)),
    ...alarmProblems(kindOf(values), settingsOf(values)),
    ...recipientProblems({ sms, email }),
  ];
  const chosen = alarmableId === null ? [{ path: 'alarmableId', message: texts.required }] : [];
  return [...chosen, ...found.map(({ path, message }) => ({ path: fieldOf(path), message }))];
}

/** The fields of the form, by their names in the call. */
export const fieldNames: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.keys(defaultAlarmSettings).map((field) => [`config.config.${field}`, field]),
  ...['sms', 'email'].flatMap((list) =>
    Array.from({ length: maxRecipients }, (_, index) => [`config.${list}.${index}`, list]),
  ),
  ['config.triggerTypeId', 'triggerTypeId'],
]);

function fieldOf(path: string): string {
  return path.replace(/^config\.(config\.)?/, '').replace(/\.\d+$/, '');
}

export function bodyOf(values: AlarmValues) {
  const { alarmTypeId, triggerTypeId } = kindOf(values);
  const { alarmableId, sms, email } = values;
  // The form does not show maintenance windows: what is stored stays.
  const { maintenance: _windows, ...written } = normalizedSettings(settingsOf(values));
  return {
    alarmTypeId,
    alarmable: alarmables[alarmTypeId as AlarmTypeId],
    ...(alarmableId !== null && { alarmableId }),
    config: { triggerTypeId, sms, email, config: written },
  };
}

/** Maintenance windows that are not over; the others are dropped with the next change. */
export function upcoming({ config }: AlarmConfig, now: number): AlarmConfig['config']['config']['maintenance'] {
  return config.config.maintenance.filter(({ to }) => Date.parse(to) > now);
}

/** Whether saving closes what is active: the threshold or the reminders change. */
export function asksToClose(alarm: AlarmConfig, values: AlarmValues): boolean {
  const before = { ...kindOf(alarmValues(alarm)), settings: alarm.config.config };
  return closesOpenStates(before, { ...kindOf(values), settings: normalizedSettings(settingsOf(values)) });
}

function settingsOf(values: AlarmValues): AlarmSettings {
  return {
    triggerThreshold: numberOf(values.triggerThreshold),
    dangerLevel: numberOf(values.dangerLevel),
    triggerPercent: values.triggerPercent as number,
    triggerBuffer: values.triggerBuffer as number,
    triggerDelay: values.triggerDelay as number,
    renotify: values.renotify,
    renotifyDelay: numberOf(values.renotifyDelay),
    resolve: values.resolve,
    clearThreshold: numberOf(values.clearThreshold),
    noDataAfter: numberOf(values.noDataAfter),
    quietWhenClosed: values.quietWhenClosed,
    maintenance: [],
  };
}

function numberOf(value: Written): number | null {
  return value === '' ? null : (value as number);
}
