import { counterActions, counterNews, manualOccupancy } from '@atrium/contract/manual-occupancy';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { answerEvents, reportLive, reportNews, sentEvents, withoutNetwork } from './socket.ts';
import { countOf } from './shown.ts';
import { look, open, openAgain, see, signedInAs } from './stage.ts';
import { dialog, heading, hide, press } from './steps.ts';

const spaceId = sampleId('spaceId');
const counter = `/app/manual-occupancy/${sampleId('orgId')}/${sampleId('locationId')}/${spaceId}`;
const user = [...records, ...signedInAs('OrganizationUser')];
const hall = {
  spaceId,
  name: 'Waiting hall',
  occupancy: 7,
  maxCapacity: 10,
  remaining: 3,
  percent: 70,
  stopped: false,
};
const number = page.getByRole('status').filter({ hasText: /^[\d–]+$/ });
const manifest = () => document.querySelector('link[rel="manifest"]')?.getAttribute('href');
const shows = (text: string) => expect.element(number).toHaveTextContent(text);
const { increment, decrement, reset, stop, restart } = counterActions;
interface Sent {
  spaceId: string;
  actionId: string;
  at: string;
  value?: number;
}

async function openCounter(): Promise<void> {
  await open(counter, user);
  await see(heading('Manual Occupancy'));
  await reportLive(manualOccupancy, hall);
  await see(heading('Waiting hall'));
}

describe('the counter', () => {
  it('[R467] [R472] [R473] fills the screen, shows the number and what was pressed for four seconds', async () => {
    await openCounter();
    expect(countOf(page.getByRole('navigation'))()).toBe(0);
    await shows('7');
    await look('manual-occupancy', page.getByText('3 remaining'));
    for (let i = 0; i < 6; i += 1) await press('One more');
    const history = page.getByRole('list', { name: 'What was pressed' });
    await expect.poll(() => history.getByRole('listitem').elements().length).toBeLessThanOrEqual(5);
    expect(sentEvents<Sent>(increment.event)).toHaveLength(6);
    expect(new Set(sentEvents<Sent>(increment.event).map(({ actionId }) => actionId)).size).toBe(6);
    await reportLive(manualOccupancy, { ...hall, occupancy: 13, remaining: 0, percent: 130 });
    await shows('13');
    await see(page.getByText('full', { exact: true }));
    await expect.poll(() => history.getByRole('listitem').elements().length, { timeout: 8000 }).toBe(0);
    await press('One less');
    expect(sentEvents<Sent>(decrement.event)).toMatchObject([{ spaceId }]);
  });

  it('[R471] has a color that follows the fill in steps of five percent', async () => {
    await openCounter();
    const colorAt = async (occupancy: number) => {
      await reportLive(manualOccupancy, { ...hall, maxCapacity: 100, occupancy, remaining: 0, percent: occupancy });
      await shows(String(occupancy));
      return getComputedStyle(number.element()).color;
    };
    const steps = [];
    for (let percent = 0; percent <= 100; percent += 5) steps.push(await colorAt(percent));
    expect(new Set(steps).size).toBe(21);
    for (const [percent, step] of [
      [4, 0],
      [9, 5],
      [52, 50],
      [99, 95],
      [140, 100],
    ] as const)
      expect([percent, await colorAt(percent)]).toEqual([percent, steps[step / 5]]);
    await look('manual-occupancy-over', page.getByText('full', { exact: true }));
    await reportLive(manualOccupancy, { ...hall, maxCapacity: null, occupancy: 7, remaining: null, percent: null });
    await hide(page.getByText('full', { exact: true }));
    expect(getComputedStyle(number.element()).color).toBe(getComputedStyle(document.body).color);
  });

  it('[R475] can be felt', async () => {
    const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
    await openCounter();
    await press('One more');
    expect(vibrate).toHaveBeenCalledWith(10);
    vibrate.mockRestore();
  });

  it('[R874] keeps what is pressed without a connection, over a reload too', async () => {
    await openCounter();
    await withoutNetwork(async () => {
      await see(page.getByText(/^No connection\./));
      await press('One more');
      await press('One more');
      await press('One less');
      await shows('8');
      expect(sentEvents(increment.event)).toEqual([]);
      await look('manual-occupancy-offline', page.getByText('No connection. 3 kept until it is back.'));
    });
    await expect.poll(() => sentEvents<Sent>(increment.event)).toHaveLength(2);
    expect(sentEvents<Sent>(decrement.event)).toHaveLength(1);
    await withoutNetwork(async () => {
      await press('One more');
      await openAgain(counter, user);
    });
    await expect.poll(() => sentEvents<Sent>(increment.event)).toHaveLength(1);
  });

  it('[R856] can be installed, and opens again where it was used last', async () => {
    await openCounter();
    document.head.insertAdjacentHTML('beforeend', '<link rel="manifest" href="/manifest.webmanifest">');
    await openCounter();
    expect(manifest()).toBe('/counter.webmanifest');
    const prompt = vi.fn(async () => undefined);
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
    await press('Install the counter');
    expect(prompt).toHaveBeenCalledTimes(1);
    await hide(page.getByRole('button', { name: 'Install the counter' }));
    await openAgain('/app/manual-occupancy', user);
    await reportLive(manualOccupancy, hall);
    await see(heading('Waiting hall'));
    expect(window.location.hash).toBe(`#${counter}`);
    await openAgain('/404', user);
    await expect.poll(manifest).toBe('/manifest.webmanifest');
    document.querySelector('link[rel="manifest"]')?.remove();
  });

  it('[R474] resets after a question, and only to a number', async () => {
    await openCounter();
    await press('Reset');
    const value = page.getByRole('textbox', { name: 'People inside' });
    for (const wrong of ['', '-1', 'x']) {
      await value.fill(wrong);
      await press('Set');
      await see(page.getByText('Reset value must be a positive number').first());
      await see(page.getByText('Invalid Reset').first());
    }
    await value.fill('0');
    await press('Set');
    await see(page.getByText('You are about to reset the occupancy to 0. Are you sure?'));
    await press('Yes, reset it!', dialog('Reset Occupancy'));
    await see(page.getByText('Occupancy was successfully reset'));
    expect(sentEvents<Sent>(reset.event)).toMatchObject([{ spaceId, value: 0 }]);
  });

  it('[R468] [R871] stops and restarts traffic, and says who did', async () => {
    await openCounter();
    await press('Stop traffic');
    expect(sentEvents<Sent>(stop.event)).toHaveLength(1);
    await reportLive(manualOccupancy, { ...hall, stopped: true });
    await reportNews(counterNews.intervene.event, { spaceId, stopped: true, by: 'Grace Hopper' });
    await see(page.getByText('Stopped by Grace Hopper. Sensors do not change the number until traffic is restarted.'));
    await press('Restart traffic');
    expect(sentEvents<Sent>(restart.event)).toHaveLength(1);
  });

  it.each([
    ['One more', 'Error incrementing occupancy. Refresh and try again.'],
    ['One less', 'Error decrementing occupancy. Refresh and try again.'],
    ['Stop traffic', 'Error entering manual intervention to stop. Refresh and try again.'],
  ])('[R476] says when %s failed', async (button, text) => {
    await openCounter();
    answerEvents(() => ({ error: 'No.' }));
    await press(button);
    await see(page.getByText(text));
    await shows('7');
  });

  it('[R470] [R469] closes with its space and with the subscription', async () => {
    await openCounter();
    await reportNews(counterNews.orgEnabledUpdate.event, { orgId: sampleId('orgId'), enabled: false });
    await see(page.getByText('Live occupancy is not enabled for this organization.'));
    await openCounter();
    await reportNews(counterNews.spaceDelete.event, { spaceId });
    await see(page.getByText('This space was deleted.'));
    await hide(page.getByRole('button', { name: 'One more' }));
  });
});
