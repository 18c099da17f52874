import { quarantineTexts } from '@atrium/rules/push-outcome';
import { sampleMessage } from '@atrium/rules/vendor-guide';
import { vendorGuides } from '@atrium/rules/vendor-guides';
import { expect, it } from 'vitest';
import { devicesIn } from '../lines.ts';
import type { Reason } from '../plan.ts';
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

it('[R585] every reason of the quarantine has words, and those that people can mend say how', () => {
  // The compiler wants an entry for each reason that the pump knows.
  const reasons: Readonly<Record<Reason, true>> = {
    not_json: true,
    not_xml: true,
    has_doctype: true,
    too_deep: true,
    too_wide: true,
    too_many_records: true,
    unknown_shape: true,
    unsupported_kind: true,
    several_devices: true,
    bad_interval: true,
    bad_value: true,
    unidentified: true,
    unassigned: true,
    organization_gone: true,
    dummy_sensor: true,
    test_data: true,
    not_commissioned: true,
    before_commissioning: true,
    clock_unset: true,
    future: true,
    implausible: true,
    no_site: true,
    no_series: true,
    too_many_logics: true,
    decoder_failed: true,
    not_applicable: true,
  };
  for (const reason of Object.keys(reasons)) expect(quarantineTexts[reason]?.what, reason).toBeTruthy();
  for (const reason of ['unassigned', 'unidentified', 'clock_unset', 'unknown_shape']) {
    expect(quarantineTexts[reason]?.fix, reason).toBeTruthy();
  }
});
