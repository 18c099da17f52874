export const texts = {
  label: 'Wall screen',
  ended: {
    title: 'This link no longer works',
    text: 'It was revoked or has expired. Ask the person who set up this screen for a new link.',
  },
  closed: {
    title: 'Dashboards are not available',
    text: 'The subscription of the organization has expired or is disabled. This screen continues when it is active again.',
  },
  empty: {
    title: 'There is nothing to show',
    text: 'The dashboards of this screen were deleted, or its owner can no longer see them. This screen continues when there is something to show.',
  },
  unreachable: { title: 'No connection', text: 'This screen continues as soon as the server can be reached.' },
  failed: {
    title: 'This screen will be back in a moment',
    text: 'Something went wrong. The screen reloads in half a minute.',
  },
  broken: {
    title: 'This dashboard cannot be drawn',
    text: 'The screen continues with the next one and tries again later.',
    alone: 'The screen tries again every five minutes.',
  },
  offlineSince: (time: string) => `No connection since ${time}`,
  paused: 'Paused',
  position: (at: number, total: number) => `${at} of ${total}`,
} as const;
