import * as api from '@atrium/contract/alarms';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, expectNow, sentTo } from './network.ts';
import { sampleId, sampleNow } from './sample.ts';
import { look, open, see } from './stage.ts';
import { heading, hide, press, refused } from './steps.ts';
import { alarm, calls, row, panel, active, history } from './alarm-records.ts';

it('[R326] [R912] lists active alarms, which a person acknowledges, snoozes and resolves', async () => {
  await open('/app/alarms/history', history);
  await see(heading('Alarm history'));
  await look('alarm-history', row);
  await row.click();
  await see(panel.getByText(/Alarm, Email, desk@example.com/));
  await look('alarm-state', panel.getByRole('button', { name: 'Acknowledge' }));
  await refused(api.updateAlarmState, 'Unable to update the alarm', () => press('Acknowledge', panel));
  const acknowledged = { ...active, acknowledgedAt: sampleNow };
  expectNow(answer(api.updateAlarmState, active), answer(api.listAlarmStates, [acknowledged]));
  await press('Acknowledge', panel);
  expect(sentTo(api.updateAlarmState).at(-1)?.body).toEqual({ acknowledged: true });
  await hide(panel.getByRole('button', { name: 'Acknowledge' }));
  await press('Snooze', panel);
  await page.getByRole('menuitem', { name: '1 hour' }).click();
  await expect
    .poll(() => sentTo(api.updateAlarmState).at(-1)?.body)
    .toEqual({ snoozedUntil: expect.stringMatching(/^\d{4}-/) });
  expect(panel.getByRole('button', { name: 'End snooze' }).elements()).toEqual([]);
  const snoozed = { ...acknowledged, alarm_config: { ...alarm, snoozedUntil: '2199-01-01T00:00:00.000Z' } };
  expectNow(answer(api.listAlarmStates, [snoozed]));
  await press('End snooze', panel);
  await expect.poll(() => sentTo(api.updateAlarmState).at(-1)?.body).toEqual({ snoozedUntil: null });
  expectNow(answer(api.listAlarmStates, []));
  await press('Resolve', panel);
  await see(page.getByText('No alarm is active', { exact: true }));
  expect(sentTo(api.updateAlarmState).at(-1)?.body).toEqual({ resolved: true });
});

it.each([
  [{ name: 'Ada Lovelace' }, 'Acknowledged by Ada Lovelace'],
  [null, 'Acknowledged by provider staff'],
] as const)('[R1165] says who acknowledged an alarm: %o', async (acknowledger, text) => {
  const by = { acknowledgedBy: sampleId('userId'), acknowledgedAt: sampleNow, acknowledger };
  await open('/app/alarms/history', [...history, answer(api.listAlarmStates, [{ ...active, ...by }])]);
  await row.click();
  await see(panel.getByText(text));
});

it.each(['active', 'resolved'])('[R1161] says when a search matches none of the %s alarms', async (tab) => {
  await open(`/app/alarms/history?tab=${tab}&search=nothing`, [...calls, answer(api.listAlarmStates, [])]);
  await see(page.getByText('No alarm matches', { exact: true }));
});

it('[R326] [R340] lists resolved alarms with their reason', async () => {
  const over = { ...active, resolved: true, resolvedReason: 1, resolvedAt: sampleNow, notified: false };
  const answers = [answer(api.listAlarmStates, [over]), answer(api.listAlarmDeliveries, [])];
  await open('/app/alarms/history?tab=resolved', [...calls, ...answers]);
  await see(page.getByText('Value is normal again'));
  await row.click();
  await see(panel.getByText(/^Nobody was notified/));
  await look('alarm-state-resolved', panel.getByText(/value is normal again/));
});
