import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../story.ts';

// Every look is four screenshots and four runs of axe.
test.describe.configure({ timeout: 240_000 });

const grid = (page: Page, name: string) => page.getByRole('grid', { name, exact: true });

async function pick(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Rows of a week of hours and the header; a week in which the clock changes has an hour more or less. */
const weekOfHours = /^1(68|69|70)$/;

/** The numbers in a column of the first rows. */
async function column(page: Page, table: string, name: string): Promise<number[]> {
  const heads = await grid(page, table).getByRole('columnheader').allInnerTexts();
  const place = heads.findIndex((text) => text.trim() === name);
  const rows = await grid(page, table).getByRole('row').all();
  const cells = rows.slice(1).map((row) => row.locator('th, td').nth(place).innerText());
  return (await Promise.all(cells)).map((text) => Number(text.replaceAll(/[^\d.-]/g, '')));
}

test('[R822] [R832] [R833] an analyst asks, refines, compares and passes the question on', async ({
  page,
  signIn,
  look,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('admin@northgate.demo');
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Explore' })).toBeVisible();
  await expect(grid(page, 'Totals').getByRole('rowheader').first()).toBeVisible();

  await page.getByRole('combobox', { name: 'Locations', exact: true }).fill('Berlin');
  await page.getByRole('option', { name: 'Berlin Friedrichstraße' }).click();
  await page.keyboard.press('Escape');
  await expect(grid(page, 'Totals').getByRole('row')).toHaveCount(2);
  await expect(grid(page, 'Rows')).toHaveAttribute('aria-rowcount', '8');
  const days = await column(page, 'Rows', 'Ins');
  const [total] = await column(page, 'Totals', 'Ins');
  expect(days.reduce((sum, value) => sum + value, 0)).toBeCloseTo(total!, -1);
  expect(total).toBeGreaterThan(0);

  await pick(page, 'Compare with', 'Previous period');
  await expect(grid(page, 'Rows').getByRole('columnheader', { name: 'Ins, before' })).toBeVisible();
  await look('explore-story');

  await pick(page, 'Group by', 'Hour');
  await expect(grid(page, 'Rows')).toHaveAttribute('aria-rowcount', weekOfHours);
  await grid(page, 'Rows').getByRole('button', { name: 'Ins', exact: true }).click();
  await grid(page, 'Rows').getByRole('button', { name: 'Ins', exact: true }).click();
  const sorted = await column(page, 'Rows', 'Ins');
  expect(sorted).toEqual(sorted.toSorted((a, b) => b - a));

  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Copy link to this page' }).click();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  await page.keyboard.press('Escape');

  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Group by' })).toHaveValue('Day');
  await expect(grid(page, 'Rows')).toHaveAttribute('aria-rowcount', '8');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('combobox', { name: 'Group by' })).toHaveValue('Hour');
  await expect(page.getByText('Berlin Friedrichstraße').first()).toBeVisible();
  await expect(grid(page, 'Rows')).toHaveAttribute('aria-rowcount', weekOfHours);

  await pick(page, 'Group by', 'Weekday and hour');
  await expect(page.getByRole('grid', { name: /^Berlin Friedrichstraße, Ins/ })).toBeVisible();
  await look('explore-story-week');
});

test('[R834] [R836] [R840] an analyst explains a total, compares with others and takes the rows along', async ({
  page,
  signIn,
  look,
}) => {
  await signIn('admin@northgate.demo', '/#/app/explore?relativeDate=lastweek');
  await page.getByRole('combobox', { name: 'Locations', exact: true }).fill('Berlin');
  await page.getByRole('option', { name: 'Berlin Friedrichstraße' }).click();
  await expect(grid(page, 'Totals').getByRole('row')).toHaveCount(2);
  const [total] = await column(page, 'Totals', 'Ins');
  await page.getByRole('button', { name: 'Explain the total of Berlin Friedrichstraße' }).click();
  const panel = page.getByRole('dialog', { name: 'How Berlin Friedrichstraße adds up' });
  await expect(panel.getByText(total!.toLocaleString('en-US'), { exact: true }).first()).toBeVisible();
  const zones = panel.getByRole('region');
  await expect(zones.first()).toBeVisible();
  const figures = await zones.locator('dl dd:first-of-type').allInnerTexts();
  const sum = figures.reduce((all, text) => all + Number(text.replaceAll(',', '')), 0);
  expect(Math.abs(sum - total!)).toBeLessThanOrEqual(figures.length);
  await look('explore-story-explained');
  await panel.getByRole('button', { name: 'Close' }).click();

  await pick(page, 'Compare with', 'Several back');
  await pick(page, 'How many back', '3 windows');
  await pick(page, 'Compare with others', 'Chosen locations');
  await page.getByRole('combobox', { name: 'Chosen locations', exact: true }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await expect(grid(page, 'Rows').getByRole('columnheader', { name: 'Ins, 3 ago' })).toBeVisible();
  await expect(grid(page, 'Rows').getByRole('columnheader', { name: 'Ins, others', exact: true })).toBeVisible();
  await look('explore-story-compared');

  const shown = await column(page, 'Rows', 'Ins, 2 ago');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click();
  const file = await (await download).path();
  const [head = '', ...lines] = (await readFile(file, 'utf8')).trim().split('\r\n');
  const place = head.split(',').indexOf('ago2Sumins');
  expect(lines.map((line) => Math.round(Number(line.split(',')[place])))).toEqual(shown);
});
