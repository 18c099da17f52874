import { IconHourglass } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';
import { sampleLastReading } from '../sample-last-reading.ts';
import { waitTable } from './table.ts';

export const card: CardDefinition<'last-reading'> = {
  type: 'expected-wait',
  group: 'Live',
  label: 'Expected wait',
  text: 'How long someone who joins the line now will wait, and how many people stand in it.',
  icon: IconHourglass,
  dataOptions: {
    dataSourceType: 'expected_wait_time',
    entityType: 'space',
    metrics: ['expectedwaittime'],
    lastReading: true,
    waitLineLength: true,
    expectedWaitTime: true,
  },
  clientOptions: { popConfig: true },
  asks: 'last-reading',
  sources: ['expected_wait_time'],
  table: (_, values) => waitTable(values),
  sections: ['one-entity'],
  sample: sampleLastReading('expected_wait_time', 'Passport control', {
    avgexpectedwaittime: 430,
    expectedwaittime: 430,
    waitlinelength: 24,
  }),
  load: () => import('./ExpectedWaitCard.tsx'),
};
