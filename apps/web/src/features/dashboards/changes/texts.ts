import type { ChangeKind } from '@atrium/metrics/what-changed';

const kinds: Record<ChangeKind, string> = {
  rise: 'Rise',
  fall: 'Fall',
  same: 'No change',
  new: 'New',
  gone: 'Gone',
  'no-data-before': 'No data before',
  'no-data-now': 'No data now',
  'no-data': 'No data',
};

export const texts = {
  title: 'What changed?',
  intro: (metric: string, now: string, before: string, compared: string) =>
    `${metric}: ${now}, compared with ${before} (${compared.toLowerCase()}).`,
  even: 'The totals are equal: rises and falls cancel out.',
  unknown: 'One of the periods has no data, so there is no difference to explain.',
  parts: 'Contributions',
  metric: 'Metric',
  name: 'Name',
  before: 'Before',
  now: 'Now',
  amount: 'Difference',
  share: 'Share',
  what: 'Change',
  completeness: 'Completeness',
  completenessBefore: 'Completeness before',
  received: (now: string, before: string) => `Data received: ${now} now, ${before} before`,
  notDue: 'nothing due',
  rest: (count: number) => (count === 0 ? 'Everything else' : `Everything else (${count})`),
  whole: 'Total difference',
  csv: 'Download CSV',
  fail: (reason: string) => `Unable to compare the places. ${reason}`,
  noData:
    'For places marked “No data”, one period has no data, so it is unknown whether they rose or fell. They still count toward the total difference.',
  kinds,
} as const;
