import { counterActions, counterNews, counterRecheckEvery, manualOccupancy } from '@atrium/contract/manual-occupancy';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { answerEvents, refusedAttempts, reportLive, reportNews, sentEvents, withoutNetwork } from './socket.ts';
import { countOf } from './shown.ts';
import { look, open, openAgain, see, signedInAs } from './stage.ts';
import { dialog, heading, hide, press, stopClock } from './steps.ts';

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

const asked = () => sentEvents(manualOccupancy.events.subscribe).length;
const allow = (enabled: boolean) =>
  reportNews(counterNews.orgEnabledUpdate.event, { orgId: sampleId('orgId'), enabled });

async function resetTo(people: string): Promise<void> {
  await press('Reset');
  await page.getByRole('textbox', { name: 'People inside' }).fill(people);
  await press('Set');
  await press('Yes, reset it!', dialog('Reset Occupancy'));
}

describe('the counter', () => {
  it('[R467] [R472] fills the screen, and shows and sends what is pressed', async () => {
    await openCounter();
    expect(countOf(page.getByRole('navigation'))()).toBe(0);
    await shows('7');
    await look('manual-occupancy', page.getByText('3 remaining'));
    for (let i = 0; i < 6; i += 1) await press('One more');
    expect(sentEvents<Sent>(increment.event)).toHaveLength(6);
    expect(new Set(sentEvents<Sent>(increment.event).map(({ actionId }) => actionId)).size).toBe(6);
    await reportLive(manualOccupancy, { ...hall, occupancy: 13, remaining: 0, percent: 130 });
    await shows('13');
    await see(page.getByText('full', { exact: true }));
    await press('One less');
    expect(sentEvents<Sent>(decrement.event)).toMatchObject([{ spaceId }]);
  });

  it('[R473] shows the last five actions, each for four seconds', async () => {
    await openCounter();
    const history = page.getByRole('list', { name: 'Recent actions' }).getByRole('listitem');
    const shown = () => history.elements().map((item) => item.textContent);
    stopClock();
    try {
      await press('One less');
      for (let i = 0; i < 5; i += 1) await press('One more');
      expect(shown()).toEqual(['+1', '+1', '+1', '+1', '+1']);
      await vi.advanceTimersByTimeAsync(2_000);
      await press('One less');
      expect(shown()).toEqual(['−1', '+1', '+1', '+1', '+1']);
      await vi.advanceTimersByTimeAsync(1_900);
      expect(shown()).toHaveLength(5);
      await vi.advanceTimersByTimeAsync(200);
      await expect.poll(shown).toEqual(['−1']);
      await vi.advanceTimersByTimeAsync(1_800);
      expect(shown()).toEqual(['−1']);
      await vi.advanceTimersByTimeAsync(200);
      await expect.poll(shown).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
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

  it('[R475] can be felt and heard, whatever is pressed', async () => {
    const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
    const sound = vi.spyOn(OscillatorNode.prototype, 'start');
    const felt = () => [vibrate.mock.calls.length, sound.mock.calls.length];
    try {
      await openCounter();
      await press('One more');
      expect(vibrate).toHaveBeenLastCalledWith(10);
      await press('One less');
      await press('Stop traffic');
      expect(felt()).toEqual([3, 3]);
      await reportLive(manualOccupancy, { ...hall, stopped: true });
      await press('Restart traffic');
      expect(felt()).toEqual([4, 4]);
      await resetTo('3');
      expect(felt()).toEqual([5, 5]);
      await see(page.getByText('Occupancy was successfully reset'));
    } finally {
      vibrate.mockRestore();
      sound.mockRestore();
    }
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

  it('[R318] says once per outage that the connection is lost, no matter how often it is refused', async () => {
    await openCounter();
    await withoutNetwork(async () => {
      const before = refusedAttempts();
      await expect.poll(() => refusedAttempts() - before, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
      expect(page.getByText('Socket Error').elements()).toHaveLength(1);
    });
  });

  it('[R933] keeps the screen on while it is shown, also after another page was in front of it', async () => {
    const release = vi.fn(async () => undefined);
    const sentinel = Object.assign(new EventTarget(), {
      released: false,
      type: 'screen' as const,
      onrelease: null,
      release,
    });
    const request = vi.spyOn(navigator.wakeLock, 'request').mockResolvedValue(sentinel);
    try {
      await openCounter();
      await expect.poll(() => request.mock.lastCall).toEqual(['screen']);
      const [before, released] = [request.mock.calls.length, release.mock.calls.length];
      // The browser releases it while the page is hidden.
      document.dispatchEvent(new Event('visibilitychange'));
      await expect.poll(() => request.mock.calls.length).toBe(before + 1);
      await openAgain('/app/welcome', user);
      await expect.poll(() => release.mock.calls.length).toBeGreaterThan(released);
    } finally {
      request.mockRestore();
    }
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
    await see(page.getByText('Reset Saved'));
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
    ['Reset', 'Error resetting occupancy. Refresh and try again.'],
    ['Stop traffic', 'Error entering manual intervention to stop. Refresh and try again.'],
    ['Restart traffic', 'Error entering manual intervention to restart. Refresh and try again.'],
  ])('[R476] says when %s failed', async (button, text) => {
    await openCounter();
    if (button === 'Restart traffic') await reportLive(manualOccupancy, { ...hall, stopped: true });
    answerEvents(() => ({ error: 'No.', code: 'conflict' }));
    await (button === 'Reset' ? resetTo('3') : press(button));
    await see(page.getByText(text));
    await shows('7');
  });

  it('[R1141] keeps what the server does not take for now, says so and sends it again', async () => {
    await openCounter();
    stopClock();
    try {
      answerEvents(() => ({ error: 'Something went wrong on our side.', code: 'internal' }));
      await press('One more');
      await see(page.getByText('1 press is waiting for the server.'));
      await press('One more');
      await see(page.getByText('2 presses are waiting for the server.'));
      await shows('9');
      await hide(page.getByText(/^Error/));
      // No answer at all.
      answerEvents(() => undefined);
      await vi.advanceTimersByTimeAsync(15_000);
      await see(page.getByText('2 presses are waiting for the server.'));
      answerEvents(() => ({ ok: true, occupancy: 9 }));
      await vi.advanceTimersByTimeAsync(15_000);
      await hide(page.getByText(/waiting for the server/));
      const ids = sentEvents<Sent>(increment.event).map(({ actionId }) => actionId);
      expect([ids.length > 3, new Set(ids).size]).toEqual([true, 2]);
    } finally {
      vi.useRealTimers();
    }
  });

  it.each([
    ['not_found', 'This space was deleted.'],
    ['forbidden', 'Live occupancy is not enabled for this organization.'],
  ] as const)('[R1142] closes for a reason: %s', async (code, text) => {
    await openCounter();
    answerEvents(() => ({ error: 'No.', code }));
    await withoutNetwork(async () => undefined);
    await see(page.getByText(text));
  });

  it('[R1142] stays open and asks again when the server fails', async () => {
    await openCounter();
    stopClock();
    try {
      answerEvents(() => ({ error: 'Something went wrong on our side.', code: 'internal' }));
      await withoutNetwork(async () => undefined);
      const before = asked();
      await vi.advanceTimersByTimeAsync(11_000);
      expect(asked()).toBe(before + 2);
      await shows('7');
      answerEvents(() => ({ ok: true }));
      await vi.advanceTimersByTimeAsync(20_000);
      expect(asked()).toBe(before + 3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('[R1143] [R469] opens when the subscription has it again, and asks every hour', async () => {
    await openCounter();
    stopClock();
    try {
      // As this page would have started them.
      await openCounter();
      const disabled = page.getByText('Live occupancy is not enabled for this organization.');
      await allow(false);
      await see(disabled);
      const before = asked();
      await allow(true);
      await see(heading('Waiting hall'));
      expect(asked()).toBe(before + 1);
      answerEvents(() => ({ error: 'No.', code: 'forbidden' }));
      await allow(false);
      await vi.advanceTimersByTimeAsync(counterRecheckEvery - 60_000);
      expect(asked()).toBe(before + 1);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(asked()).toBe(before + 2);
      await see(disabled);
      answerEvents(() => ({ ok: true }));
      await vi.advanceTimersByTimeAsync(counterRecheckEvery);
      expect(asked()).toBe(before + 3);
      await see(heading('Waiting hall'));
    } finally {
      vi.useRealTimers();
    }
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
