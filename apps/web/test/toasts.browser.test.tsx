import { createSite } from '@atrium/contract/sites';
import { afterEach, expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectNow, refuse } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { open, settled, signedInAs } from './stage.ts';
import { field, press, stopClock } from './steps.ts';

afterEach(() => {
  vi.useRealTimers();
});

const toasts = () => page.getByRole('alert').filter({ hasText: 'Unable to create site' });
const count = () => toasts().elements().length;
const boxOf = (shown: Locator) => shown.first().element().getBoundingClientRect();
/** Toasts leave by the clock of the page, which stands still between the steps. */
const wait = async () => vi.advanceTimersByTimeAsync(10_000);

/** The pointer rests at a point of the window, whatever lies there. */
async function point(x: number, y: number): Promise<void> {
  const { left, top } = document.body.getBoundingClientRect();
  await page.elementLocator(document.body).hover({ position: { x: x - left, y: y - top }, force: true });
}

const pointer = { x: 0, y: 0 };
document.addEventListener('mousemove', ({ clientX, clientY }) => Object.assign(pointer, { x: clientX, y: clientY }));
const isPointedAt = (shown: Locator) => shown.element().contains(document.elementFromPoint(pointer.x, pointer.y));

it('[R570] toasts stay clear of the buttons of a form, and go although the pointer rests on them', async () => {
  const calls = [...records, ...signedInAs('OrganizationAdministrator')];
  await open(`/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}`, calls);
  await press('Add site');
  const form = page.getByRole('form', { name: 'New site' });
  await field('Name', form).fill('Gate');
  stopClock();
  let refusals = 0;
  const beRefused = async () => {
    refusals += 1;
    expectNow(refuse(createSite, 409, `Refused ${refusals}.`));
    const toast = toasts().filter({ hasText: `Refused ${refusals}.` });
    // By keys: the pointer stays where it is.
    (field('Name', form).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    const appeared = async () => {
      await vi.advanceTimersByTimeAsync(50);
      return toast.elements().length;
    };
    await expect.poll(appeared).toBe(1);
    await vi.advanceTimersByTimeAsync(500);
    await settled();
    return toast;
  };

  for (let times = 0; times < 4; times += 1) await beRefused();
  await expect.poll(count).toBe(3);
  const { left, right } = boxOf(toasts());
  for (const button of ['Cancel', 'Save'])
    expect(boxOf(form.getByRole('button', { name: button })).left).toBeGreaterThan(right);

  await wait();
  await expect.poll(count).toBe(0);
  await point(left + 100, window.innerHeight - 60);
  const resting = await beRefused();
  await expect.poll(() => isPointedAt(resting)).toBe(true);
  await wait();
  await expect.poll(count).toBe(0);

  const read = await beRefused();
  const box = boxOf(read);
  await point(box.left + 120, box.top + 20);
  await expect.poll(() => isPointedAt(read)).toBe(true);
  const other = await beRefused();
  await wait();
  await expect.poll(() => other.elements().length).toBe(0);
  await expect.element(read).toBeVisible();
  await point(box.right + 200, 300);
  await wait();
  await expect.poll(count).toBe(0);
});
