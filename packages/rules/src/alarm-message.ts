import type { AlarmCause, NoticeKind } from './alarm.ts';
import type { Alarmable, AlarmMeasure } from './alarm-settings.ts';

export interface AlarmNews {
  readonly notice: NoticeKind | 'test';
  readonly alarmable: Alarmable;
  readonly name: string;
  /** What the value is; people unless said otherwise. */
  readonly measure?: AlarmMeasure;
  readonly cause: AlarmCause;
  readonly value: number | null;
  readonly threshold: number | null;
}

export const alarmPrefixes: Record<AlarmNews['notice'], string> = {
  alarm: 'Alarm:',
  'still-active': 'Still active:',
  resolved: 'Resolved:',
  test: 'Test:',
};

/** The one line of every message; an email adds the time and a link. */
export function alarmLine(news: AlarmNews): string {
  return `${alarmPrefixes[news.notice]} ${news.alarmable} ${news.name}: ${figuresOf(news)}`;
}

const maxSmsLength = 160;

/** The line, with a name that is cut so that it fits into one text message. */
export function alarmSms(news: AlarmNews): string {
  const line = alarmLine(news);
  const excess = Array.from(line).length - maxSmsLength;
  if (excess <= 0) return line;
  const letters = Array.from(news.name);
  return alarmLine({ ...news, name: `${letters.slice(0, Math.max(0, letters.length - excess - 1)).join('')}…` });
}

/** Numbers of the United States, as they are stored. */
export function dialed(number: string): string {
  return `+1${number}`;
}

function figuresOf({ notice, cause, value, threshold, measure = 'people' }: AlarmNews): string {
  if (cause === 'no-data') return notice === 'resolved' ? 'data arrives again' : 'no data';
  if (notice === 'resolved' && (measure === 'more' || measure === 'less')) return 'traffic is as expected again';
  const figure = value === null ? unknown[measure] : known[measure](Math.round(value));
  return threshold === null ? figure : `${figure}, limit ${threshold}`;
}

const unknown: Record<AlarmMeasure, string> = {
  people: 'an unknown number of people',
  wait: 'an unknown expected wait',
  more: 'an unknown number of people in the last hour',
  less: 'an unknown number of people in the last hour',
};
const known: Record<AlarmMeasure, (value: number) => string> = {
  people: (value) => `${value} people`,
  wait: (value) => `expected wait ${value} minutes`,
  more: (value) => `${value} people more than expected in the last hour`,
  less: (value) => `${value} people less than expected in the last hour`,
};
