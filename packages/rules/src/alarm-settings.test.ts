import { describe, expect, it } from 'vitest';
import { alarmLine, alarmSms, dialed } from './alarm-message.ts';
import {
  alarmKindProblems,
  alarmProblems,
  alarmRuleOf,
  type AlarmSettings,
  alarmSettingTexts as texts,
  closesOpenStates,
  defaultAlarmSettings,
  normalizedSettings,
  recipientProblems,
  thresholdOf,
  watchedProblems,
} from './alarm-settings.ts';

const kind = (alarmTypeId: number, triggerTypeId: number) => ({ alarmTypeId, triggerTypeId });
const at = (field: string, message: string) => [[`config.config.${field}`, message]];
const set = (given: Partial<AlarmSettings>): AlarmSettings => ({ ...defaultAlarmSettings, ...given });

describe('the threshold of an alarm', () => {
  it.each([
    ['[R328] maximum capacity plus buffer', kind(1, 1), { triggerBuffer: 5 }, 100, 105],
    ['[R329] target occupancy plus buffer', kind(1, 2), { triggerThreshold: 50, triggerBuffer: 3 }, 100, 53],
    ['[R330] percent of the maximum capacity, rounded up', kind(1, 3), {}, 33, 25],
    ['[R331] people in a location plus buffer', kind(2, 1), { triggerThreshold: 200, triggerBuffer: 1 }, null, 201],
    ['[R332] danger level plus buffer', kind(3, 1), { dangerLevel: 10, triggerBuffer: 2 }, null, 12],
    ['[R328] nothing without a capacity', kind(1, 1), {}, null, null],
    ['[R330] nothing without a capacity', kind(1, 3), {}, null, null],
  ])('%s', (_what, alarm, given, maxCapacity, expected) => {
    expect(thresholdOf(alarm, set(given), maxCapacity)).toBe(expected);
  });
});

describe('the settings of an alarm', () => {
  it('[R337] have defaults', () => {
    expect(defaultAlarmSettings).toMatchObject({
      triggerBuffer: 0,
      triggerDelay: 0,
      renotify: false,
      resolve: true,
      triggerPercent: 75,
    });
  });

  it('[R334] have a renotify delay only with renotify', () => {
    expect(normalizedSettings(set({ renotifyDelay: 300 })).renotifyDelay).toBeNull();
    expect(normalizedSettings(set({ renotify: true, renotifyDelay: 300 })).renotifyDelay).toBe(300);
    expect(alarmRuleOf(kind(2, 1), set({ renotifyDelay: 300 }), null).renotifyDelay).toBeNull();
  });

  it('[R910] name their problems beside the field', () => {
    const problemsOf = (given: Record<string, unknown>, alarm = kind(1, 1)) =>
      alarmProblems(alarm, { ...defaultAlarmSettings, ...given }).map(({ path, message }) => [path, message]);
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({}, kind(1, 2))).toEqual(at('triggerThreshold', texts.threshold));
    expect(problemsOf({}, kind(2, 1))).toEqual(at('triggerThreshold', texts.threshold));
    expect(problemsOf({}, kind(3, 1))).toEqual(at('dangerLevel', texts.dangerLevel));
    expect(problemsOf({ dangerLevel: 1.5 }, kind(3, 1))).toEqual(at('dangerLevel', texts.dangerLevel));
    expect(problemsOf({ triggerBuffer: -1 })).toEqual(at('triggerBuffer', texts.buffer));
    expect(problemsOf({ triggerPercent: 0 })).toEqual(at('triggerPercent', texts.percent));
    expect(problemsOf({ triggerDelay: 86_401 })).toEqual(at('triggerDelay', texts.delay));
    expect(problemsOf({ triggerDelay: 86_400 })).toEqual([]);
    expect(problemsOf({ renotify: true, renotifyDelay: 59 })).toEqual(at('renotifyDelay', texts.renotifyDelay));
    expect(problemsOf({ renotify: true, renotifyDelay: 60 })).toEqual([]);
    expect(problemsOf({ noDataAfter: 299 })).toEqual(at('noDataAfter', texts.noData));
    expect(problemsOf({ clearThreshold: 0 })).toEqual(at('clearThreshold', texts.clear));
    const limited = { triggerThreshold: 50, triggerBuffer: 5 };
    expect(problemsOf({ ...limited, clearThreshold: 56 }, kind(2, 1))).toEqual(at('clearThreshold', texts.clearOrder));
    expect(problemsOf({ ...limited, clearThreshold: 55 }, kind(2, 1))).toEqual([]);
    const window = { from: '2030-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' };
    expect(problemsOf({ maintenance: [window] })).toEqual(at('maintenance.0', texts.maintenance));
    expect(problemsOf({ maintenance: [{ ...window, to: '2030-01-02T00:00:00Z' }] })).toEqual([]);
  });

  it('[R327] [R910] belong to a known type and trigger', () => {
    expect(alarmKindProblems(kind(1, 3))).toEqual([]);
    expect(alarmKindProblems(kind(6, 1))).toEqual([{ path: 'alarmTypeId', message: texts.type }]);
    expect(alarmKindProblems(kind(2, 2))).toEqual([{ path: 'config.triggerTypeId', message: texts.trigger }]);
  });

  it('[R910] need a capacity, or a zone that people stay in', () => {
    const messages = (alarm: ReturnType<typeof kind>, entity: Parameters<typeof watchedProblems>[1]) =>
      watchedProblems(alarm, entity).map(({ message }) => message);
    expect(messages(kind(1, 1), { maxCapacity: null })).toEqual([texts.capacity]);
    expect(messages(kind(1, 3), { maxCapacity: null })).toEqual([texts.capacity]);
    expect(messages(kind(1, 2), { maxCapacity: null })).toEqual([]);
    expect(messages(kind(3, 1), { countApplication: 1 })).toEqual([texts.application]);
    for (const countApplication of [5, 6, 8, 10]) expect(messages(kind(3, 1), { countApplication })).toEqual([]);
  });

  it('[R335] [R336] [R339] name at most 20 numbers of 10 digits and 20 addresses', () => {
    const sms = Array.from({ length: 20 }, (_, index) => String(5_125_550_100 + index));
    const email = sms.map((number) => `p${number}@example.com`);
    expect(recipientProblems({ sms, email })).toEqual([]);
    expect(recipientProblems({ sms: [...sms, '5125550199'], email: [] })).toHaveLength(1);
    expect(recipientProblems({ sms: [], email: [...email, 'a@example.com'] })).toHaveLength(1);
    for (const wrong of ['512555019', '51255501999', '+15125550199', '512-555-0199']) {
      expect(recipientProblems({ sms: [wrong], email: [] })).toEqual([{ path: 'config.sms.0', message: texts.phone }]);
    }
    expect(recipientProblems({ sms: [], email: ['nobody'] })[0]?.path).toBe('config.email.0');
  });

  it('[R333] ask to close open states when the threshold or the reminders change', () => {
    const before = { ...kind(1, 1), settings: set({}) };
    expect(closesOpenStates(before, before)).toBe(false);
    expect(closesOpenStates(before, { ...before, settings: set({ triggerDelay: 60 }) })).toBe(false);
    expect(closesOpenStates(before, { ...before, settings: set({ triggerBuffer: 1 }) })).toBe(true);
    expect(closesOpenStates(before, { ...before, settings: set({ renotify: true, renotifyDelay: 300 }) })).toBe(true);
    expect(closesOpenStates(before, { ...before, triggerTypeId: 3 })).toBe(true);
  });
});

describe('the message of an alarm', () => {
  const news = { alarmable: 'space', name: 'Lobby', cause: 'level', value: 120, threshold: 100 } as const;

  it('[R911] says what, how many and the limit', () => {
    expect(alarmLine({ ...news, notice: 'alarm' })).toBe('Alarm: space Lobby: 120 people, limit 100');
    expect(alarmLine({ ...news, notice: 'still-active' })).toBe('Still active: space Lobby: 120 people, limit 100');
    expect(alarmLine({ ...news, notice: 'resolved', value: 99.5 })).toBe(
      'Resolved: space Lobby: 100 people, limit 100',
    );
    expect(alarmLine({ ...news, notice: 'alarm', cause: 'no-data', value: null })).toBe('Alarm: space Lobby: no data');
  });

  it('[R911] fits into one text message to a number of the United States', () => {
    const long = alarmSms({ ...news, notice: 'still-active', name: 'Größe'.repeat(60) });
    expect(Array.from(long)).toHaveLength(160);
    expect(long).toMatch(/^Still active: space Größe.*…: 120 people, limit 100$/);
    expect(alarmSms({ ...news, notice: 'alarm' })).toBe('Alarm: space Lobby: 120 people, limit 100');
    expect(dialed('5125550199')).toBe('+15125550199');
  });
});
