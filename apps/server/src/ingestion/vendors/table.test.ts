import { sampleMessage } from '@atrium/rules/vendor-guide';
import { vendorGuides } from '@atrium/rules/vendor-guides';
import { expect, it } from 'vitest';
import { devicesIn } from '../lines.ts';
import { vendors } from './table.ts';

it.each([...vendors.keys()])('[R582] %s has instructions for the people who connect its devices', (vendor) => {
  expect(Object.keys(vendorGuides)).toContain(vendor);
});

it('[R582] the sample message is read as one line with its counts', () => {
  const body = Buffer.from(sampleMessage(new Date('2026-01-05T09:30:42Z')));
  const found = devicesIn({ seq: '1', vendor: 'json', device: 'atrium:SAMPLE-1', body });
  const latest = { kind: 'interval', at: Date.parse('2026-01-05T09:29:00Z') / 1000, seconds: 60, ins: 3, outs: 2 };
  expect(found).toEqual([
    {
      device: 'atrium:SAMPLE-1',
      lines: [{ lineId: '1', name: 'Main door', form: 'line', measures: ['people'], latest }],
    },
  ]);
});
