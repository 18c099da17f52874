export const texts = {
  notSubscribed: (source: string) => `The subscription of your organization does not include ${source.toLowerCase()}.`,
  everyPlace: 'This widget shows each place: it cannot be about one value of a custom field.',
} as const;
