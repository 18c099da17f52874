import { search } from '@atrium/contract/search';
import { logout } from '@atrium/contract/session';
import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dashboardId, opened, own } from './dashboard-records.ts';
import { answer, expectCalls, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { checkAccess, open, see, signedInAs, visitor } from './stage.ts';
import { dialog, heading, hide } from './steps.ts';

afterEach(() => page.viewport(1440, 900));

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const palette = () => dialog('Search for anything');
const field = () => page.getByRole('combobox', { name: 'Search for anything' });
const results = () => page.getByRole('listbox', { name: 'Results' }).getByRole('option');
const inOrganization = { orgId: sampleId('orgId'), locationId: sampleId('locationId') };
const branch = { type: 'location', id: sampleId('locationId'), name: 'Riverside Branch', ...inOrganization } as const;
const door = {
  type: 'site',
  id: sampleId('siteId'),
  name: 'North door',
  detail: 'Riverside Branch',
  ...inOrganization,
} as const;
const lena = { type: 'user', id: sampleId('userId', 1), name: 'Lena Marsh', orgId: sampleId('orgId') } as const;

async function openPalette(): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await see(field());
  await expect.poll(() => document.activeElement).toBe(field().element());
}

const texts = () =>
  results()
    .elements()
    .map(({ textContent }) => textContent);

it('[R016] ten results are walked through by arrow keys', async () => {
  const ten = Array.from({ length: 10 }, (_, index) => ({ ...branch, id: sampleId('id', index) }));
  await open('/app/profile', [...administrator, answer(search, ten)]);
  await see(heading('Profile'));
  await openPalette();
  await field().fill('e');
  await expect.poll(() => texts().length).toBe(10);
  await expect.element(results().first()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(results().nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect.element(field()).toHaveAttribute('aria-activedescendant', 'search-result-1');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(results().nth(9)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Escape}');
  await hide(palette());
});

it('nothing found is said', async () => {
  await open('/app/profile', [...administrator, answer(search, [])]);
  await see(heading('Profile'));
  await openPalette();
  await field().fill('id::northgate');
  await see(page.getByText('Nothing found'));
  expect(sentTo(search).at(-1)?.query).toEqual({ text: 'id::northgate' });
  await checkAccess();
});

it('[R958] a dashboard that was found opens on Enter', async () => {
  const found = { type: 'dashboard', id: dashboardId, name: own.name, orgId: sampleId('orgId') } as const;
  await open('/app/profile', [...opened, answer(search, [found])]);
  await see(heading('Profile'));
  await openPalette();
  await field().fill('dashboard::bran');
  await expect.poll(texts).toEqual([expect.stringMatching(/^Branches.*Dashboard$/)]);
  await userEvent.keyboard('{Enter}');
  await see(heading('Branches'));
  expect(window.location.hash).toBe(`#/app/dashboard/${dashboardId}`);
  await hide(palette());
});

it('the palette serves a phone', async () => {
  await open('/app/profile', [...administrator, answer(search, [branch])]);
  await see(heading('Profile'));
  await page.viewport(390, 844);
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await field().fill('riverside');
  await see(results().first());
  expect(results().first().element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await results().first().click();
  await see(heading('Riverside Branch'));
});

it('[R573] the palette offers what was opened last, until it is gone or the person signs out', async () => {
  const location = `/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}`;
  await open(`/app/user?userId=${lena.id}`, [...administrator, answer(search, [branch, door, lena])]);
  await see(heading('Lena Marsh'));
  for (const [path, name] of [
    [location, 'Riverside Branch'],
    [`${location}/site/${door.id}`, 'North door'],
    [location, 'Riverside Branch'],
  ] as const) {
    window.location.hash = path;
    await see(heading(name));
  }
  await openPalette();
  await expect
    .poll(texts)
    .toEqual([
      expect.stringMatching(/^Riverside Branch.*Location$/),
      expect.stringMatching(/^North door.*Riverside Branch.*Site$/),
      expect.stringMatching(/^Lena Marsh.*Person$/),
    ]);
  await results().nth(2).click();
  await see(heading('Lena Marsh'));

  expectNow(answer(search, [lena]));
  await openPalette();
  await expect.poll(texts).toEqual([expect.stringMatching(/^Lena Marsh.*Person$/)]);
  await userEvent.keyboard('{Escape}');
  await hide(palette());
  expectNow(...visitor, answer(logout));
  window.location.hash = '/logout';
  await expect.poll(() => window.location.hash).toBe('#/login');
  expectCalls([...administrator, answer(search, [branch, door, lena])]);
  window.location.hash = '/app/profile';
  await see(heading('Profile'));
  await openPalette();
  await see(palette().getByText('Narrow it down'));
  expect(texts()).toEqual([]);
});
