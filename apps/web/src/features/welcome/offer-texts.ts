export const offerTexts = {
  heading: 'Your first dashboard',
  drawing: (name: string) => `Layout of ${name}`,
  use: 'Create it',
  others: 'See all templates',
  hide: 'Hide',
} as const;
