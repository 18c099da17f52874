import { createCorrection, listCorrections, previewCorrection, removeCorrection } from '@atrium/contract/corrections';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, type Answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { dialog, field, hide, pick, press } from './steps.ts';

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const zones = `/app/sensor/${sampleId('sensorId')}?tab=zones`;
const panel = page.getByRole('region', { name: 'Corrections' });
const corrected = {
  from: '2026-03-02T15:00:00.000Z',
  to: '2026-03-02T17:00:00.000Z',
  kind: 'estimated',
  reason: 'A delivery blocked the door',
  createdBy: 'Ada Lovelace',
} as const;
const hours = [
  { from: '2026-03-02T15:00:00.000Z', to: '2026-03-02T16:00:00.000Z', counted: { ins: 12, outs: 9 }, corrected: null },
  { from: '2026-03-02T16:00:00.000Z', to: '2026-03-02T17:00:00.000Z', counted: null, corrected: null },
];
const preview = answer(previewCorrection, { hours, counted: { ins: 12, outs: 9 }, corrected: { ins: 0, outs: 0 } });

async function openZone(...calls: readonly Answer[]) {
  await open(zones, [...administrator, ...calls]);
  await page.getByRole('table', { name: 'Zones' }).getByRole('button').first().click();
  await see(panel);
}

it('[R661] [R663] a period is corrected with entered counts, after a look at what changes', async () => {
  await openZone(answer(listCorrections, []), preview);
  await press('Correct a period', panel);
  const asked = page.getByRole('dialog', { name: /^Correct a period of/ });
  await see(asked);
  await pick('What counts instead', 'Entered counts', asked);
  await see(asked.getByText('12 in were counted; 12 will count.'));
  await press('Correct', asked);
  await see(asked.getByText('Say why these counts are wrong.'));
  await field('Reason', asked).fill('A delivery blocked the door');
  await asked.getByRole('textbox', { name: /^In, / }).first().fill('40');
  await look('correction-dialog', asked.getByText('12 in were counted; 40 will count.'));
  expectNow(answer(createCorrection, corrected), answer(listCorrections, [corrected]));
  await press('Correct', asked);
  await hide(asked);
  const [sent] = sentTo(createCorrection);
  expect(sent?.body).toMatchObject({
    kind: 'replaced',
    reason: 'A delivery blocked the door',
    counts: [
      { ins: 40, outs: 9 },
      { ins: 0, outs: 0 },
    ],
  });
});

it('[R661] [R664] corrections are listed with their reason, and taken back after a question', async () => {
  await openZone(answer(listCorrections, [corrected]));
  await look('corrections', panel.getByText('A delivery blocked the door (Ada Lovelace)'));
  await see(panel.getByText('An estimate'));
  expectNow(answer(removeCorrection, corrected), answer(listCorrections, []));
  await press(/^Take back the correction of/, panel);
  await press('Take back', dialog('Take this correction back?'));
  await see(panel.getByText('No corrections'));
});
