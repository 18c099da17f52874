import * as schedules from '@atrium/contract/schedules';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, pick, press, refused, refusedIn } from './steps.ts';

const calls = [...records, ...signedInAs('OrganizationAdministrator')];
const hours = `/app/orgschedule?tab=locations&location=${sampleId('locationId')}`;
const assigned = answer(schedules.listScheduleAssignments, [
  { scheduleName: 'Branches', startDate: '2026-01-01', endDate: '2999-12-31' },
]);
const stocktaking = { description: 'Stocktaking', closed: true, startDate: '2030-12-31', endDate: '2030-12-31' };

async function edit() {
  await press('Actions for Branches');
  await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
  return dialog('Edit schedule');
}

it('[R080] what fails with schedules is said in their words, and what is changed too', async () => {
  await refused(schedules.listSchedules, 'Unable to retrieve schedules', () => open('/app/orgschedule', calls));
  await press('Try again');
  await (await edit()).getByRole('checkbox', { name: 'Assign to new locations' }).click();
  await refusedIn('Edit schedule', schedules.updateSchedule, 'Unable to save schedule');
  await press('Add hours on Monday', await edit());
  await refusedIn('Edit schedule', schedules.updateSchedule, 'Unable to save schedule period');
  await press('Add hours on Monday', await edit());
  expectNow(answer(schedules.updateSchedule));
  await press('Save', dialog('Edit schedule'));
  await see(page.getByText('Schedule updated successfully'));
});

it('[R080] what fails with assignments is said in their words, and what is changed too', async () => {
  await refused(schedules.listScheduleAssignments, 'Unable to retrieve assignments', () => open(hours, calls));
  await open(hours, calls);
  await press('Add assignment');
  await pick('Schedule', 'Branches');
  await refused(schedules.createScheduleAssignment, 'Unable to save assignment', () => press('Save'));
  expectNow(answer(schedules.createScheduleAssignment), assigned);
  await press('Save');
  await press(/^Edit Branches/);
  expectNow(answer(schedules.updateScheduleAssignment));
  await page.getByLabelText('Until').fill('2998-12-31');
  await press('Save');
  await see(page.getByText('Schedule assignment updated successfully'));
  expect(sentTo(schedules.updateScheduleAssignment).at(-1)?.body).toMatchObject({ endDate: '2998-12-31' });
});

it('[R080] what fails with exceptions is said in their words, and what is changed too', async () => {
  const { list, create, update } = schedules.locationExceptionCalls;
  await refused(list, 'Unable to retrieve location exceptions', () => open(hours, calls));
  await open(hours, calls);
  await press('Add exception');
  const form = dialog('Add exception');
  await form.getByLabelText('Description').fill('Stocktaking');
  await form.getByLabelText('First day').fill('2030-12-31');
  await refused(create, 'Unable to save exception', () => press('Save', form));
  expectNow(answer(create), answer(list, [stocktaking]));
  await press('Save', form);
  await press('Edit Stocktaking');
  expectNow(answer(update));
  await dialog('Edit exception').getByLabelText('Description').fill('Inventory');
  await press('Save', dialog('Edit exception'));
  await see(page.getByText('Schedule exception updated successfully'));
  await refused(schedules.organizationExceptionCalls.list, 'Unable to retrieve exceptions', () =>
    open('/app/orgschedule?tab=exceptions', calls),
  );
});
