export const texts = {
  trail: 'Shown in detail',
  back: (place: string) => `Back to ${place}`,
  everything: 'In detail',
  weekdays: ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'],
  noParts: 'No zone or space of this place counted this metric in this period.',
} as const;
