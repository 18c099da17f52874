import {
  applyClockShift,
  createClockShift,
  getClockShift,
  getSensorClock,
  takeBackClockShift,
} from '@atrium/contract/clock-shifts';
import { getJob } from '@atrium/contract/jobs';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, type Answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { dialog, field, hide, press } from './steps.ts';

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const clockTab = `/app/sensor/${sampleId('sensorId')}?tab=clock`;
const panel = page.getByRole('region', { name: 'Clock of the sensor' });
const ahead = { skewSeconds: -3597, isClockOff: true, timezone: 'UTC', shifts: [] };
const shift = {
  from: '2026-03-02T15:00:00.000Z',
  to: '2026-03-02T17:00:00.000Z',
  seconds: -3600,
  receivedBefore: null,
  reason: 'The clock was an hour ahead',
  createdBy: 'Ada Lovelace',
  state: 'calculating',
  jobId: '8e2f1a52-8f0e-4b5e-9f43-0a4a5f5f0001',
  preview: null,
  refusal: null,
} as const;
const preview = {
  bodies: 120,
  counted: 120,
  apart: [],
  newZones: 0,
  changes: [
    {
      zoneName: 'North door',
      sensorName: 'Ceiling',
      date: '2026-03-02',
      before: { ins: 30, outs: 1 },
      after: { ins: 1208, outs: 1 },
    },
  ],
  changed: 1,
  compared: 2,
  readings: 1240,
  lost: 0,
  refusal: null,
} as const;

const openClock = async (...calls: readonly Answer[]) => {
  await open(clockTab, [...administrator, ...calls]);
  await see(panel);
};

async function askFor(): Promise<ReturnType<typeof dialog>> {
  await press('Move readings', panel);
  const asked = page.getByRole('dialog', { name: /^Move readings/ });
  await see(asked);
  await asked.getByLabelText('From, by the clock of the sensor').fill('2026-03-02T15:00');
  await asked.getByLabelText('To, by the clock of the sensor').fill('2026-03-02T17:00');
  await field('Reason', asked).fill('The clock was an hour ahead');
  return asked;
}

it('[R671] readings are moved by what was learned, after a look at what changes', async () => {
  await openClock(
    answer(getSensorClock, ahead),
    answer(createClockShift, shift),
    answer(getClockShift, shift),
    answer(getJob, { state: 'running', done: 20, total: 120 }),
  );
  await see(panel.getByText('Its clock is 59 min ahead.'));
  const asked = await askFor();
  await expect.element(field('Move by', asked)).toHaveValue('-1:00:00');
  await look('clock-shift-dialog', asked.getByText('Use what was learned: -1:00:00'));
  await press('Calculate the changes', asked);
  await see(page.getByText('20 of 120 pushes'));
  expect(sentTo(createClockShift)[0]?.body).toMatchObject({
    seconds: -3600,
    receivedBefore: null,
    reason: 'The clock was an hour ahead',
  });
  const ready = { ...shift, state: 'calculated', preview } as const;
  expectNow(answer(getClockShift, ready), answer(applyClockShift, { ...ready, state: 'moving' }));
  const shown = dialog('Move readings');
  await see(shown.getByText('1,240 readings would be moved.'));
  await look('clock-shift-preview', shown.getByRole('row', { name: /North door · Ceiling 30 \/ 1 1,208 \/ 1/ }));
  await press('Move them', shown);
  expectNow(
    answer(getClockShift, { ...ready, state: 'moved' }),
    answer(getJob, { state: 'done', done: 120, total: 120 }),
  );
  await see(shown.getByText('Done. Charts show the new numbers.'));
  expect(sentTo(applyClockShift)).toHaveLength(1);
});

it('[R670] [R671] says next to each field what is wrong, and loses nothing', async () => {
  await openClock(answer(getSensorClock, { ...ahead, skewSeconds: null, isClockOff: false }));
  await see(panel.getByText(/^How exact its clock is, is not known yet/));
  await press('Move readings', panel);
  const asked = page.getByRole('dialog', { name: /^Move readings/ });
  await press('Calculate the changes', asked);
  await see(asked.getByText('Start is required'));
  await see(asked.getByText('End is required'));
  await see(asked.getByText('Reason is required'));
  await asked.getByLabelText('From, by the clock of the sensor').fill('2026-03-02T15:00');
  await asked.getByLabelText('To, by the clock of the sensor').fill('2026-03-02T17:00');
  await field('Move by', asked).fill('an hour');
  await press('Calculate the changes', asked);
  await look('clock-shift-problems', asked.getByText('Enter hours, minutes and seconds, such as -1:00:00'));
  await field('Move by', asked).fill('+200:00:00');
  await field('Reason', asked).fill('Wrong');
  await press('Calculate the changes', asked);
  await see(asked.getByText('Readings can be moved by at most seven days, unless the clock was not set'));
  await field('Move by', asked).fill('-0:30:00');
  expectNow(refuse(createClockShift, 409, 'Part of this range is moved already. Take that back first.'));
  await press('Calculate the changes', asked);
  await see(asked.getByText('Part of this range is moved already. Take that back first.'));
  await expect.element(field('Move by', asked)).toHaveValue('-0:30:00');
});

it('[R669] [R671] says why readings cannot be moved, and offers no button for it', async () => {
  const refusal = 'For 25 readings at these times what the sensor sent is no longer kept';
  const refused = { ...shift, state: 'calculated', preview: { ...preview, lost: 25, refusal } } as const;
  await openClock(answer(getSensorClock, ahead), answer(createClockShift, refused), answer(getClockShift, refused));
  await press('Calculate the changes', await askFor());
  const shown = dialog('Move readings');
  await look('clock-shift-refused', shown.getByText(`${refusal}.`));
  await hide(shown.getByRole('button', { name: 'Move them' }));
});

it('[R667] [R671] what was moved is listed, taken back after a question, and continued where it stopped', async () => {
  const moved = { ...shift, clockShiftId: sampleId('clockShiftId', 1), state: 'moved', preview } as const;
  const stopped = {
    ...moved,
    clockShiftId: sampleId('clockShiftId', 2),
    state: 'interrupted',
    receivedBefore: '2026-03-02T18:00:00.000Z',
    reason: 'Stopped',
  } as const;
  const failed = { ...moved, clockShiftId: sampleId('clockShiftId', 3), refusal: 'No longer kept', reason: 'Stays' };
  await openClock(answer(getSensorClock, { ...ahead, shifts: [moved, stopped, failed] }));
  await look('clock-shifts', panel.getByText('The clock was an hour ahead (Ada Lovelace)'));
  await see(panel.getByText('No longer kept.'));
  await see(panel.getByText(/^Moved by -1:00:00, received before/));
  const items = panel.getByRole('listitem');
  expectNow(answer(applyClockShift, { ...stopped, state: 'moving' }));
  await press(/^Continue: /, items.nth(1));
  await expect.poll(() => sentTo(applyClockShift)).toHaveLength(1);
  expectNow(
    answer(takeBackClockShift, { ...moved, state: 'takingBack' }),
    answer(getSensorClock, { ...ahead, shifts: [{ ...moved, state: 'takingBack' }] }),
    answer(getJob, { state: 'running', done: 40, total: 120 }),
  );
  await press(/^Take back: /, items.nth(0));
  await press('Take back', dialog('Put these readings back?'));
  await look('clock-shift-back', panel.getByText('40 of 120 pushes'));
});

it('[R671] people without the right do not see the clock, and a failure can be tried again', async () => {
  await open(`/app/sensor/${sampleId('sensorId')}`, [...records, ...signedInAs('OrganizationUser')]);
  await see(page.getByRole('tab', { name: 'Zones' }));
  await hide(page.getByRole('tab', { name: 'Clock' }));
  await open(clockTab, [...administrator, refuse(getSensorClock, 503, 'The database is away.')]);
  await look('clock-failed', panel.getByText('The database is away.'));
});
