export const texts = {
  location: 'Location',
  noLocation: 'No location matches',
  locations: { title: 'Locations', fail: 'Unable to retrieve locations' },
} as const;
