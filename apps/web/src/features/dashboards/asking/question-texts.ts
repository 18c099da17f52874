export const texts = {
  notSubscribed: (source: string) => `The subscription of your organization does not include ${source.toLowerCase()}.`,
} as const;
