export const offerTexts = {
  heading: 'Your first dashboard',
  drawing: (name: string) => `Layout of ${name}`,
  use: 'Create it',
  others: 'See all templates',
  hide: 'Hide',
  assigned: { title: 'Dashboard', ok: 'Assigned template successfully', fail: 'Unable to assign template' },
} as const;
