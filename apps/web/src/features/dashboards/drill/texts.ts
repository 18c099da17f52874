export const texts = {
  trail: 'Shown in detail',
  back: (place: string) => `Back to ${place}`,
  everything: 'In detail',
  weekdays: ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'],
  reversed: 'Some zones of this space count in reverse, so their own numbers do not add up to its number.',
  noParts: 'This place has no zones or spaces that count this metric.',
} as const;
