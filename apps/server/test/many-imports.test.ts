import { dataCalls } from '@atrium/contract/data';
import { getImport, importFiles, listImports } from '@atrium/contract/imports';
import { maxImportFiles } from '@atrium/rules/import-file';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

/** Files that one organization sends at once: 10,000 take about half an hour. */
const total = Number(process.env['ATRIUM_FILES'] ?? 100);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** An organization with a location that has a number, and its administrator. */
async function shop() {
  const { orgId } = await world.organization({ canViewPOS: true });
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const place = { orgId, entityType: 'location', entityId: locationId } as const;
  await world.customField({ ...place, name: 'locationNumber', value: '1001' });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  return { orgId, locationId, admin };
}

/** Files with one sale each, every one of its own minute. */
function sales(first: number, count: number): FormData {
  const form = new FormData();
  form.append('source', 'upload');
  for (let number = first; number < first + count; number += 1) {
    const time = new Date(Date.UTC(2026, 1, 1, 0, number)).toISOString();
    const text = `locationNumber,recordDate,netSales,itemCount,transactionCount,employeeId\n1001,${time},2,1,1,\n`;
    form.append('file', new Blob([text]), `pos-${number}.csv`);
  }
  return form;
}

it(
  '[I322] many files of one organization are imported once each, and another one waits for a single file of them',
  async () => {
    const [sender, other] = [await shop(), await shop()];
    const forms = Array.from({ length: Math.ceil(total / maxImportFiles) }, (_, index) => index * maxImportFiles);
    const sending = async () => {
      for (let first = forms.shift(); first !== undefined;) {
        const { status } = await sender.admin.post(
          '/api/import',
          sales(first, Math.min(maxImportFiles, total - first)),
        );
        expect([200, 429]).toContain(status);
        // As the answer asks: more files wait than an organization may have.
        if (status === 429) await pause(1000);
        else first = forms.shift();
      }
    };
    await Promise.all(Array.from({ length: 5 }, sending));
    const [file] = await other.admin.call(importFiles, { form: () => sales(0, 1) });
    const statusOfOther = async () =>
      (await other.admin.call(getImport, { params: { importStatusId: file!.importStatusId } })).status;
    await expect.poll(statusOfOther, within(10)).toBe('ok');
    const waiting = async () =>
      Number((await sender.admin.get('/api/import-status?status=pending&limit=1')).headers.get('x-total-count'));
    expect(await waiting()).toBeGreaterThan(0);
    await expect.poll(waiting, { ...within(30 + total / 2), interval: 500 }).toBe(0);
    const names = new Set<string>();
    for (let offset = 0; offset < total; offset += 1000) {
      const rows = await sender.admin.call(listImports, { query: { limit: 1000, offset } });
      expect(
        rows.filter(({ status, rowCount, errorCount }) => status !== 'ok' || rowCount !== 1 || errorCount > 0),
      ).toEqual([]);
      for (const { fileName } of rows) names.add(fileName);
    }
    expect(names.size).toBe(total);
    const list = await sender.admin.get('/api/import-status?limit=1');
    expect(list.headers.get('x-total-count')).toBe(String(total));
    const range = { relativeDate: 'custom', startDate: '2026-02-01', endDate: '2026-03-01' } as const;
    const { results } = await sender.admin.call(dataCalls.pos.total, {
      query: { entityType: 'location', entityIds: sender.locationId, ...range, metrics: 'netsales(sum)' } as never,
    });
    expect(results).toMatchObject([{ sumnetsales: 2 * total }]);
  },
  60_000 + 600 * total,
);
