export const texts = {
  unsaved: {
    title: 'Unsaved changes',
    body: 'You have changes that were not saved. Leave this page without them?',
    confirm: 'Yes, leave',
    danger: true,
  },
  cancel: 'Cancel',
  retry: 'Try again',
  whoops: 'Whoops!',
} as const;
