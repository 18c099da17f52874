import { randomUUID } from 'node:crypto';
import { expect, test } from '../story.ts';

test.describe.configure({ timeout: 180_000 });

const mark = randomUUID().slice(0, 8);
/** Markup, a template, and letters that turn the reading direction, in one. */
const hostile = (what: string) =>
  `${what} ${mark} <img src="x" onerror="window.ran=1"><svg/onload="window.ran=1"> {{constructor}} \u202Etxt.`;

test('[S24] markup in every name of an organization and its people is shown as written and never runs', async ({
  page,
  signIn,
}) => {
  const refusals: string[] = [];
  page.on('console', (line) => {
    if (/content security policy/i.test(line.text())) refusals.push(line.text());
  });
  await signIn('staff@atrium.demo');
  const write = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const answer = await page.request.fetch(path, { method, data: body });
    expect([path, answer.status(), await answer.text()]).toEqual([path, 200, expect.any(String)]);
    return (await answer.json()) as T;
  };
  const { orgId } = await write<{ orgId: string }>('POST', '/api/org', {
    name: hostile('Shop'),
    industryType: hostile('Industry').slice(0, 60),
  });
  await write('POST', `/api/org/${orgId}/contacts`, {
    name: hostile('Contact'),
    position: hostile('Position'),
    phone: '+1 512 555 0100',
    email: 'contact@example.com',
    notes: hostile('Notes'),
  });
  await write('POST', `/api/org/${orgId}/addresses`, { name: hostile('Address'), street: hostile('Street') });
  const { link, userId } = await write<{ link: string; userId: string }>('POST', `/api/org/${orgId}/invitations`, {
    inviteeEmail: `${mark}@example.com`,
    inviteRole: 2,
  });
  const invitationId = new URLSearchParams(link.split('?')[1]).get('invitationId');
  const user = { name: hostile('Person'), password: 'Analytical-engine-1' };
  const registered = await fetch(new URL('/api/registration', page.url()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ invitationId, user, timeZone: 'UTC' }),
  });
  expect(registered.status).toBe(200);
  const person = { name: user.name };

  const see = async (address: string, text: string) => {
    await page.goto(address);
    await expect(page.getByText(text).first()).toBeVisible();
  };
  await see(`/#/app/orgs?search=${mark}`, hostile('Shop'));
  for (const [tab, text] of [
    ['contacts', hostile('Contact')],
    ['addresses', hostile('Address')],
    ['users', person.name],
  ] as const)
    await see(`/#/app/org/${orgId}?tab=${tab}`, text);
  await see(`/#/app/user?userId=${userId}`, person.name);
  await see(`/#/app/users?scope=all&search=${mark}`, person.name);
  await see(`/#/app/audit?scope=all&search=${mark}`, hostile('Shop'));
  await page.goto(`/#/app/outbox?search=${mark}`);
  await page.getByRole('rowheader').first().getByRole('button').click();
  await expect(page.frameLocator('iframe').getByText(`Shop ${mark}`).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(mark);
  await expect(page.getByRole('dialog').getByText(hostile('Shop')).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/#/app/welcome');
  await page.getByRole('button', { name: 'Organization:' }).click();
  await page.getByPlaceholder('Search organizations').fill(mark);
  await page.getByRole('option', { name: hostile('Shop') }).click();
  await expect(page.getByRole('button', { name: `Organization: ${hostile('Shop')}` })).toBeVisible();
  // In a toast.
  await page.goto(`/#/app/org/${orgId}?tab=contacts`);
  await page.getByRole('button', { name: new RegExp(`Contact ${mark}`) }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();

  expect(await page.evaluate(`'ran' in window`)).toBe(false);
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  // A policy that had to step in would mean that markup had become part of a page.
  expect(refusals).toEqual([]);
  await page.request.delete(`/api/org/${orgId}`);
});
