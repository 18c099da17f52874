import { getSystem } from '@atrium/contract/system';
import { queues } from '@atrium/rules/system-health';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, sentTo } from './network.ts';
import { records } from './records.ts';
import { open, see, signedInAs } from './stage.ts';
import { heading } from './steps.ts';

const staff = [...records, ...signedInAs('SenSourceUser')];
const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const state = {
  disk: { freeBytes: 42e9, totalBytes: 100e9 },
  engines: [
    { engine: 'postgres', isUp: true },
    { engine: 'clickhouse', isUp: true },
  ],
  queues: queues.map((queue) => ({ queue })),
} as const;
const degraded = answer(getSystem, {
  ...state,
  status: 'degraded',
  stalledSeconds: 95,
  warnings: [
    { kind: 'facts-stalled', isCritical: true, value: 95 },
    { kind: 'disk-low', value: 0.08 },
    { kind: 'lag', subject: 'live', value: 125 },
    { kind: 'engine-restarted', subject: 'clickhouse', value: 240 },
    { kind: 'mails-failed', value: 2 },
  ],
  quarantine: [{ reason: 'clock_unset', groups: 2, bodies: 1204 }],
});
const warnings = () => page.getByRole('list', { name: 'Warnings' });

it('[R540] staff see how the installation is', async () => {
  await open('/app/system', [...staff, answer(getSystem, state)]);
  await see(heading('System'));
  await expect.element(page.getByRole('region', { name: 'Disk free' })).toHaveTextContent('42%');
  for (const name of ['PostgreSQL', 'ClickHouse'])
    await see(page.getByRole('row', { name: new RegExp(`^${name} Running`) }));
  const rows = page.getByRole('table', { name: 'Queues' }).getByRole('rowheader');
  expect(rows.elements()).toHaveLength(6);
});

it('[R540] everything that needs staff is a warning, and their overview says so', async () => {
  await open('/app/system', [...staff, degraded]);
  await see(warnings().getByText('Readings have not been written for 1 min'));
  expect(warnings().getByRole('listitem').elements()).toHaveLength(5);
  await see(page.getByText('Degraded'));
  await see(page.getByRole('row', { name: 'Clock not set 2 1,204' }));
  await open('/app/admin-welcome', [...staff, degraded]);
  const notice = page.getByRole('region', { name: 'System warnings' });
  await expect.element(notice).toHaveTextContent('The system is degraded.');
  await notice.getByRole('link', { name: 'See what to do' }).click();
  await see(warnings());
});

it('[I159] the last backup is shown, and why one failed', async () => {
  const failed = { at: '2026-03-04T02:31:00.000Z', reason: 'The disk is full.' };
  const last = { at: '2026-03-03T02:30:00.000Z', folder: '/mnt/backups/atrium-1', bytes: 42 * 1024 ** 2 };
  const tile = page.getByRole('region', { name: 'Last backup' });
  const scheduledSince = '2026-03-01T00:00:00.000Z';
  const warning = { kind: 'backup-failed', value: 3600 } as const;
  const backup = { scheduledSince, last, failed };
  await open('/app/system', [...staff, answer(getSystem, { ...state, backup, warnings: [warning] })]);
  await expect.element(tile).toHaveTextContent('The disk is full.');
  await see(warnings().getByText('The scheduled backup failed 1 h ago'));
  await open('/app/system', [...staff, answer(getSystem, { ...state, backup: { ...backup, failed: null } })]);
  await expect.element(tile).toHaveTextContent('42 MB');
  const none = { scheduledSince: null, last: null, failed: null };
  await open('/app/system', [...staff, answer(getSystem, { ...state, backup: none })]);
  await expect.element(tile).toHaveTextContent('NeverSet ATRIUM_BACKUP_DIR to make one every day');
});

it('[R067] [R540] pages of staff lead everyone else to the welcome page', async () => {
  for (const screen of ['/app/system', '/app/admin-welcome', '/app/outbox']) {
    await open(screen, administrator);
    await expect.poll(() => window.location.hash).toBe('#/app/welcome');
  }
  expect(sentTo(getSystem)).toEqual([]);
});
