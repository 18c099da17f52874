export const texts = {
  location: 'Location',
  searchLocations: 'Search locations',
  noLocation: 'No location matches',
  locations: { title: 'Locations', fail: 'Unable to retrieve locations' },
  chooseSite: 'Search sites',
  noSite: 'No site matches that can be chosen here',
  sites: { title: 'Sites', fail: 'Unable to retrieve sites' },
} as const;
