/** What most formats share. */
export const both = ['ins', 'outs'] as const;
export const json = 'application/json';
export const byInterval = { contentType: json, counts: 'intervals', ways: both, maxLines: 4, maxRecords: 240 } as const;

export const macWith = (prefix: string) => (number: number) =>
  prefix + number.toString(16).toUpperCase().padStart(6, '0');
export const pairs = (device: string) => device.match(/../g)?.join(':') ?? device;
export const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
