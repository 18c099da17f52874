/** The error texts of pickers whose choices cannot be loaded, by kind. */
export const pickerTexts = {
  locations: { title: 'Locations', fail: 'Unable to retrieve locations' },
  sites: { title: 'Sites', fail: 'Unable to retrieve sites' },
  spaces: { title: 'Spaces', fail: 'Unable to retrieve spaces' },
  organizations: { title: 'Organizations', fail: 'Unable to retrieve organizations' },
  sensors: { title: 'Sensors', fail: 'Unable to retrieve sensors' },
  imageSensors: { title: 'Sensors', fail: 'Unable to retrieve image-capable sensors' },
  propertyValues: { title: 'Property values', fail: 'Unable to retrieve property values' },
  entityTypes: { title: 'Entity types', fail: 'Unable to retrieve entity types' },
} as const;

export const texts = {
  ...pickerTexts,
  location: 'Location',
  searchLocations: 'Search locations',
  noLocation: 'No location matches',
  chooseSite: 'Search sites',
  noSite: 'No available site matches',
} as const;
