import { getLocation } from '@atrium/contract/locations';
import * as spaces from '@atrium/contract/spaces';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, answerEmpty, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { countOf, textsOf } from './shown.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { dialog, field, heading, hide, overtaken, press } from './steps.ts';

const location = `/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}`;
const space = `${location}/space/${sampleId('spaceId')}`;
const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const reader = [...records, ...signedInAs('OrganizationUser')];
const hamburg = { name: 'Hamburg', timezone: 'Europe/Berlin' };
const line = { name: 'Line 7', deviceId: '7', reverseInsAndOuts: false };
const kept = { name: 'Waiting hall', maxCapacity: 120, location: hamburg };
const of = (values: object) => answer(spaces.getSpace, { ...kept, zone: [], ...values });
const tab = (name: string) => page.getByRole('tab', { name });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('the list of spaces', () => {
  it('[R161] needs a name and a capacity for a new one', async () => {
    await open(`${location}?tab=spaces`, administrator);
    await see(page.getByText('Areas of this location whose occupancy is calculated from the zones around them.'));
    await press('New space');
    const form = dialog('New space');
    await form.getByLabelText('Max capacity').fill('0');
    await press('Save', form);
    await see(form.getByText('Name is required'));
    await see(form.getByText('Max capacity must be a whole number from 1 to 1000000'));
    expect(sentTo(spaces.createSpace)).toEqual([]);
  });

  it('[R129] [R143] is there if the server shows spaces, and only then', async () => {
    const depot = { name: 'Depot', timezone: 'UTC', site: [] };
    await open(location, [...administrator, answer(getLocation, { ...depot, space: [] })]);
    await see(tab('Spaces'));
    await open(location, [...administrator, answer(getLocation, depot)]);
    await see(tab('Opening hours'));
    expect(countOf(tab('Spaces'))()).toBe(0);
  });
});

const asked = () => sentTo(spaces.listAddableZones).at(-1)?.query;

describe('the zones of a space', () => {
  const draft = page.getByRole('form', { name: 'New zone' });
  const reverse = page.getByRole('switch', { name: 'Reverse ins and outs of Line 7' });

  it('[R163] offer inactive sensors and disabled zones once they are asked for', async () => {
    await open(space, [...administrator, of({})]);
    await see(page.getByText('The lines that people cross to enter and leave this space.'));
    await see(page.getByText('No zone yet'));
    await expect
      .element(page.getByRole('region', { name: 'About this space' }))
      .toHaveTextContent(/Max capacity.*120$/);
    await press('Add zone');
    await expect.element(draft.getByRole('switch', { name: 'Show inactive sensors' })).not.toBeChecked();
    await press('Save', draft);
    await see(draft.getByText('Choose a zone'));
    expect(sentTo(spaces.addSpaceZone)).toEqual([]);
    await expect.poll(asked).not.toMatchObject({ disabledZones: 'true' });
    await draft.getByRole('switch', { name: 'Show disabled zones' }).click();
    await expect.poll(asked).toMatchObject({ disabledZones: 'true' });
    await draft.getByRole('switch', { name: 'Show inactive sensors' }).click();
    await expect.poll(asked).toMatchObject({ inactiveSensors: 'true' });
    expectNow(answer(spaces.listAddableZones, []));
    await draft.getByRole('combobox', { name: 'Zone' }).fill('concourse');
    await see(page.getByText('No zone can be added'));
  });

  it('[R170] turn back when reversing fails', async () => {
    await open(space, [...administrator, of({ zone: [line] }), answerEmpty(spaces.updateSpaceZone, 500)]);
    await see(reverse);
    await reverse.click({ force: true });
    await see(page.getByText(/^Could not update zone/));
    await expect.element(reverse).not.toBeChecked();
    expectNow(answer(spaces.updateSpaceZone), of({ zone: [{ ...line, reverseInsAndOuts: true }] }));
    await reverse.click({ force: true });
    await expect.element(reverse).toBeChecked();
    expect(sentTo(spaces.updateSpaceZone).at(-1)?.body).toMatchObject({ reverseInsAndOuts: true });
  });

  it('leave the space after a question', async () => {
    await open(space, [...administrator, of({ zone: [line] }), answer(spaces.removeSpaceZone)]);
    await press('Remove Line 7');
    expect(sentTo(spaces.removeSpaceZone)).toEqual([]);
    expectNow(of({}));
    await press('Yes, remove it!');
    await see(page.getByText('Zone removed from space'));
    await hide(reverse);
  });

  it('[R129] are read by everyone who sees the location, and changed by none of them', async () => {
    await open(space, [...reader, of({ zone: [line] })]);
    await see(heading('Waiting hall'));
    await expect.element(reverse).toBeDisabled();
    await tab('Resets').click();
    await see(page.getByRole('heading', { name: 'Daily reset' }));
    for (const name of ['Add reset', 'Edit', 'More actions'])
      expect(countOf(page.getByRole('button', { name }))()).toBe(0);
  });
});

const value = (shown: Element) => Date.parse((shown as HTMLInputElement).value);

const resetTo = (people: number, version: number) =>
  of({
    resetConfig: {
      resetDaily: true,
      resetDailyAtTime: true,
      resetWithHoursOfOp: false,
      resetTimes: [{ time: '08:00', value: people }],
    },
    version,
  });

describe('the resets of a space', () => {
  const daily = page.getByRole('form', { name: 'Daily reset' });
  const region = page.getByRole('region', { name: 'Daily reset' });
  const time = (number: number) => daily.getByLabelText(`Time ${number}`, { exact: true });
  const question = dialog('Full recalculation');

  it('[R161] by hand are at a time that exists, and widen the period that is shown', async () => {
    const none = answer(spaces.listOccupancyResets, []);
    await open(`${space}?tab=resets`, [...administrator, of({}), none]);
    await see(page.getByText('The occupancy is not reset every day.'));
    const from = page.getByLabelText('From', { exact: true });
    const until = page.getByLabelText('Until', { exact: true });
    expect((value(until.element()) - value(from.element())) / 86_400_000).toBe(7);
    await press('Add reset');
    const draft = page.getByRole('form', { name: 'New reset' });
    await draft.getByLabelText('Date').fill('2026-03-29');
    await draft.getByLabelText('Time').fill('02:30');
    await draft.getByLabelText('People inside').fill('-1');
    await press('Save', draft);
    await see(draft.getByText('There is no 02:30 on 2026-03-29 in Europe/Berlin'));
    await see(draft.getByText('Reset value must be a positive number'));
    expect(sentTo(spaces.addOccupancyReset)).toEqual([]);
    const before = inDays(-30);
    await draft.getByLabelText('Date').fill(before);
    await draft.getByLabelText('People inside').fill('12');
    const saved = { resetDate: `${before}T01:30:00.000Z`, occupants: 12 };
    expectNow(answer(spaces.addOccupancyReset), answer(spaces.listOccupancyResets, [saved]));
    await press('Save', draft);
    await see(page.getByText('Manual reset created successfully'));
    await expect.element(from).toHaveValue(before);
    await hide(draft);
    const resets = page.getByRole('list', { name: 'Manual resets' }).getByRole('listitem');
    await expect.poll(textsOf(resets)).toEqual([expect.stringMatching(/[23]:30 am12 people inside/i)]);
    expectNow(answer(spaces.deleteOccupancyReset), none);
    await press(/^Delete the reset of/);
    await press('Yes, delete it!');
    await see(page.getByText('Manual reset deleted successfully'));
    await see(page.getByText('No resets in this period'));
  });

  it('[R168] every day begin at 08:00 UTC with nobody inside, and need times that differ', async () => {
    await open(`${space}?tab=resets`, [...administrator, of({})]);
    await press('Edit', region);
    await daily.getByRole('switch', { name: 'Reset every day' }).click();
    // 08:00 in UTC, as the clock of Hamburg shows it.
    await expect.element(time(1)).toHaveDisplayValue(/^(09|10):00$/);
    await expect.element(daily.getByLabelText('People inside at time 1')).toHaveValue('0');
    await press('Add time', daily);
    for (const number of [1, 2]) await time(number).fill('04:15');
    await press('Save', daily);
    await look('space-daily-reset', daily.getByText('Reset time must not duplicate an existing one'));
    for (const number of [2, 1]) await press(`Remove time ${number}`, daily);
    await press('Save', daily);
    await see(daily.getByText(/or a fixed time with at least one reset time/));
    expect(sentTo(spaces.updateSpace)).toEqual([]);
  });

  it('[R167] every day ask before everything is calculated again', async () => {
    await open(`${space}?tab=resets`, [...administrator, of({})]);
    await press('Edit', region);
    await daily.getByRole('switch', { name: 'Reset every day' }).click();
    await time(1).fill('04:15');
    await press('Save', daily);
    await look('space-recalculation', question.getByText(/recalculates the occupancy of this space from now on/));
    await press('Cancel', question);
    await hide(question);
    await expect.element(daily).toBeVisible();
    expect(sentTo(spaces.updateSpace)).toEqual([]);
    const resetTimes = [{ time: '08:00', value: 0 }];
    const atTime = { resetDaily: true, resetDailyAtTime: true, resetWithHoursOfOp: false, resetTimes };
    expectNow(answer(spaces.updateSpace), of({ resetConfig: atTime }));
    await press('Save', daily);
    await press('Yes, save them!', question);
    await see(page.getByText('Space updated successfully'));
    // 04:15 in Hamburg, as UTC has it.
    expect(sentTo(spaces.updateSpace)).toMatchObject([
      { body: { resetConfig: { resetTimes: [{ time: expect.stringMatching(/^0[23]:15/) }] } } },
    ]);
    const times = page.getByRole('list', { name: 'Reset times' }).getByRole('listitem');
    await expect.poll(textsOf(times)).toEqual([expect.stringMatching(/(09|10):00.*0 people inside/)]);
    await press('Edit', region);
    await daily.getByText('With hours of operation').click();
    expectNow(of({ resetConfig: { ...atTime, resetDailyAtTime: false, resetWithHoursOfOp: true } }));
    await press('Save', daily);
    await press('Yes, save them!', question);
    await see(page.getByText('Every day, by the hours of operation of the location.'));
  });

  it('[R1195] every day are saved only on those that the form shows', async () => {
    await open(`${space}?tab=resets`, [...administrator, resetTo(0, 4)]);
    await press('Edit', region);
    await time(1).fill('04:15');
    await press('Save', daily);
    await press('Cancel', question);
    await hide(question);
    await expect.element(time(1)).toHaveValue('04:15');
    const save = async () => {
      await press('Save', daily);
      await press('Yes, save them!', question);
    };
    await overtaken(spaces.updateSpace, resetTo(7, 5), save);
    const again = await overtaken(spaces.updateSpace, resetTo(7, 5), save);
    expect(again.headers.get('if-match')).toBe('"4"');
    await expect.element(time(1)).toHaveValue('04:15');
    await press('Cancel', daily);
    await press('Edit', region);
    await expect.element(daily.getByLabelText('People inside at time 1')).toHaveValue('7');
  });
});

it('[R161] a space has custom fields and attachments, and a dialog that edits it', async () => {
  await open(space, [...administrator, of({})]);
  await tab('Custom fields').click();
  await see(page.getByRole('heading', { name: 'Custom fields' }));
  await tab('Attachments').click();
  await see(page.getByRole('heading', { name: 'Attachments' }));
  await press('Edit');
  const edit = dialog('Edit space');
  await expect.element(field('Name', edit)).toHaveValue('Waiting hall');
  await edit.getByLabelText('Target occupancy').fill('90');
  await edit.getByRole('switch', { name: 'Disabled' }).click();
  expectNow(answer(spaces.updateSpace), of({ targetOccupancy: 90, disabled: true }));
  await press('Save', edit);
  await hide(edit);
  await see(page.getByText('Space updated successfully'));
  await expect.element(page.getByRole('region', { name: 'About this space' })).toHaveTextContent('90');
  expect(sentTo(spaces.updateSpace)).toMatchObject([{ body: { targetOccupancy: 90, disabled: true } }]);
});
