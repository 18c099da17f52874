import { countingSensor } from '../counting-sensor.ts';
import { expect, test } from '../story.ts';

test.describe.configure({ timeout: 240_000 });

const hourOf = (instant: number) => new Date(instant).toISOString().slice(0, 13);

test('[R665] [R667] [R671] readings of a wrong clock are moved after a look at what changes, and taken back', async ({
  page,
  signIn,
}) => {
  const { sensorId, macAddress, email, door, countedByHour } = await countingSensor(page.request);
  await signIn(email);
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 4 * 3_600_000;
  await door.push(macAddress, { id: 1, name: 'Line 1' }, { each: 3, minutes: 5, before: hour + 15 * 60_000 });
  const asSent = { [hourOf(hour)]: 15 };
  const asMoved = { [hourOf(hour - 3_600_000)]: 15 };
  await expect.poll(countedByHour, { timeout: 60_000 }).toEqual(asSent);

  await page.goto(`/#/app/sensor/${sensorId}?tab=clock`);
  await page.getByRole('button', { name: 'Move readings' }).click();
  const asked = page.getByRole('dialog', { name: 'Move readings of Ceiling' });
  await asked.getByLabel('From, by the clock of the sensor').fill(`${hourOf(hour)}:00`);
  await asked.getByLabel('To, by the clock of the sensor').fill(`${hourOf(hour + 3_600_000)}:00`);
  await asked.getByLabel('Move by').fill('-1:00:00');
  await asked.getByLabel('Reason').fill('The clock was an hour ahead');
  await asked.getByRole('button', { name: 'Calculate the changes' }).click();
  const preview = page.getByRole('dialog', { name: 'Move readings' });
  await expect(preview.getByText('5 readings would be moved.')).toBeVisible({ timeout: 60_000 });
  expect(await countedByHour()).toEqual(asSent);
  await preview.getByRole('button', { name: 'Move them' }).click();
  await expect(preview.getByText('Done. Charts show the new numbers.')).toBeVisible({ timeout: 60_000 });
  await preview.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(countedByHour, { timeout: 60_000 }).toEqual(asMoved);

  const moved = page.getByRole('list', { name: 'Moved readings' });
  await moved.getByRole('button', { name: /^Take back/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(moved.getByText('Taken back', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect.poll(countedByHour, { timeout: 60_000 }).toEqual(asSent);
});
