import { customFieldCalls, listFieldNames, listFieldValuesOfType } from '@atrium/contract/custom-fields';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, hide, press } from './steps.ts';

const fields = `/app/org/${sampleId('orgId')}?tab=fields`;
const { list, create, update, remove } = customFieldCalls.org;
const region = { name: 'Region', value: 'North' };
const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const row = () => page.getByRole('table', { name: 'Custom fields' }).getByRole('row', { name: /Region/ });

it('[R254] a custom field needs a name and a value', async () => {
  await open(fields, [...administrator, answer(list, [])]);
  await press('Add custom field');
  const form = dialog('Add custom field');
  await press('Save', form);
  await see(form.getByText('Name is required'));
  await see(form.getByText('Value is required'));
  expect(sentTo(create)).toEqual([]);
  await form.getByRole('combobox', { name: 'Name' }).fill('Region');
  await form.getByRole('combobox', { name: 'Value' }).fill('North');
  expectNow(answer(create, region), answer(list, [region]));
  await userEvent.keyboard('{Enter}');
  await see(page.getByText('Custom Field created successfully'));
  await expect.element(row()).toHaveTextContent('North');
  expect(sentTo(create)).toMatchObject([{ body: region }]);
});

it('[R242] names and values in use are suggested, and a name that is taken is refused', async () => {
  const suggested = [answer(listFieldNames, ['Region']), answer(listFieldValuesOfType, ['North'])];
  await open(fields, [...administrator, ...suggested]);
  await press('Add custom field');
  const form = dialog('Add custom field');
  await form.getByRole('combobox', { name: 'Name' }).fill('Regio');
  await page.getByRole('option', { name: 'Region' }).click();
  await form.getByRole('combobox', { name: 'Value' }).click();
  await see(page.getByRole('option', { name: 'North' }));
  await form.getByRole('combobox', { name: 'Value' }).fill('x');
  const taken = 'There is a custom field named Region already.';
  expectNow(refuse(create, 400, taken, { details: [{ path: 'name', message: taken }] }));
  await press('Save', form);
  await see(form.getByText(taken));
});

it('[R243] the value is changed, the name is not', async () => {
  await open(fields, administrator);
  await press('Edit Region');
  const form = dialog('Edit custom field');
  await expect.element(form.getByLabelText('Name')).toHaveAttribute('readonly');
  await form.getByRole('combobox', { name: 'Value' }).fill('South');
  const south = { ...region, value: 'South' };
  expectNow(answer(update, south), answer(list, [south]));
  await press('Save', form);
  await see(page.getByText('Custom Field updated successfully'));
  await expect.element(row()).toHaveTextContent('South');
  expect(sentTo(update).map(({ body }) => body)).toEqual([{ value: 'South' }]);
});

it('a custom field is deleted after a question', async () => {
  await open(fields, administrator);
  await press('Delete Region');
  const question = dialog('Delete Custom Field');
  await see(question.getByText('You are about to delete this custom field. This cannot be undone. Are you sure?'));
  expect(sentTo(remove)).toEqual([]);
  expectNow(answer(remove), answer(list, []));
  await press('Yes, delete it!', question);
  await see(page.getByText('Custom Field deleted successfully'));
  await hide(row());
});

it('[R239] staff read the custom fields of an organization', async () => {
  await open(fields, [...records, ...signedInAs('SenSourceUser')]);
  await see(page.getByText('Only administrators of the organization can change these.'));
  await expect.element(row()).toHaveTextContent('North');
  expect(page.getByRole('button', { name: 'Add custom field' }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Edit Region' }).elements()).toEqual([]);
});
