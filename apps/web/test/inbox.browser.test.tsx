import {
  applyReplay,
  createReplay,
  discardQuarantined,
  downloadReceived,
  getReceived,
  getReplay,
  listInboxDevices,
  listPackageGaps,
  listQuarantine,
  listReceived,
  requestPackages,
  waivePackageGap,
} from '@atrium/contract/inbox';
import { getJob } from '@atrium/contract/jobs';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, downloads, press, refused } from './steps.ts';

const calls = [...records, ...signedInAs('OrganizationAdministrator')];
const group = {
  device: '006E02AABBCC',
  sensor: null,
  reason: 'unassigned',
  count: 3,
  sampleId: '1772481600000-7',
};

it('[R597] [S123] a body is shown as text with its readings, whatever it pretends to be', async () => {
  const body = {
    device: '006E02AABBCC',
    status: 'quarantined' as const,
    reason: 'bad_value',
    form: 'xml' as const,
    text: '<script>window.ran = 1</script>',
    isCut: true,
    decoded: {
      flaws: ['bad_value'],
      readings: [{ logicName: 'North door', kind: 'count' as const, measure: 'people', ins: 4, outs: 2 }],
      total: 900,
      reason: null,
    },
  };
  await open('/app/inbox', [
    ...calls,
    answer(listReceived, { results: [body], next: null }),
    answer(getReceived, body),
  ]);
  await page.getByRole('region', { name: 'Received' }).getByRole('row').nth(1).getByRole('button').click();
  const panel = page.getByRole('dialog');
  await see(panel.getByText('<script>window.ran = 1</script>'));
  await see(panel.getByText('Not readable: Unreadable value'));
  await see(panel.getByRole('row', { name: /North door people.* 4 2/ }));
  await see(panel.getByText('The first 1 of 900 readings.'));
  const link = panel.getByRole('link', { name: 'Download' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining(downloadReceived.path.split('{')[0]!));
  expect('ran' in window).toBe(false);
});

it('[R595] the list is walked through by its cursors, and says when nothing matches', async () => {
  const row = { device: '006E02AABBCC', status: 'applied' as const };
  await open('/app/inbox', [
    ...calls,
    answer(listReceived, { results: [row], next: '17-4', searchedTo: '2026-03-01T10:00:00.000Z' }),
  ]);
  await see(page.getByText(/Searched back to/));
  expectNow(answer(listReceived, { results: [], next: null }));
  await press('Older');
  await see(page.getByText('Nothing matches'));
  expect(sentTo(listReceived).at(-1)?.query).toMatchObject({ cursor: '17-4' });
  await expect.element(page.getByRole('button', { name: 'Older' })).toBeDisabled();
});

it('[R1196] the file of the list ends at 10,000 rows and says so, and what fails with it is said', async () => {
  await open('/app/inbox', [...calls, answer(listReceived, { results: [], next: null })]);
  await see(page.getByText('Nothing received'));
  await refused(listReceived, 'Unable to create the CSV file', () => press('CSV'));
  const results = Array.from({ length: 200 }, (_, at) => ({
    bodyId: `1772481600000-${at}`,
    status: 'applied' as const,
  }));
  expectNow(answer(listReceived, { results, next: '17-4' }));
  const [file] = await downloads(() => press('CSV'));
  expect(file?.text.trim().split('\n')).toHaveLength(10_001);
  await see(page.getByText(/^The file has the newest 10,000 rows\. There are more/));
});

const inTokyo = [...records, ...signedInAs('OrganizationAdministrator', { timezone: 'Asia/Tokyo' })];

it('[R1197] the list is narrowed by days of the profile’s time zone', async () => {
  await open('/app/inbox', [...inTokyo, answer(listReceived, { results: [], next: null })]);
  for (const name of ['From', 'To']) await page.getByLabelText(name, { exact: true }).fill('2026-03-02');
  const range = { from: '2026-03-01T15:00:00.000Z', to: '2026-03-02T15:00:00.000Z' };
  await expect.poll(() => sentTo(listReceived).at(-1)?.query).toMatchObject(range);
});

it('[R1197] the range that is counted again is in the profile’s time zone, which is named', async () => {
  const device = { device: '006E02AABBCC', sensor: { name: 'North sensor' } };
  await open('/app/inbox?tab=devices', [
    ...inTokyo,
    answer(listInboxDevices, [device]),
    answer(createReplay, { preview: null }),
    answer(getReplay, { preview: null }),
    answer(getJob, { state: 'running' }),
  ]);
  await press(/^Count again: /);
  const asked = dialog('Count again');
  await see(asked.getByText('Times are in Asia/Tokyo.'));
  await asked.getByLabelText('From', { exact: true }).fill('2026-03-02T09:00');
  await asked.getByLabelText('To', { exact: true }).fill('2026-03-02T18:30');
  await press('Calculate the changes', asked);
  const range = { from: '2026-03-02T00:00:00.000Z', to: '2026-03-02T09:30:00.000Z' };
  await expect.poll(() => sentTo(createReplay).at(-1)?.body).toEqual({ device: device.device, ...range });
});

it('[R598] [R599] a group says what to do, and is discarded with a reason', async () => {
  await open('/app/inbox?tab=quarantine', [
    ...calls,
    answer(listQuarantine, [group]),
    answer(discardQuarantined, { discarded: 3 }),
  ]);
  await press('Not assigned');
  const panel = dialog('Not assigned');
  await see(panel.getByText('No sensor of the organization is this device.'));
  await see(panel.getByRole('link', { name: 'Assign the device' }));
  await press('Discard', panel);
  const asked = dialog('Discard quarantined data');
  await press('Discard', asked);
  await see(asked.getByText('Reason is required'));
  await asked.getByLabelText('Reason').fill('Not ours');
  await press('Discard', asked);
  await expect.poll(() => sentTo(discardQuarantined).at(-1)?.body).toEqual({ reason: 'Not ours' });
});

it('[R600] [R602] counting again shows the changes first and then its progress', async () => {
  const change = {
    zoneName: 'North door',
    sensorName: 'Ceiling',
    date: '2026-03-02',
    before: { ins: 3, outs: 1 },
    after: { ins: 1208, outs: 1 },
  };
  const preview = {
    bodies: 3,
    counted: 2,
    apart: [{ reason: 'future', count: 1 }],
    changes: [change],
    changed: 1,
    compared: 4,
  };
  const waiting = { previewJobId: '8e2f1a52-8f0e-4b5e-9f43-0a4a5f5f0001', preview: null, applyJobId: null };
  await open('/app/inbox?tab=quarantine', [
    ...calls,
    answer(listQuarantine, [group]),
    answer(createReplay, waiting),
    answer(getReplay, waiting),
    answer(getJob, { state: 'running', done: 1, total: 3 }),
  ]);
  await press('Not assigned');
  await press('Count again', dialog('Not assigned'));
  await press('Calculate the changes');
  await see(page.getByText('1 of 3 pushes'));
  const ready = { ...waiting, preview };
  expectNow(answer(getReplay, ready), answer(applyReplay, ready));
  const shown = dialog('Count again');
  await see(shown.getByText('3 pushes, 2 of them would be counted.'));
  await see(shown.getByText('In the future: 1 stays in quarantine.'));
  await see(shown.getByRole('row', { name: /North door · Ceiling 3 \/ 1 1,208 \/ 1/ }));
  expectNow(
    answer(getReplay, { ...ready, applyJobId: '8e2f1a52-8f0e-4b5e-9f43-0a4a5f5f0002' }),
    answer(getJob, { state: 'done', done: 3, total: 3 }),
  );
  await press('Count them again', shown);
  await see(shown.getByText('Done. Charts show the new numbers.'));
  expect(sentTo(applyReplay)).toHaveLength(1);
});

it('[R606] a gap is waived with a reason', async () => {
  const gap = { device: '006E02AABBCC', sensor: null, firstNumber: 7, lastNumber: 9, agent: '1008' };
  await open('/app/inbox?tab=gaps', [...calls, answer(listPackageGaps, [gap]), answer(waivePackageGap, gap)]);
  await see(page.getByText('7–9'));
  await press(/^Waive: /);
  const asked = dialog('Waive missing packages');
  await asked.getByLabelText('Reason').fill('Power cut');
  await press('Waive', asked);
  await expect.poll(() => sentTo(waivePackageGap).at(-1)?.body).toEqual({ reason: 'Power cut' });
});

it('[R676] [R677] a gap says what became of asking for it, and is asked for again', async () => {
  const at = '2026-03-04T10:42:00.000Z';
  const gap = { device: '006E02AABBCC', sensor: null, lastNumber: 9, agent: '1008', isRequestable: true };
  const failed = {
    ...gap,
    firstNumber: 7,
    request: {
      state: 'failed' as const,
      at,
      tries: 2,
      nextAt: null,
      reason: 'The sensor refused the user name or the password.',
    },
  };
  const off = {
    ...gap,
    packageGapId: '8e2f1a52-8f0e-4b5e-9f43-0a4a5f5f0003',
    device: '006E02AABBDD',
    firstNumber: 8,
    isRequestable: false,
    request: null,
  };
  const waiting = {
    ...gap,
    packageGapId: '8e2f1a52-8f0e-4b5e-9f43-0a4a5f5f0004',
    device: '006E02AABBEE',
    firstNumber: 9,
    request: { state: 'waiting' as const, at: null, tries: 0, nextAt: at, reason: null },
  };
  const accepted = { ...failed, request: { ...failed.request, state: 'asked' as const, tries: 1, reason: null } };
  await open('/app/inbox?tab=gaps', [...calls, answer(listPackageGaps, [failed, off, waiting])]);
  await see(page.getByText(/Asked 2 times, last .*42.* · The sensor refused the user name or the password$/));
  await see(page.getByText('Not asked'));
  await see(page.getByText('Is asked soon'));
  expect(page.getByRole('button', { name: /^Ask again: / }).elements()).toHaveLength(2);
  await expect.element(page.getByRole('button', { name: /^Ask again: 00:6E:02:AA:BB:EE/ })).toBeDisabled();
  expectNow(answer(requestPackages, waiting), answer(listPackageGaps, [accepted]));
  await press(/^Ask again: 00:6E:02:AA:BB:CC/);
  await see(page.getByText('The sensor is asked now'));
  await see(page.getByText(/^Asked .*42.* · the sensor accepted it$/));
  expect(sentTo(requestPackages)).toHaveLength(1);
});
