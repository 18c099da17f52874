import type { AlarmRule, Silence } from './alarm.ts';
import { isEmail } from './email.ts';
import { type Problem, problemIf } from './problem.ts';

/** What people set on an alarm. Delays are seconds, instants ISO 8601. */
export interface AlarmSettings {
  /** People: the target of trigger 1/2, the limit of 2/1, those outside the forecast of 5/1 and 5/2. Minutes of 4/1. */
  readonly triggerThreshold: number | null;
  readonly triggerBuffer: number;
  /** Of the maximum capacity, for trigger 1/3. */
  readonly triggerPercent: number;
  readonly triggerDelay: number;
  readonly renotify: boolean;
  /** Null without renotify. */
  readonly renotifyDelay: number | null;
  readonly resolve: boolean;
  /** For trigger 3/1. */
  readonly dangerLevel: number | null;
  /** Resolves below this many people instead of below the threshold. */
  readonly clearThreshold: number | null;
  /** Also fires after this many seconds without data. */
  readonly noDataAfter: number | null;
  /** Messages wait until the location opens. */
  readonly quietWhenClosed: boolean;
  /** Messages wait until the end of each window. */
  readonly maintenance: readonly { readonly from: string; readonly to: string }[];
}

export const alarmables = { 1: 'space', 2: 'location', 3: 'zone', 4: 'space', 5: 'location' } as const;
export type AlarmTypeId = keyof typeof alarmables;
export type Alarmable = (typeof alarmables)[AlarmTypeId];
/** Triggers are numbered within their type. */
const triggerCounts: Record<AlarmTypeId, number> = { 1: 3, 2: 1, 3: 1, 4: 1, 5: 2 };
/** People there now; minutes of expected wait; people of the last hour beyond the forecast, or short of it. */
export const alarmMeasures = ['people', 'wait', 'more', 'less'] as const;
export type AlarmMeasure = (typeof alarmMeasures)[number];

/** Zones in which people stay, so that their number is known: lines have none. */
const levelApplications: readonly (number | null)[] = [5, 6, 8, 10];

export const defaultAlarmSettings: AlarmSettings = {
  triggerThreshold: null,
  triggerBuffer: 0,
  triggerPercent: 75,
  triggerDelay: 0,
  renotify: false,
  renotifyDelay: null,
  resolve: true,
  dangerLevel: null,
  clearThreshold: null,
  noDataAfter: null,
  quietWhenClosed: false,
  maintenance: [],
};
/** Once renotify is on. */
export const defaultRenotifyDelay = 300;

const maxPeople = 1_000_000;
const maxDelay = 86_400;
const minRenotifyDelay = 60;
const minNoData = 300;
const minHourlyNoData = 7_200;
const maxPercent = 200;
export const maxRecipients = 20;
export const maxMaintenance = 20;

export const alarmSettingTexts = {
  type: 'Alarm type must be a whole number from 1 to 5',
  trigger: 'This alarm type has no such trigger',
  alarmable: 'Alarms of this type watch another kind of entity',
  capacity: 'The space has no maximum capacity. Set one first, or choose another trigger',
  application: 'Only zones that people stay in can be watched: count application 5, 6, 8 or 10',
  threshold: 'Threshold must be a whole number from 1 to 1,000,000',
  dangerLevel: 'Danger level must be a whole number from 1 to 1,000,000',
  buffer: 'Buffer must be a whole number from 0 to 1,000,000',
  percent: 'Percent must be a whole number from 1 to 200',
  delay: 'Delay must be a whole number of seconds from 0 to 86,400',
  renotify: 'Renotify must be on or off',
  renotifyDelay: 'Renotify delay must be a whole number of seconds from 60 to 86,400',
  resolve: 'Resolve must be on or off',
  clear: 'Clear threshold must be a whole number from 1 to 1,000,000',
  clearOrder: 'Clear threshold must not be above the threshold',
  wait: 'The space has no expected wait mapping. Add one first',
  noDataHourly: 'Traffic is compared once an hour: the time without data must be at least 7,200 seconds',
  noData: 'The time without data must be a whole number of seconds from 300 to 86,400',
  quiet: 'Quiet hours must be on or off',
  maintenance: 'A maintenance window begins before it ends and lasts at most 366 days',
  tooManyWindows: 'An alarm has at most 20 maintenance windows',
  phone: 'A phone number has exactly 10 digits',
  email: 'must be an email address',
  tooManyPhones: 'An alarm has at most 20 phone numbers',
  tooManyEmails: 'An alarm has at most 20 email addresses',
} as const;

/** As written: anything may be in a field. */
export type AlarmDraft = { readonly [Field in keyof AlarmSettings]: unknown };

export interface AlarmKind {
  readonly alarmTypeId: number;
  readonly triggerTypeId: number;
}

export function isAlarmType(value: number): value is AlarmTypeId {
  return value in alarmables;
}

export function measureOf({ alarmTypeId, triggerTypeId }: AlarmKind): AlarmMeasure {
  if (alarmTypeId === 4) return 'wait';
  if (alarmTypeId === 5) return triggerTypeId === 1 ? 'more' : 'less';
  return 'people';
}

/** How far traffic is outside its band, in whole people; null where one of them is not known. */
export function outsideBand(
  measure: 'more' | 'less',
  counted: number | null,
  { low, high }: { readonly low: number | null; readonly high: number | null },
): number | null {
  if (counted === null || low === null || high === null) return null;
  return Math.max(0, Math.round(measure === 'more' ? counted - high : low - counted));
}

export function alarmKindProblems({ alarmTypeId, triggerTypeId }: AlarmKind): Problem[] {
  if (!isAlarmType(alarmTypeId)) return [{ path: 'alarmTypeId', message: alarmSettingTexts.type }];
  const isKnown = isWhole(triggerTypeId, 1, triggerCounts[alarmTypeId]);
  return problemIf(!isKnown, 'config.triggerTypeId', alarmSettingTexts.trigger);
}

/** The problems of settings that are otherwise complete; unused fields are checked too, if they have a value. */
export function alarmProblems(kind: AlarmKind, draft: AlarmDraft): Problem[] {
  const { triggerThreshold, dangerLevel, renotify, renotifyDelay, clearThreshold, noDataAfter } = draft;
  const of = (isWrong: boolean, field: keyof AlarmSettings, message: string) =>
    problemIf(isWrong, `config.config.${field}`, message);
  const people = (value: unknown, isRequired: boolean) => (value === null ? isRequired : !isWhole(value, 1, maxPeople));
  const problems = [
    ...of(people(triggerThreshold, needsThreshold(kind)), 'triggerThreshold', alarmSettingTexts.threshold),
    ...of(people(dangerLevel, kind.alarmTypeId === 3), 'dangerLevel', alarmSettingTexts.dangerLevel),
    ...of(!isWhole(draft.triggerBuffer, 0, maxPeople), 'triggerBuffer', alarmSettingTexts.buffer),
    ...of(!isWhole(draft.triggerPercent, 1, maxPercent), 'triggerPercent', alarmSettingTexts.percent),
    ...of(!isWhole(draft.triggerDelay, 0, maxDelay), 'triggerDelay', alarmSettingTexts.delay),
    ...of(typeof renotify !== 'boolean', 'renotify', alarmSettingTexts.renotify),
    ...of(
      renotify === true && !isWhole(renotifyDelay, minRenotifyDelay, maxDelay),
      'renotifyDelay',
      alarmSettingTexts.renotifyDelay,
    ),
    ...of(typeof draft.resolve !== 'boolean', 'resolve', alarmSettingTexts.resolve),
    ...of(people(clearThreshold, false), 'clearThreshold', alarmSettingTexts.clear),
    ...of(noDataAfter !== null && !isWhole(noDataAfter, minNoData, maxDelay), 'noDataAfter', alarmSettingTexts.noData),
    ...of(typeof draft.quietWhenClosed !== 'boolean', 'quietWhenClosed', alarmSettingTexts.quiet),
    ...maintenanceProblems(draft.maintenance),
  ];
  if (problems.length > 0) return problems;
  const isTooShort = kind.alarmTypeId === 5 && noDataAfter !== null && (noDataAfter as number) < minHourlyNoData;
  if (isTooShort) return of(true, 'noDataAfter', alarmSettingTexts.noDataHourly);
  const limit = thresholdOf(kind, draft as AlarmSettings, null);
  const isAbove = limit !== null && clearThreshold !== null && (clearThreshold as number) > limit;
  return of(isAbove, 'clearThreshold', alarmSettingTexts.clearOrder);
}

/** What the watched entity must have. */
export function watchedProblems(
  { alarmTypeId, triggerTypeId }: AlarmKind,
  entity: {
    readonly maxCapacity?: number | null;
    readonly countApplication?: number | null;
    readonly hasWaitMapping?: boolean;
  },
): Problem[] {
  const needsCapacity = alarmTypeId === 1 && triggerTypeId !== 2;
  const isLine = alarmTypeId === 3 && !levelApplications.includes(entity.countApplication ?? null);
  return [
    ...problemIf(needsCapacity && !entity.maxCapacity, 'alarmableId', alarmSettingTexts.capacity),
    ...problemIf(isLine, 'alarmableId', alarmSettingTexts.application),
    ...problemIf(alarmTypeId === 4 && !entity.hasWaitMapping, 'alarmableId', alarmSettingTexts.wait),
  ];
}

export function recipientProblems({ sms, email }: { sms: readonly string[]; email: readonly string[] }): Problem[] {
  return [
    ...problemIf(sms.length > maxRecipients, 'config.sms', alarmSettingTexts.tooManyPhones),
    ...problemIf(email.length > maxRecipients, 'config.email', alarmSettingTexts.tooManyEmails),
    ...sms.flatMap((number, index) =>
      problemIf(!/^\d{10}$/.test(number), `config.sms.${index}`, alarmSettingTexts.phone),
    ),
    ...email.flatMap((address, index) =>
      problemIf(!isEmail(address), `config.email.${index}`, alarmSettingTexts.email),
    ),
  ];
}

/** At how many people an alarm fires; null while the space has no capacity to compute it from. */
export function thresholdOf(
  { alarmTypeId, triggerTypeId }: AlarmKind,
  { triggerThreshold, triggerBuffer, triggerPercent, dangerLevel }: AlarmSettings,
  maxCapacity: number | null,
): number | null {
  const plusBuffer = (people: number | null) => (people === null ? null : people + triggerBuffer);
  if (alarmTypeId === 3) return plusBuffer(dangerLevel);
  if (alarmTypeId !== 1 || triggerTypeId === 2) return plusBuffer(triggerThreshold);
  if (triggerTypeId === 1) return plusBuffer(maxCapacity);
  return maxCapacity === null ? null : Math.ceil((triggerPercent * maxCapacity) / 100);
}

export function alarmRuleOf(kind: AlarmKind, settings: AlarmSettings, maxCapacity: number | null): AlarmRule {
  const { clearThreshold, triggerDelay, renotify, renotifyDelay, resolve, noDataAfter } = settings;
  const threshold = thresholdOf(kind, settings, maxCapacity);
  return {
    threshold,
    clearThreshold,
    triggerDelay,
    renotifyDelay: renotify ? renotifyDelay : null,
    resolve,
    noDataAfter,
  };
}

export function maintenanceOf({ maintenance }: AlarmSettings): Silence[] {
  return maintenance.map(({ from, to }) => ({ from: Date.parse(from) / 1000, to: Date.parse(to) / 1000 }));
}

/** Settings as they are stored: renotify delay only with renotify. */
export function normalizedSettings(settings: AlarmSettings): AlarmSettings {
  return settings.renotify ? settings : { ...settings, renotifyDelay: null };
}

type Compared = AlarmKind & { readonly settings: AlarmSettings };

/** Whether an edit asks to close open states: another threshold, or other reminders. */
export function closesOpenStates(before: Compared, after: Compared): boolean {
  const fields = [
    'triggerThreshold',
    'triggerBuffer',
    'triggerPercent',
    'dangerLevel',
    'renotify',
    'renotifyDelay',
  ] as const;
  return (
    before.alarmTypeId !== after.alarmTypeId ||
    before.triggerTypeId !== after.triggerTypeId ||
    fields.some((field) => before.settings[field] !== after.settings[field])
  );
}

function needsThreshold({ alarmTypeId, triggerTypeId }: AlarmKind): boolean {
  return [2, 4, 5].includes(alarmTypeId) || (alarmTypeId === 1 && triggerTypeId === 2);
}

const maxWindowMs = 366 * 86_400_000;

function maintenanceProblems(windows: unknown): Problem[] {
  const path = 'config.config.maintenance';
  if (!Array.isArray(windows)) return [{ path, message: alarmSettingTexts.maintenance }];
  return [
    ...problemIf(windows.length > maxMaintenance, path, alarmSettingTexts.tooManyWindows),
    ...windows.flatMap((window, index) =>
      problemIf(!isWindow(window), `${path}.${index}`, alarmSettingTexts.maintenance),
    ),
  ];
}

function isWindow(value: { from?: unknown; to?: unknown } | null): boolean {
  const lasts = instantOf(value?.to) - instantOf(value?.from);
  return lasts > 0 && lasts <= maxWindowMs;
}

function instantOf(value: unknown): number {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value)
    ? Date.parse(value)
    : NaN;
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
