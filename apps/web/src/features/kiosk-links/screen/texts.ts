export const texts = {
  label: 'Wall screen',
  loading: 'Loading…',
  ended: {
    title: 'This link no longer works',
    text: 'It was revoked or has expired. Ask the person who set up this screen for a new link.',
  },
  closed: {
    title: 'Nothing can be shown at present',
    text: 'The organization cannot use its dashboards now. This screen continues when it can.',
  },
  empty: {
    title: 'There is nothing to show',
    text: 'The dashboards of this screen were deleted or are no longer shared. This screen continues when there are others.',
  },
  unreachable: { title: 'No connection', text: 'This screen continues as soon as the server can be reached.' },
  offlineSince: (time: string) => `No connection since ${time}`,
  paused: 'Paused',
  position: (at: number, total: number) => `${at} of ${total}`,
} as const;
