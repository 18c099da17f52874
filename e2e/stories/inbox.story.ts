import { startXovisDevice } from '@atrium/simulator/xovis5-device';
import { countingSensor } from '../counting-sensor.ts';
import { inRegistry } from '../registry.ts';
import { expect, openTab, test } from '../story.ts';

test.describe.configure({ timeout: 240_000 });

test('[R673] [R677] [R678] a sensor is asked again for a package that did not arrive, and it counts', async ({
  page,
  signIn,
}) => {
  const { sensorId, macAddress, email, door, countedByHour } = await countingSensor(page.request);
  await signIn(email);
  const device = await startXovisDevice({
    device: { macAddress, timezone: 'UTC' },
    username: 'admin',
    password: 'open-sesame-7',
    authentication: 'digest',
    push: async (body) => expect(await door.pushRaw('xovis5', body)).toBe(200),
  });
  try {
    const total = async () => Object.values(await countedByHour()).reduce((sum, ins) => sum + ins, 0);
    for (let minute = 1; minute <= 5; minute += 1) {
      const from = Math.floor(Date.now() / 60_000) * 60 - 600 + 60 * minute;
      const record = { from, to: from + 60, forward: minute, backward: 0, samples: 60, samplesExpected: 60 };
      await device.count(record, minute === 3 ? 'lost' : 'sent');
    }
    await expect.poll(total, { timeout: 60_000 }).toBe(12);

    await page.goto(`/#/app/sensor/${sensorId}`);
    const card = page.getByRole('region', { name: 'Missing packages' });
    await card.getByRole('button', { name: 'Change' }).click();
    await card.getByLabel('Host').fill('127.0.0.1');
    await card.getByLabel('Port').fill(String(device.port));
    await card.getByRole('switch', { name: 'Encrypt the connection with TLS' }).click();
    await card.getByLabel('User name').fill('admin');
    await card.getByLabel('Password of the sensor').fill('open-sesame-7');
    await card.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Settings saved successfully')).toBeVisible();

    await page.goto('/#/app/inbox?tab=gaps');
    await page.getByRole('button', { name: /^Ask again/ }).click();
    await expect(page.getByText('No package is missing')).toBeVisible({ timeout: 60_000 });
    await expect.poll(total, { timeout: 60_000 }).toBe(15);
    expect(device.triggers).toHaveLength(1);
  } finally {
    await device.close();
  }
});

test('[R600] [R602] what waits in quarantine counts once its cause is gone, after a look at what would change', async ({
  page,
  signIn,
  look,
}) => {
  const { sensorId, macAddress, email, door, countedByHour } = await countingSensor(page.request);
  await signIn(email);
  const total = async () => Object.values(await countedByHour()).reduce((sum, ins) => sum + ins, 0);
  const line = { id: 1, name: 'Line 1' };
  /** The dialog for it would also count what waits; here the date changes, and nothing else. */
  const commission = async (hoursAgo: number, name: string) => {
    const date = new Date(Date.now() - hoursAgo * 3_600_000);
    await inRegistry('UPDATE sensor SET commissioned_date = $2 WHERE sensor_id = $1', [sensorId, date]);
    const edited = await page.request.put(`/api/sensor/${sensorId}`, { data: { name } });
    expect(edited.ok(), await edited.text()).toBe(true);
  };
  await door.push(macAddress, line, { each: 5, minutes: 2 });
  await expect.poll(total, { timeout: 60_000 }).toBe(10);
  await commission(1, 'Ceiling, new');
  await page.goto('/#/app/inbox');
  await openTab(page, 'Quarantine');
  await expect(page.getByText('Nothing in quarantine')).toBeVisible();
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 2 * 3_600_000;
  await door.push(macAddress, line, { each: 3, minutes: 5, before: hour + 10 * 60_000 });

  const quarantine = page.getByRole('region', { name: 'Quarantine' });
  const group = quarantine.getByRole('button', { name: 'Before commissioning' });
  await expect(group).toBeVisible({ timeout: 60_000 });
  await commission(48, 'Ceiling');
  expect(await total()).toBe(10);
  await group.click();
  const panel = page.getByRole('dialog', { name: 'Before commissioning' });
  await expect(panel.getByText('These readings are older than the commissioning of the sensor.')).toBeVisible();
  await look('quarantine-group');

  await panel.getByRole('button', { name: 'Count again' }).click();
  const again = page.getByRole('dialog', { name: 'Count again' });
  await again.getByRole('button', { name: 'Calculate the changes' }).click();
  await expect(again.getByText('One push, which would be counted.')).toBeVisible({ timeout: 60_000 });
  const changes = again.getByRole('table', { name: 'Changes by zone and day' });
  await expect(changes.getByRole('row', { name: /Line 1/ })).toContainText(/25 \/ 0|15 \/ 0/);
  expect(await total()).toBe(10);
  await again.getByRole('button', { name: 'Count them again' }).click();
  await expect(again.getByText('Done. Charts show the new numbers.')).toBeVisible({ timeout: 60_000 });
  await again.getByRole('button', { name: 'Close' }).last().click();
  await expect.poll(total, { timeout: 60_000 }).toBe(25);
  await page.goto('/#/app/inbox?tab=quarantine');
  await expect(page.getByText('Nothing in quarantine')).toBeVisible();
});
