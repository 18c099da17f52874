import { maxDays } from '@atrium/rules/correction';
import type { CorrectionKind } from '@atrium/rules/correction-kinds';

const title = 'Correction';

export const texts = {
  heading: 'Corrections',
  intro: 'Periods in which the counts of this zone are wrong. What the sensor sent stays stored.',
  read: { title, fail: 'Unable to retrieve the corrections' },
  none: {
    title: 'No corrections',
    text: 'Exclude, replace or estimate counts of a period, for example when the sensor was blocked.',
  },
  add: 'Correct a period',
  remove: 'Take back',
  removeOf: (period: string) => `Take back the correction of ${period}`,
  removed: { title, ok: 'The counts of the sensor count again', fail: 'Unable to take the correction back' },
  created: { title, ok: 'The period is corrected', fail: 'Unable to correct the period' },
  question: {
    title: 'Take this correction back?',
    body: 'What the sensor counted in this period counts again.',
    confirm: 'Take back',
  },
  kinds: {
    excluded: 'Nothing: excluded',
    replaced: 'Entered counts',
    estimated: 'An estimate',
  } satisfies Record<CorrectionKind, string>,
  dialog: {
    title: (zone: string) => `Correct a period of ${zone}`,
    submit: 'Correct',
    from: 'From',
    to: 'To',
    localTimes: (zone: string) => `Local times in ${zone}.`,
    kind: 'What counts instead',
    explain: {
      excluded: 'The period counts as missing, and completeness shows it.',
      replaced: `Enter the counts of each hour, for at most ${maxDays.replaced} days.`,
      estimated: 'The median of the same weekday and hour in the eight weeks before. Every figure says so.',
    } satisfies Record<CorrectionKind, string>,
    reason: 'Reason',
    reasonHelp: 'Everyone who sees the figures can read it.',
    preview: 'What changes',
    read: { title, fail: 'Unable to calculate the correction' },
    counted: 'Counted, in / out',
    corrected: 'Corrected, in / out',
    hour: 'Hour',
    insOf: (hour: string) => `In, ${hour}`,
    outsOf: (hour: string) => `Out, ${hour}`,
    sum: (before: string, after: string) => `${before} in were counted; ${after} will count.`,
    missingTimes: 'Enter the beginning and the end.',
  },
} as const;
