import * as api from '@atrium/contract/dashboards';
import type { Operation } from '@atrium/rules/dashboard-edits';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, sentTo, withhold } from './network.ts';
import { look, open, see, settled } from './stage.ts';
import { chooseAction, dialog, heading, hide, press, stopClock } from './steps.ts';
import {
  path,
  widget,
  doors,
  floors,
  both,
  own,
  calls,
  opened,
  card,
  status,
  lastEdit,
  bodyOf,
  edited,
} from './dashboard-records.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('[R259] [R271] shows its cards on the grid, in the order of reading', async () => {
  await open(path, opened);
  await see(card('Doors'));
  await settled();
  const [first, second] = both.map(({ widgetId }) =>
    document.querySelector(`[data-widget="${widgetId}"]`)!.getBoundingClientRect(),
  );
  expect(first!.height).toBe(2 * 50 + 10);
  expect(second!.left - first!.right).toBeCloseTo(10, 0);
  expect(second!.top).toBe(first!.top);
  await see(status('Saved'));
  await look('dashboard', heading('Branches'));
});

it('[R261] [R974] moves and resizes a card by keyboard, says so, and saves after 5,000 ms', async () => {
  await open(path, opened);
  await see(card('Doors'));
  stopClock();
  card('Doors').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await see(page.getByText('Doors moved to column 2, row 1.'));
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await see(page.getByText('Doors is now 4 columns wide and 3 rows high.'));
  await see(status('Saving…'));
  vi.advanceTimersByTime(4_999);
  expect(sentTo(api.editDashboard)).toEqual([]);
  const moved: Operation = {
    kind: 'place',
    widgetId: doors.widgetId,
    place: { x: 1, y: 0, width: 4, height: 3 },
    pushed: [{ widgetId: floors.widgetId, place: { x: 4, y: 3, width: 4, height: 2 } }],
  };
  expectNow(edited([moved]));
  vi.advanceTimersByTime(1);
  await see(status('Saved'));
  expect(bodyOf(lastEdit()).operations).toEqual([moved]);
  expect(lastEdit()?.headers.get('if-match')).toBe('"3"');
  expect(document.activeElement).toBe(card('Doors').element());
});

it('[R974] [R1121] says at which edge a card stops, and that it is too small or too large', async () => {
  const wide = { ...own, config: JSON.stringify([{ ...doors, gridOptions: { x: 0, y: 0, width: 12, height: 1 } }]) };
  await open(path, [...calls, answer(api.getDashboard, wide), withhold(api.editDashboard)]);
  await see(card('Doors'));
  card('Doors').element().focus();
  await userEvent.keyboard('{ArrowUp}');
  await see(page.getByText('Doors cannot go further up.'));
  await userEvent.keyboard('{ArrowRight}');
  await see(page.getByText('Doors cannot go further right.'));
  await userEvent.keyboard('{ArrowLeft}');
  await see(page.getByText('Doors cannot go further left.'));
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await see(page.getByText('Doors cannot get larger.'));
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await see(page.getByText('Doors cannot get smaller.'));
});

it('[R1122] moves and resizes a card with buttons, opened from its menu', async () => {
  await open(path, [...opened, withhold(api.editDashboard)]);
  await see(card('Doors'));
  const panel = dialog('Move and resize Doors');
  await chooseAction('Move and resize…', 'Actions of Doors');
  await see(panel.getByText('Column 1, row 1 · 4 columns wide, 2 rows high'));
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Move left');
  await look('dashboard-arrange', panel.getByText(/Shift with arrow keys resizes it/));
  for (const name of ['Move right', 'Move down', 'Wider', 'Taller', 'Taller']) await press(name, panel);
  await see(panel.getByText('Column 2, row 2 · 5 columns wide, 4 rows high'));
  await see(page.getByText('Doors is now 5 columns wide and 4 rows high.'));
  // Below the other card now, and the button is still in use.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Taller');
  for (const name of ['Move left', 'Move up', 'Narrower', 'Lower']) await press(name, panel);
  await see(panel.getByText('Column 1, row 1 · 4 columns wide, 3 rows high'));
  await press('Move left', panel);
  await see(page.getByText('Doors cannot go further left.'));
  await userEvent.keyboard('{Escape}');
  await hide(panel);
  await expect.poll(() => document.activeElement).toBe(card('Doors').element());
  await chooseAction('Move and resize…', 'Actions of Doors');
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Move left');
  await press('Close', panel);
  await expect.poll(() => document.activeElement).toBe(card('Doors').element());
  await press('Undo');
  await see(page.getByText('Undone.'));
});

it('[R259] [R1110] drags a card by its title row, without new styles for all of the page', async () => {
  await open(path, opened);
  await see(card('Doors'));
  const down: Operation = {
    kind: 'place',
    widgetId: doors.widgetId,
    place: { x: 0, y: 2, width: 4, height: 2 },
    pushed: [],
  };
  expectNow(edited([down]));
  const title = [...card('Doors').element().querySelectorAll('[data-drag-handle]')].at(-1)!;
  const { x, y } = title.getBoundingClientRect();
  const at = async (type: string, moved: number, on: EventTarget) => {
    on.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x + 5, clientY: y + 5 + moved, button: 0 }));
    // The grid is drawn before the pointer moves on.
    await new Promise((resolve) => requestAnimationFrame(resolve));
  };
  await at('mousedown', 0, title);
  for (const moved of [10, 60, 120]) await at('mousemove', moved, document);
  expect(document.querySelector('#react-draggable-style-el')?.textContent).toBe('');
  await at('mouseup', 120, document);
  await see(status('Saving…'));
  await press('Undo');
  await press('Redo');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await see(status('Saved'));
  expect(bodyOf(lastEdit()).operations.at(-1)).toEqual(down);
});

it('[R974] [R1122] stands in one column on a phone, in the order of reading, and offers no keys that do nothing', async () => {
  await page.viewport(390, 844);
  try {
    const below = { ...own, config: JSON.stringify([widget(3, 'Last', 0, 9), floors, doors]) };
    await open(path, [...calls, answer(api.getDashboard, below)]);
    await see(card('Last'));
    const shown = page.getByRole('group', { name: /, card/ });
    const names = () => shown.elements().map((each) => each.getAttribute('aria-label'));
    expect(names()).toEqual(['Doors, card 1 of 3', 'Floors, card 2 of 3', 'Last, card 3 of 3']);
    const boxes = shown.elements().map((each) => each.getBoundingClientRect());
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(1);
    expect(boxes[1]!.top).toBeGreaterThanOrEqual(boxes[0]!.bottom);
    await expect.element(card('Doors')).toHaveAccessibleDescription(/^Delete removes the card/);
    await press('Actions of Doors');
    await see(page.getByRole('menuitem', { name: 'Duplicate' }));
    await hide(page.getByRole('menuitem', { name: 'Move and resize…' }));
  } finally {
    await page.viewport(1440, 900);
  }
});
