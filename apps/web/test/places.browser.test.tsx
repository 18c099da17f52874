import { listAnnotations } from '@atrium/contract/annotations';
import { getTraffic } from '@atrium/contract/data';
import { getLocationAcf } from '@atrium/contract/diagnostics';
import * as locations from '@atrium/contract/locations';
import { search } from '@atrium/contract/search';
import * as sites from '@atrium/contract/sites';
import { getWeatherHistory } from '@atrium/contract/weather';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dayInChicago } from './local-days.ts';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { address, countOf, textsOf } from './shown.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, downloads, field, heading, hide, press } from './steps.ts';

const location = `/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}`;
const site = `${location}/site/${sampleId('siteId')}`;
const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const badIp = 'Enter an IP address as four numbers from 0 to 255, separated by dots';
const tab = (name: string) => page.getByRole('tab', { name });

const note = (number: number, text: string, days: readonly [string, string], locationId: string | null) => ({
  annotationId: sampleId('annotationId', number),
  text,
  startDate: days[0],
  endDate: days[1],
  locationId,
  locationName: locationId && 'Riverside Branch',
});

describe('a new location', () => {
  const place = {
    city: 'Austin',
    state: 'Texas',
    country: 'United States',
    latitude: 30.268107,
    longitude: -97.744821,
  };
  const suggested = { street: '100 Congress Ave', postalCode: '78701', ...place };

  it('[R144] [R146] takes a suggested address, the time zone of its coordinates and its first site', async () => {
    await open('/app/locations', [...administrator, answer(locations.suggestAddresses, [suggested])]);
    await see(page.getByRole('link', { name: 'Riverside Branch' }));
    const add = page.getByRole('button', { name: 'New location' });
    await add.click();
    const form = dialog('New location');
    await see(form);
    await userEvent.keyboard('{Escape}');
    await hide(form);
    await expect.element(add).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await press('Save', form);
    await see(form.getByText('Name is required'));
    await see(form.getByText('Time zone is required'));
    expect(sentTo(locations.createLocation)).toEqual([]);
    await field('Name', form).fill('Congress Avenue');
    await form.getByRole('combobox', { name: 'Street' }).fill('100 Congress');
    await page.getByRole('option', { name: '100 Congress Ave, Austin Texas 78701, United States' }).click();
    await expect.element(form.getByRole('combobox', { name: 'Street' })).toHaveValue('100 Congress Ave');
    await expect.element(form.getByLabelText('City')).toHaveValue('Austin');
    await expect.element(form.getByLabelText('Longitude')).toHaveValue('-97.744821');
    expectNow(answer(locations.getTimezone, { zoneName: 'America/Chicago' }));
    await press('Use the coordinates', form);
    await expect.element(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Chicago');
    await form.getByLabelText('Name of the site').fill('North door');
    expectNow(answer(locations.createLocation));
    await press('Save', form);
    await see(page.getByText('Location created successfully'));
    expect(sentTo(locations.createLocation)).toMatchObject([
      {
        body: {
          name: 'Congress Avenue',
          street: '100 Congress Ave',
          timezone: 'America/Chicago',
          site: [{ name: 'North door' }],
        },
      },
    ]);
  });
});

describe('a location', () => {
  it('[R142] shows where it is, and has tabs for what belongs to it', async () => {
    await open(location, administrator);
    await see(page.getByRole('img', { name: 'Map with Riverside Branch' }));
    const map = page.getByRole('link', { name: 'Open in OpenStreetMap' });
    await expect.element(map).toHaveAttribute('href', expect.stringMatching(/mlat=30\.268107/));
    await see(page.getByText('Austin Texas, United States'));
    await see(tab('Spaces'));
    await tab('Opening hours').click();
    await see(page.getByRole('table', { name: /^Opening hours from/ }));
    await tab('Custom fields').click();
    await see(page.getByRole('heading', { name: 'Custom fields' }));
    await tab('Attachments').click();
    await see(page.getByRole('heading', { name: 'Attachments' }));
  });

  it('[R529] shows a country that is stored as a code by its name', async () => {
    const toronto = { name: 'Riverside Branch', city: 'Toronto', state: 'Ontario', country: 'CA' };
    await open(location, [...administrator, answer(locations.getLocation, { ...toronto, site: [], space: [] })]);
    await see(page.getByText('Toronto Ontario, Canada'));
    await press('Edit');
    await expect.element(dialog('Edit location').getByRole('combobox', { name: 'Country' })).toHaveValue('Canada');
    await open('/app/locations', [...administrator, answer(locations.listLocations, [toronto])]);
    await see(page.getByRole('cell', { name: 'Canada', exact: true }));
  });

  it('[R153] has one site that is written at a time, which stays while someone looks something up', async () => {
    await open(location, administrator);
    await press('Add site');
    const draft = page.getByRole('form', { name: 'New site' });
    await expect.element(page.getByRole('button', { name: 'Edit North door' })).toBeDisabled();
    await expect.element(field('Name', draft)).toHaveFocus();
    await draft.getByRole('switch', { name: 'Use DHCP' }).click();
    await field('Name', draft).fill('South door');
    await tab('Custom fields').click();
    await hide(draft);
    await tab('Overview').click();
    await expect.element(field('Name', draft)).toHaveValue('South door');
    await draft.getByLabelText('IP address').fill('256.1.1.1');
    await press('Save', draft);
    await see(draft.getByText(badIp));
    expect(sentTo(sites.createSite)).toEqual([]);
    await draft.getByLabelText('IP address').fill('10.0.0.1');
    expectNow(answer(sites.createSite));
    await press('Save', draft);
    await see(page.getByText('Site created successfully'));
    expect(sentTo(sites.createSite)).toMatchObject([{ body: { name: 'South door', ipAddress: '10.0.0.1' } }]);
  });

  it('[R142] is edited: why it has no ACF, what another time zone means, what others changed meanwhile', async () => {
    await open(location, administrator);
    await press('Edit');
    const edit = dialog('Edit location');
    await edit.getByRole('switch', { name: 'Eligible for ACF' }).click();
    await press('Save', edit);
    await see(edit.getByText('A reason is required when ACF is disabled'));
    expect(sentTo(locations.updateLocation)).toEqual([]);
    await edit.getByLabelText('Why it is not eligible').fill('One door is not counted');
    await edit.getByRole('combobox', { name: 'Time zone' }).fill('Denver');
    await page.getByRole('option', { name: 'America/Denver' }).click();
    await see(edit.getByText(/start at midnight in the new time zone instead of America\/Chicago/));
    const stale = 'Someone else changed this in the meantime.';
    expectNow(refuse(locations.updateLocation, 412, stale, { code: 'stale' }));
    await press('Save', edit);
    await see(edit.getByText(stale));
    expectNow(answer(locations.updateLocation));
    await press('Save', edit);
    await see(page.getByText('Location updated successfully'));
  });

  it('[R147] is deleted only when its exact name is typed', async () => {
    await open(location, administrator);
    await see(heading('Riverside Branch'));
    await chooseAction('Delete location');
    await press('Yes, delete it!');
    const typed = page.getByLabelText('Type the name of the location, Riverside Branch, to delete it');
    await typed.fill('something else');
    await press('Yes, delete it!');
    await see(page.getByText('Invalid Input: the text did not match'));
    expect(sentTo(locations.deleteLocation)).toEqual([]);
    await typed.fill('Riverside Branch');
    expectNow(answer(locations.deleteLocation));
    await press('Yes, delete it!');
    await see(page.getByText('Location deleted successfully'));
    await see(heading('Locations'));
  });

  it('[R150] has an ACF table from 30 days ago to yesterday, which is saved as a file', async () => {
    const counted = { org: 'Lakeside Libraries', location: 'Riverside Branch' };
    await open(`${location}?tab=acf`, [...administrator, answer(getLocationAcf, [counted])]);
    const table = page.getByRole('table', { name: 'ACF' });
    await see(table);
    const [startDate, endDate] = [dayInChicago(30), dayInChicago(1)];
    expect(sentTo(getLocationAcf).at(-1)?.query).toMatchObject({ startDate, endDate });
    expect(countOf(table.getByRole('row'))()).toBe(2);
    const [file] = await downloads(() => press('CSV'));
    expect(file?.name).toBe(`location-acf_${startDate}-${endDate}.csv`);
    expect(file?.text).toContain('Organization,Location,In,Out,ACF');
    expect(file?.text).toContain('Riverside Branch');
  });

  it('[R1006] shows on the chart of a day what people noted about it', async () => {
    const day = '2026-03-03';
    await open(`${location}?day=${day}`, [
      ...administrator,
      answer(getWeatherHistory, { hours: [] }),
      answer(listAnnotations, [
        note(1, 'Street fair', [day, day], sampleId('locationId')),
        note(2, 'Book sale', ['2026-03-01', '2026-03-06'], null),
        note(3, 'Far away', [day, day], sampleId('locationId', 9)),
        note(4, 'The day after', ['2026-03-04', '2026-03-04'], null),
      ]),
    ]);
    const list = page.getByRole('list', { name: 'Annotations' });
    await expect
      .poll(textsOf(list.getByRole('listitem')))
      .toEqual(['3/1/26 – 3/6/26: Book sale', '3/3/26: Street fair (Riverside Branch)']);
    expect(sentTo(listAnnotations).at(-1)?.query).toMatchObject({ startDate: day, endDate: day });
    await look('location-day-annotations', list);
    expect(document.querySelectorAll('[data-annotation]')).toHaveLength(1);
    await expect
      .element(page.getByRole('slider', { name: /Riverside Branch/ }))
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/Book sale, Street fair/));
  });

  it('is found by the search', async () => {
    const [id, orgId] = [sampleId('locationId'), sampleId('orgId')];
    const found = { type: 'location' as const, name: 'Riverside Branch', id, orgId, locationId: id };
    await open('/app/profile', [...administrator, answer(search, [found])]);
    await press(/^Search/);
    await page.getByRole('combobox', { name: 'Search for anything' }).fill('loc::river');
    await see(page.getByRole('listbox', { name: 'Results' }).getByRole('option'));
    await userEvent.keyboard('{Enter}');
    await see(heading('Riverside Branch'));
    expect(address()).toMatch(/#\/app\/org\/[0-9a-f-]{36}\/location\/[0-9a-f-]{36}$/);
    expect(sentTo(search).at(-1)?.query).toEqual({ text: 'loc::river' });
  });
});

describe('a site', () => {
  it('[R154] [R155] has its tabs, and the hours of the last days with today', async () => {
    await open(site, administrator);
    await see(page.getByRole('table', { name: 'Sensors' }));
    await expect.element(tab('Sensors')).toHaveAttribute('aria-selected', 'true');
    await expect
      .poll(textsOf(page.getByRole('tab')))
      .toEqual(['Sensors', 'Zones', 'Assignments', 'Licenses', 'History', 'Custom fields']);
    await tab('Zones').click();
    await see(page.getByRole('table', { name: 'Zones' }));
    await tab('History').click();
    await see(page.getByRole('heading', { name: 'In and out by hour' }));
    expect(sentTo(getTraffic).at(-1)?.query).toMatchObject({ endDate: dayInChicago(0) });
  });

  it('[R160] shows attachments to staff alone, and where it is', async () => {
    await open(site, staff);
    await see(tab('Attachments'));
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
    await expect
      .poll(textsOf(crumbs.getByRole('listitem')))
      .toEqual(['Lakeside Libraries', 'Riverside Branch', 'North door']);
    await crumbs.getByRole('link', { name: 'Riverside Branch' }).click();
    await see(heading('Riverside Branch'));
    window.history.back();
    await see(heading('North door'));
  });

  it('[R098] [R099] shows a QR code of its address', async () => {
    await open(site, administrator);
    await see(heading('North door'));
    await chooseAction('Show QR code');
    const code = dialog('QR code');
    await see(code.getByRole('img', { name: `QR code of ${window.location.href}` }));
    await code.getByRole('button', { name: 'Close' }).last().click();
    await hide(code);
  });

  it('[R157] [R158] is edited: addresses only without DHCP, and only right ones', async () => {
    const dhcp = {
      name: 'North door',
      isDHCP: true,
      location: { name: 'Riverside Branch', timezone: 'America/Chicago' },
    };
    await open(site, [...administrator, answer(sites.getSite, dhcp)]);
    await press('Edit');
    const edit = dialog('Edit site');
    expect(countOf(edit.getByLabelText('Gateway'))()).toBe(0);
    await edit.getByRole('switch', { name: 'Use DHCP' }).click();
    await edit.getByLabelText('Gateway').fill('10.0.0.256');
    await press('Save', edit);
    await see(edit.getByText(badIp));
    expect(sentTo(sites.updateSite)).toEqual([]);
    await edit.getByLabelText('Gateway').fill('10.0.0.254');
    expectNow(answer(sites.updateSite), answer(sites.getSite, { ...dhcp, isDHCP: false, gateway: '10.0.0.254' }));
    await press('Save', edit);
    await see(page.getByText('Site updated successfully'));
    await see(page.getByText('10.0.0.254'));
  });

  it('[R156] is deleted only when its exact name is typed', async () => {
    await open(site, administrator);
    await see(heading('North door'));
    await chooseAction('Delete site');
    await press('Yes, delete it!');
    const typed = page.getByLabelText('Type the name of the site, North door, to delete it');
    await typed.fill('NORTH DOOR');
    await press('Yes, delete it!');
    await see(page.getByText('Invalid Input: The text you entered did not match the site name. It was not deleted.'));
    expect(sentTo(sites.deleteSite)).toEqual([]);
    await typed.fill('North door');
    expectNow(answer(sites.deleteSite));
    await press('Yes, delete it!');
    await see(page.getByText('Site deleted successfully'));
    await see(heading('Riverside Branch'));
  });

  it('that is gone leads to the list of locations', async () => {
    await open(site, [...administrator, refuse(sites.getSite, 404, 'The site was not found.')]);
    await see(heading('The site was not found.'));
    await page.getByRole('link', { name: 'Go to locations' }).click();
    await see(heading('Locations'));
  });
});
