export const texts = {
  location: 'Location',
  searchLocations: 'Search locations',
  noLocation: 'No location matches',
  locations: { title: 'Locations', fail: 'Unable to retrieve locations' },
} as const;
