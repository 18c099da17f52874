import { dataCalls } from '@atrium/contract/data';
import { getImport, importFiles, undoImport } from '@atrium/contract/imports';
import { notFinalText } from '@atrium/rules/import-file';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import type { Organization } from './estate.ts';
import { withEverySource } from './every-source.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let org: Organization;
let admin: Client;
/** Ends the wait of a worker that has written a part of a file. */
let goOn = () => {};
let isHeld = false;
let hold: Promise<void> | undefined;

beforeAll(async () => {
  world = await openWorld({
    now: new Date('2026-03-26T12:00:30Z'),
    app: {
      async reach(point) {
        if (hold === undefined || (point !== 'import.after-chunk' && point !== 'undo.after-part')) return;
        isHeld = true;
        await hold;
      },
    },
  });
  org = await world.organization({ ...withEverySource, sftpEnabled: true });
  admin = await world.signIn(await world.user({ orgId: org.orgId, role: 'OrganizationAdministrator' }));
});
afterAll(() => {
  goOn();
  return world.close();
});

function holdParts(): void {
  isHeld = false;
  hold = new Promise((resolve) => {
    goOn = () => {
      hold = undefined;
      resolve();
    };
  });
}

async function shop(number: string) {
  const { locationId } = await world.location({ orgId: org.orgId, timezone: 'UTC' });
  const owner = { orgId: org.orgId, entityType: 'location', entityId: locationId } as const;
  await world.customField({ ...owner, name: 'locationNumber', value: number });
}

const day = { relativeDate: 'custom', startDate: '2026-03-25', endDate: '2026-03-25' } as const;
const sales = async () => {
  const query = { ...day, entityType: 'organization', metrics: 'netsales(sum)' };
  const { results, messages } = await admin.call(dataCalls.pos.total, { query: query as never });
  return { sales: results[0]?.['sumnetsales'] ?? null, messages };
};
const statusOf = async (importStatusId: string) => {
  const { status, isUndoing } = await admin.call(getImport, { params: { importStatusId } });
  return isUndoing ? 'undoing' : status;
};

const line = (number: string, employee: number) => `${number},2026-03-25T10:00,1,1,1,E${employee}`;

describe('an answer while a file is applied', () => {
  it('[R1080] says that its sales are not final, until the file or its undo is applied', async () => {
    await shop('1');
    await shop('2');
    // A part of a file has 5,000 rows: the second shop is in the second part.
    const rows = [
      ...Array.from({ length: 5000 }, (_, index) => line('1', index)),
      ...Array.from({ length: 1000 }, (_, index) => line('2', index)),
    ];
    const content = `locationNumber,recordDate,netSales,itemCount,transactionCount,employeeId\n${rows.join('\n')}\n`;
    holdParts();
    const form = new FormData();
    form.append('source', 'upload');
    form.append('file', new Blob([content]), 'pos-shops.csv');
    const [item] = await admin.call(importFiles, { form: () => form });
    const id = item!.importStatusId;
    await expect.poll(() => sales(), within(10)).toMatchObject({ sales: 5000 });
    expect(isHeld).toBe(true);
    expect(await sales()).toEqual({ sales: 5000, messages: [notFinalText('pos')] });
    const asked = new URLSearchParams({ ...day, entityType: 'organization' }).toString();
    const csv = await fetch(`${world.url}/api/data/pos/total?${asked}`, {
      headers: { cookie: admin.cookieHeader(), accept: 'text/csv' },
    });
    expect(decodeURIComponent(csv.headers.get('x-atrium-messages') ?? '')).toContain(notFinalText('pos'));
    const people = { query: { ...day, entityType: 'organization' } as never };
    expect(await admin.call(dataCalls.traffic.total, people)).toMatchObject({ messages: [] });

    goOn();
    await expect.poll(() => statusOf(id), within(10)).toBe('ok');
    expect(await sales()).toEqual({ sales: 6000, messages: [] });

    holdParts();
    await admin.call(undoImport, { params: { importStatusId: id } });
    await expect.poll(() => isHeld, within(10)).toBe(true);
    expect((await sales()).messages).toEqual([notFinalText('pos')]);
    goOn();
    await expect.poll(() => statusOf(id), within(10)).toBe('undone');
    expect(await sales()).toEqual({ sales: null, messages: [] });
  });
});
