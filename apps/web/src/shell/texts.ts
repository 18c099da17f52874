export const texts = {
  notFound: {
    title: 'Page not found',
    text: 'The address may be mistyped, or the page has moved.',
    action: 'Go to the start page',
  },
} as const;
