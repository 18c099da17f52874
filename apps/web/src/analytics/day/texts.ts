import type { CorrectionKind } from '@atrium/rules/correction-kinds';

const correctedWords: Record<CorrectionKind, string> = {
  excluded: 'Excluded',
  replaced: 'Entered by hand',
  estimated: 'Estimated',
};

export const texts = {
  inToday: 'In today',
  outToday: 'Out today',
  inOn: (day: string) => `In on ${together(day)}`,
  outOn: (day: string) => `Out on ${together(day)}`,
  silent: 'No realtime data received.',
  staleRemark: 'The comparison resumes when new readings arrive.',
  nothingYet: 'Nothing counted yet today.',
  nothing: 'Nothing was counted on this day.',
  against: (value: string, other: string) => `vs. ${value} ${other}`,
  beforeOnly: (value: string, other: string) => `${value} ${other}`,
  noComparison: (other: string) => `no data ${other}`,
  /** The compared value, after a number. */
  other: {
    byThisTimeOn: (day: string) => `by this time on ${together(day)}`,
    on: (day: string) => `on ${together(day)}`,
    byThisTimeAt: (location: string) => `by this time at ${location}`,
    at: (location: string) => `at ${location}`,
  },
  completeness: 'Data completeness',
  complete: 'All minutes expected so far have arrived.',
  completeDay: 'All expected minutes have arrived.',
  notComplete: (text: string) => `Today is ${text}.`,
  notCompleteDay: (text: string) => `This day is ${text}.`,
  notDue: 'No readings are expected yet today.',
  notDueDay: 'No readings were expected on this day.',
  newest: (time: string) => `Newest reading at ${time}`,
  closed: {
    today: 'Closed today',
    day: (day: string) => `Closed on ${together(day)}`,
    because: (reason: string) => `${reason}. Nobody was counted.`,
    text: 'There are no opening hours on this day, and nobody was counted.',
    remark: 'Counted while closed.',
  },
  byHour: 'Today by hour',
  dayByHour: (day: string) => `${day} by hour`,
  bars: (day: string, other: string) => `Bars are ${day}, the dashed line is ${other}.`,
  todayInSentence: 'today',
  missingText: 'Hatched hours have no data.',
  closedText: 'Shaded hours are closed.',
  hoursIn: (zone: string) => `Hours in ${zone} time.`,
  today: 'Today',
  metric: 'Metric',
  metrics: { ins: 'In', outs: 'Out' },
  columns: { hour: 'Hour', difference: 'Difference', completeness: 'Completeness' },
  inProgress: 'hour in progress',
  noData: 'no data received',
  closedHour: 'closed',
  difference: (text: string, other: string) => `${text} vs. ${other}`,
  controls: {
    label: 'Day and comparison',
    day: 'Day',
    before: 'Previous day',
    after: 'Next day',
    today: 'Today',
    compare: 'Compare with',
    kinds: {
      week: 'Same day last week',
      before: 'Day before',
      date: 'Another date',
      location: 'Another location',
    },
    date: 'Date to compare with',
    location: 'Location to compare with',
  },
  otherLocation: 'another location',
  corrections: 'Corrections',
  correction: (zone: string, period: string, what: string) => `${zone}, ${period}. ${what}`,
  corrected: (kind: CorrectionKind, reason: string) => `${correctedWords[kind]}: ${reason}`,
} as const;

/** A short date does not break at the end of a line. */
function together(day: string): string {
  return day.replaceAll(' ', '\u00A0');
}
