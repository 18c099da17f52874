export const texts = {
  label: 'Weather',
  fail: 'Unable to retrieve location weather',
  unavailable: 'Weather unavailable',
  range: (min: string, max: string) => `${min} to ${max}`,
  precipitation: (percent: string) => `Precipitation ${percent}`,
  asOf: (time: string) => `as of ${time}`,
  known: (hours: number, all: number) => `${hours} of ${all} hours known`,
  simulated: 'Simulated',
} as const;
