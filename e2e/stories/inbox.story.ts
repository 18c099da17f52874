import { startXovisDevice } from '@atrium/simulator/xovis5-device';
import { countingSensor } from '../counting-sensor.ts';
import { expect, test } from '../story.ts';

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
