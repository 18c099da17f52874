import { deleteLocation } from '@atrium/contract/locations';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { open, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, heading, hide } from './steps.ts';

afterEach(() => page.viewport(1440, 900));

const location = `/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}`;

const columnsOf = (element: Element) => getComputedStyle(element).gridTemplateColumns.split(' ').length;

it('[R019] layouts change at 1200, 992, 768 and 480 pixels', async () => {
  await open('/app/org/new', [...records, ...signedInAs('SenSourceUser')]);
  const counting = page.getByRole('group', { name: 'Counting' });
  await see(counting);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  /** The columns of the capabilities, whether the menu is there, and the space around the page. */
  const shape = async (width: number) => {
    await page.viewport(width, 900);
    await expect.poll(() => window.innerWidth).toBe(width);
    const main = document.querySelector('main');
    if (!main) throw new Error('The page has no main part.');
    return {
      columns: columnsOf(counting.element().parentElement ?? main),
      menu: menu.elements().length > 0,
      padding: Number.parseFloat(getComputedStyle(main).paddingInlineStart),
    };
  };
  const wide = await shape(1200);
  expect(wide).toMatchObject({ columns: 3, menu: true });
  expect(await shape(1199)).toEqual({ ...wide, columns: 2 });
  expect(await shape(992)).toEqual({ ...wide, columns: 2 });
  expect(await shape(991)).toEqual({ ...wide, columns: 2, menu: false });
  expect(await shape(768)).toEqual({ ...wide, columns: 2, menu: false });
  const phone = await shape(767);
  expect(phone).toMatchObject({ columns: 2, menu: false });
  expect(phone.padding).toBeLessThan(wide.padding);
  expect(await shape(480)).toEqual(phone);
  expect(await shape(479)).toEqual({ ...phone, columns: 1 });
});

/** Opens a dialog, which must lie on a backdrop and fade in, and closes it by Escape. */
const widthOf = async (opener: string, title: string) => {
  let faded = 0;
  const noteTransition = ({ target }: TransitionEvent) => {
    if (target instanceof Element && target.closest('[role="dialog"]')) faded += 1;
  };
  document.addEventListener('transitionrun', noteTransition);
  await page.getByRole('button', { name: opener }).first().click();
  const opened = page.getByRole('dialog', { name: title });
  await see(opened);
  const { width } = opened.element().getBoundingClientRect();
  expect(document.querySelector('.mantine-Modal-overlay')).not.toBeNull();
  await expect.poll(() => faded).toBeGreaterThan(0);
  document.removeEventListener('transitionrun', noteTransition);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => opened.elements().length).toBe(0);
  return Math.round(width);
};

it('[R100] dialogs are of medium size on a backdrop, fade in and close by Escape; one for an address is small', async () => {
  const calls = [...records, ...signedInAs('OrganizationAdministrator')];
  await open('/app/users?tab=active', calls);
  await see(page.getByRole('rowheader', { name: 'Lena Marsh' }));
  expect(await widthOf('Invite user', 'Invite a user')).toBe(440);
  await open('/app/orgsettings', calls);
  await see(page.getByRole('heading', { level: 1, name: 'Organization settings' }));
  expect(await widthOf('Add address', 'Add a notification address')).toBe(380);
});

it('[R809] tabs are at least 44 pixels high on a phone', async () => {
  await page.viewport(390, 844);
  await open(location, [...records, ...signedInAs('OrganizationAdministrator')]);
  const tabs = page.getByRole('tab');
  await see(tabs.first());
  const heights = tabs.elements().map((tab) => tab.getBoundingClientRect().height);
  expect(heights.length).toBeGreaterThan(3);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});

it('[R810] a dialog that asks before something dangerous has the focus on Cancel, so that Enter changes nothing', async () => {
  await open(location, [...records, ...signedInAs('OrganizationAdministrator')]);
  await see(heading('Riverside Branch'));
  await chooseAction('Delete location');
  const question = dialog('Delete Location');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await hide(question);
  expect(sentTo(deleteLocation)).toEqual([]);
});
