export const texts = {
  trail: 'Shown in detail',
  back: (place: string) => `Back to ${place}`,
  everything: 'In detail',
  weekdays: ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'],
  noParts: 'There is nothing below this place that is counted here.',
} as const;
