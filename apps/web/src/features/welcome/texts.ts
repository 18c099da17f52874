export const texts = {
  locations: 'All locations',
  locationsText: 'Today, each in its own time.',
  table: {
    location: 'Location',
    city: 'City',
    time: 'Local time',
    ins: 'In',
    outs: 'Out',
    completeness: 'Complete',
    reading: 'Reading',
  },
  noMatch: { title: 'No location matches', text: 'Try another name or city.' },
  none: {
    title: 'No locations yet',
    text: 'Figures appear here as soon as this organization has a location that you may see. Ask an administrator to add one.',
  },
} as const;
