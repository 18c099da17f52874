export const texts = {
  noPlace: 'Choose what this card shows in its settings.',
  noLocation: 'Choose a location in the settings.',
  noSensor: 'Choose a sensor in the settings.',
  unreadable: 'The image could not be read.',
  weather: 'Unable to retrieve location weather',
  images: {
    uploadFailed: 'Unable to upload the image',
    title: 'Dashboard',
    removed: { title: 'Dashboard', ok: 'Image deleted successfully', fail: 'Unable to delete widget image' },
  },
} as const;
