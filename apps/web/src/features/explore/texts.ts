export const texts = {
  page: 'Explore',
  pageText: 'Choose what to look at, where and when. The address of this page holds the whole question.',
  source: 'Data',
  entityType: 'By',
  openOnly: 'Only while open',
  question: 'Question',
  broken: (parts: string) => `This link could not be read completely. Defaults are shown for ${parts}.`,
  and: ' and ',
  answer: 'Answer',
  metric: 'Metric',
  none: {
    title: 'No data in this period',
    text: 'Nothing was received for these places and dates. Choose other dates, or check that the sensors report.',
  },
  nowhere: {
    title: 'There is nothing to ask about',
    text: 'You can see no places of this kind. Choose another kind above.',
  },
  nothingToAsk: {
    title: 'No data is available',
    text: 'The subscription of this organization includes no data to explore.',
  },
  stopped: { title: 'Stopped', text: 'You stopped this question before it was answered.' },
  askAgain: 'Ask again',
  asking: (seconds: number, waiting: number) => `Working on it… ${seconds} s${waitingText(waiting)}`,
  stop: 'Stop',
  errors: 'Errors',
  errorsText: 'There are errors in the data',
  totals: 'Totals',
  totalsText: 'One value for the whole period.',
  rows: (count: string) => `${count} rows`,
  oneRow: '1 row',
  table: 'Rows',
  download: 'Download',
  downloadCsv: 'CSV, for spreadsheets',
  downloadArrow: 'Arrow, for notebooks',
  downloading: { title: 'Download', fail: 'Unable to download these rows' },
  stopDownload: (size: string) => `Stop download, ${size}`,
  annotations: 'Annotations',
  share: 'Share',
  copyLink: 'Copy link to this page',
  copyAddress: 'Copy API address',
  copyCurl: 'Copy as curl',
  copied: 'Copied',
} as const;

function waitingText(waiting: number): string {
  if (waiting === 0) return '';
  if (waiting === 1) return '. 1 question of your organization waits for its turn.';
  return `. ${waiting} questions of your organization wait for their turn.`;
}
