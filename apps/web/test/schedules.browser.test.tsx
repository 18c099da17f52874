import * as schedules from '@atrium/contract/schedules';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { countOf, textsOf } from './shown.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, hide, pick, press } from './steps.ts';

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const hours = [{ weekday: 1, openTime: '20:00', closeTime: '02:00' }];
const versionOf = (effectiveDate: string) => ({ effectiveDate, schedule_period: hours });
const branches = (...versions: string[]) =>
  answer(schedules.listSchedules, [
    { name: 'Branches', ...versionOf(versions.at(-1) ?? ''), schedule_version: versions.map(versionOf) },
  ]);
const card = () => page.getByRole('region', { name: 'Branches' });

async function choose(action: string): Promise<void> {
  await press('Actions for Branches');
  await page.getByRole('menuitem', { name: action }).click();
}

describe('a schedule', () => {
  const form = dialog('New schedule');
  const effective = () => form.getByLabelText('Takes effect on');

  it('[R135] takes effect tomorrow unless another day after it is picked', async () => {
    await open('/app/orgschedule', administrator);
    await press('New schedule');
    await see(effective());
    const { value, min } = effective().element() as HTMLInputElement;
    // Tomorrow begins last at the location furthest west, which may be a day behind UTC.
    expect([inDays(0), inDays(1)]).toContain(value);
    expect(Date.parse(min) - Date.parse(value)).toBe(86_400_000);
    await form.getByLabelText('Name').fill('Late shops');
    await effective().fill(inDays(-1));
    await press('Save', form);
    await see(form.getByText('Effective date must be tomorrow or later'));
    expect(sentTo(schedules.createSchedule)).toEqual([]);
    await effective().fill(value);
    expectNow(answer(schedules.createSchedule));
    await press('Save', form);
    await see(page.getByText('Schedule created successfully'));
    expect(sentTo(schedules.createSchedule)).toMatchObject([{ body: { name: 'Late shops', effectiveDate: value } }]);
  });

  it('[R136] has hours of a week that may end on the next day, and never overlap', async () => {
    await open('/app/orgschedule', administrator);
    await press('New schedule');
    await press('Save', form);
    await see(form.getByText('Name is required'));
    await see(form.getByText('A location without hours is closed all week.'));
    await form.getByLabelText('Name').fill('Late shops');
    await press('Add hours on Monday', form);
    await form.getByLabelText('Monday, opens').fill('20:00');
    await form.getByLabelText('Monday, closes').fill('02:00');
    await see(form.getByText('next day', { exact: true }));
    await press('Copy the hours of Monday to all days', form);
    await press('Add hours on Tuesday', form);
    await form.getByLabelText('Tuesday, opens (2)').fill('01:00');
    await press('Save', form);
    await see(form.getByText(/These hours overlap other hours of the schedule/));
    expect(sentTo(schedules.createSchedule)).toEqual([]);
    await press('Remove hours 2 of Tuesday', form);
    expectNow(answer(schedules.createSchedule));
    await press('Save', form);
    await see(page.getByText('Schedule created successfully'));
    const sent = sentTo(schedules.createSchedule)[0]?.body as schedules.ScheduleBody;
    expect(sent.schedule_period).toHaveLength(7);
    expect(sent.schedule_period).toContainEqual({ weekday: 2, openTime: '20:00', closeTime: '02:00' });
  });

  it('[R130] shows whether its hours are in force or planned, and is edited from there', async () => {
    await open('/app/orgschedule', [...administrator, branches(inDays(5))]);
    await see(card());
    await expect.element(card()).toHaveTextContent('20:00 – 02:00');
    await expect.element(card()).toHaveTextContent('Planned from');
    await choose('Edit schedule');
    const change = dialog('Edit schedule');
    await expect.element(change.getByLabelText('Takes effect on')).toHaveValue(inDays(5));
    await change.getByLabelText('Monday, closes').fill('23:00');
    expectNow(answer(schedules.updateSchedule));
    await press('Save', change);
    await see(page.getByText('Schedule updated successfully'));
    expect(sentTo(schedules.updateSchedule)).toMatchObject([
      { body: { schedule_period: [{ weekday: 1, openTime: '20:00', closeTime: '23:00' }] } },
    ]);
  });

  it('[R113] is planned again on the page of its organization, and what is planned can be discarded', async () => {
    await open(`/app/org/${sampleId('orgId')}?tab=schedules`, [...staff, branches('2026-01-01')]);
    await see(page.getByRole('heading', { name: 'Exceptions of the organization' }));
    expect(sentTo(schedules.listSchedules).map(({ query }) => query['orgId'])).toContain(sampleId('orgId'));
    await expect.element(card()).toHaveTextContent('In force since');
    await press('Actions for Branches');
    await see(page.getByRole('menuitem', { name: 'Edit schedule' }));
    expect(countOf(page.getByRole('menuitem', { name: 'Discard planned hours' }))()).toBe(0);
    await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
    const edit = dialog('Edit schedule');
    await edit.getByLabelText('Changed hours take effect on').fill(inDays(30));
    expectNow(answer(schedules.updateSchedule), branches('2026-01-01', inDays(30)));
    await press('Save', edit);
    const versions = card().getByRole('combobox', { name: 'Hours of Branches' });
    await expect
      .poll(textsOf(versions.getByRole('option')))
      .toEqual([expect.stringMatching(/^In force since/), expect.stringMatching(/^Planned from/)]);
    expectNow(answer(schedules.discardPlannedHours), branches('2026-01-01'));
    await choose('Discard planned hours');
    await press('Yes, discard them!', dialog('Discard Planned Hours'));
    await hide(versions);
    expect(sentTo(schedules.discardPlannedHours)).toHaveLength(1);
  });

  it('[R538] shows no buttons to those who only read', async () => {
    const reader = [...records, ...signedInAs('OrganizationUser')];
    await open('/app/orgschedule', [...reader, answer(schedules.listSchedules, [])]);
    await see(page.getByText('No schedule yet'));
    expect(countOf(page.getByRole('button', { name: 'New schedule' }))()).toBe(0);
    await page.getByRole('tab', { name: 'Locations' }).click();
    await see(page.getByRole('table', { name: /^Opening hours from/ }));
    expect(countOf(page.getByRole('button', { name: /^(Add|Edit|Delete)/ }))()).toBe(0);
  });
});

describe('the assignments of a location', () => {
  const list = '/app/orgschedule?tab=locations';
  const add = page.getByRole('button', { name: 'Add assignment' });
  const overlap = 'Assignment dates overlap another assignment. Please fix before saving';

  it('[R139] are drafts until they are saved, one at a time', async () => {
    await open(list, administrator);
    await press('Add assignment');
    await see(page.getByText('Not saved yet'));
    expect(countOf(add)()).toBe(0);
    await press('Save');
    await see(page.getByText('Schedule is required'));
    expect(sentTo(schedules.createScheduleAssignment)).toEqual([]);
    await pick('Schedule', 'Branches');
    const one = { scheduleName: 'Branches', startDate: '2026-03-03', endDate: '9999-12-31' };
    expectNow(answer(schedules.createScheduleAssignment), answer(schedules.listScheduleAssignments, [one]));
    await press('Save');
    await see(page.getByText('Schedule assignment created successfully'));
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Forever' })).toHaveTextContent('Branches');
    await press('Add assignment');
    await expect.element(add).toBeDisabled();
    await pick('Schedule', 'Branches');
    expectNow(refuse(schedules.createScheduleAssignment, 409, overlap));
    await press('Save');
    await see(page.getByText(overlap).first());
  });

  it('[R140] are deleted with the location and the first day', async () => {
    const one = { scheduleName: 'Branches', startDate: '2026-03-03', endDate: '9999-12-31' };
    await open(list, [...administrator, answer(schedules.listScheduleAssignments, [one])]);
    await press(/^Delete Branches/);
    expectNow(answer(schedules.deleteScheduleAssignment), answer(schedules.listScheduleAssignments, []));
    await press('Yes, delete it!', dialog('Delete Schedule Assignment'));
    await see(page.getByText('Schedule assignment deleted successfully'));
    const [deleted] = sentTo(schedules.deleteScheduleAssignment);
    expect(deleted?.query).toEqual({ locationId: sampleId('locationId'), startDate: '2026-03-03' });
  });
});

describe('exceptions', () => {
  const { organizationExceptionCalls: ofAll, locationExceptionCalls: ofOne } = schedules;
  const form = dialog('Add exception');
  const feast = { description: 'Feast', closed: true, startDate: inDays(14), endDate: inDays(14) };

  it('[R130] [R134] of an organization need a description, close a day or give it other hours', async () => {
    await open('/app/orgschedule?tab=exceptions', [...administrator, answer(ofAll.list, [])]);
    await press('Add exception');
    await press('Save', form);
    await see(form.getByText('Description is required'));
    expect(sentTo(ofAll.create)).toEqual([]);
    await form.getByLabelText('Description').fill('Feast');
    await form.getByLabelText('First day').fill(inDays(14));
    expectNow(answer(ofAll.create), answer(ofAll.list, [feast]));
    await press('Save', form);
    await see(page.getByText('Schedule exception created successfully'));
    const special = page.getByRole('listitem').filter({ hasText: 'Feast' });
    await expect.element(special).toHaveTextContent('Closed');
    await press('Edit Feast');
    const change = dialog('Edit exception');
    await change.getByRole('radiogroup', { name: 'On these days' }).getByText('Other hours').click();
    await change.getByLabelText('Opens').fill('10:00');
    await change.getByLabelText('Closes').fill('13:30');
    expectNow(
      answer(ofAll.update),
      answer(ofAll.list, [{ ...feast, type: 0, closed: false, openTime: '10:00', closeTime: '13:30' }]),
    );
    await press('Save', change);
    await see(page.getByText('Schedule exception updated successfully'));
    await expect.element(special).toHaveTextContent('Holiday');
    await expect.element(special).toHaveTextContent('10:00 – 13:30');
    expect(sentTo(ofAll.update)).toMatchObject([{ body: { closed: false, openTime: '10:00', closeTime: '13:30' } }]);
  });

  it('[R132] never overlap, and keep what was typed until it is given up', async () => {
    const overlap = 'Exception dates overlap another exception. Please fix before saving';
    await open('/app/orgschedule?tab=exceptions', [...administrator, refuse(ofAll.create, 409, overlap)]);
    await press('Add exception');
    await form.getByLabelText('Description').fill('Another');
    await form.getByLabelText('First day').fill(inDays(14));
    await press('Save', form);
    await see(form.getByText(overlap));
    await userEvent.keyboard('{Escape}');
    await press('Yes, close');
    await hide(form);
  });

  it('[R130] of a location extend its hours, and are deleted after a question', async () => {
    await open('/app/orgschedule?tab=locations', administrator);
    await press('Add exception');
    await form.getByLabelText('Description').fill('Late night');
    await pick('Type', 'Extended Hours', form);
    await form.getByLabelText('First day').fill(inDays(15));
    await press('Save', form);
    await see(form.getByText('Extended hours need an open and a close time'));
    expect(sentTo(ofOne.create)).toEqual([]);
    await form.getByLabelText('Opens').fill('20:00');
    await form.getByLabelText('Closes').fill('23:30');
    const late = { ...feast, description: 'Late night', type: 2, closed: false, openTime: '20:00', closeTime: '23:30' };
    expectNow(answer(ofOne.create), answer(ofOne.list, [late]));
    await press('Save', form);
    const special = page.getByRole('listitem').filter({ hasText: 'Late night' });
    await expect.element(special).toHaveTextContent('Also 20:00 – 23:30');
    expectNow(answer(ofOne.remove), answer(ofOne.list, []));
    await press('Delete Late night');
    expect(sentTo(ofOne.remove)).toEqual([]);
    await press('Yes, delete it!', dialog('Delete Schedule Exception'));
    await see(page.getByText('Schedule exception deleted successfully'));
    await hide(special);
  });
});
