export const texts = {
  locations: 'All locations',
  locationsText: 'Today, in the local time of each location.',
  table: {
    location: 'Location',
    city: 'City',
    time: 'Local time',
    ins: 'In',
    outs: 'Out',
    completeness: 'Complete',
    reading: 'Reading',
  },
  closed: 'Closed',
  noMatch: { title: 'No location matches', text: 'Try another name or city.' },
  none: { title: 'No locations yet', text: 'Add a location. Its counts appear here once a sensor counts there.' },
  noneToRead: {
    title: 'No locations yet',
    text: 'Counts appear here once there is a location you can see. Ask an administrator of your organization.',
  },
  addLocation: 'Add location',
  page: 'Welcome',
} as const;
