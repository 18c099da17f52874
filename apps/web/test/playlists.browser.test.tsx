import * as api from '@atrium/contract/displays';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { administrator, display, none, reader } from './display-records.ts';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { sampleId } from './sample.ts';
import { look, open, see } from './stage.ts';
import { dialog, field, hide, pick, press, refused, stopClock } from './steps.ts';

const one = answer(api.listDisplays, [display]);
const playlist = {
  ...display,
  displayId: sampleId('displayId', 2),
  kind: 'playlist',
  entityType: null,
  entityId: null,
  locationId: null,
  name: 'Lobby',
  url: 'https://counts.example.com/api/display/playlist/abcdefghjkmn',
  items: [{ displayId: sampleId('displayId', 1), view: null, seconds: 15 }],
} as const;

it('[R882] lists displays, and makes a playlist of those that are public', async () => {
  const shown = { ...display, displayId: sampleId('displayId', 1) };
  await open('/app/displays', [...administrator, none]);
  await look('displays-empty', page.getByText('No display yet'));
  await open('/app/displays', [...administrator, answer(api.listDisplays, [shown])]);
  await press('Add playlist');
  const form = dialog('Add playlist');
  await press('Add playlist', form);
  await see(form.getByText('is required'));
  await field('Name', form).fill('Lobby');
  await press('Add display', form);
  await field('Seconds', form).fill('3');
  await press('Add playlist', form);
  await see(form.getByText(/must show each display for 5 to 600 seconds/));
  const remove = form.getByRole('button', { name: 'Remove' });
  await press('Add display', form);
  await remove.first().click();
  await expect.element(remove).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(form.getByRole('button', { name: 'Add display' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await field('Seconds', form).fill('20');
  await pick('Show', 'Percent', form);
  await look('playlist-new', field('Seconds', form));
  expectNow(answer(api.createDisplay, playlist), answer(api.listDisplays, [shown, playlist]));
  await press('Add playlist', form);
  await see(page.getByText('1 display', { exact: true }));
  expect(sentTo(api.createDisplay).at(-1)?.body).toEqual({
    kind: 'playlist',
    name: 'Lobby',
    items: [{ displayId: shown.displayId, view: 'percent', seconds: 20 }],
  });
  await look('displays', page.getByText('Lobby'));
  await press('Set up Lobby');
  const panel = dialog('Lobby');
  await see(panel.getByText(playlist.url, { exact: true }));
  await look('playlist', panel.getByRole('button', { name: 'Edit playlist' }));
  await press('Delete', panel);
  expectNow(answer(api.deleteDisplay), answer(api.listDisplays, [shown]));
  await press('Yes, delete it!', dialog('Delete Playlist'));
  await hide(page.getByText('Lobby'));
});

const asked = () => sentTo(api.listDisplays).at(-1)?.query;

it('[R1145] searches, sorts, filters and pages displays on the server, and offers them as a file', async () => {
  await open('/app/displays', [...administrator, one]);
  await see(page.getByText('Reading room'));
  expect(asked()).toMatchObject({ limit: '25', offset: '0', order: 'name' });
  await page.getByRole('searchbox').fill('room');
  await expect.poll(asked).toMatchObject({ search: 'room' });
  await press(/^Kind/);
  await expect.poll(asked).toMatchObject({ order: 'kind' });
  await pick('Kind', 'Playlist');
  await expect.poll(asked).toMatchObject({ kind: 'playlist' });
  expectNow(none);
  await page.getByRole('searchbox').fill('nowhere');
  await see(page.getByText('No display matches'));
  // The list would keep it for the next visit.
  window.location.hash = '/app/displays';
  await see(page.getByText('Reading room'));
});

it('[R1145] deletes a display after a question, and lets nobody else', async () => {
  await open('/app/displays', [...administrator, one]);
  await press('Delete Reading room');
  const question = dialog('Delete Display');
  await look('display-delete', question.getByText(/Its link never works again/));
  await refused(api.deleteDisplay, 'Unable to delete the display', () => press('Yes, delete it!', question));
  await press('Delete Reading room');
  expectNow(answer(api.deleteDisplay), none);
  await press('Yes, delete it!', question);
  await see(page.getByText('No display yet'));
  await open('/app/displays', [...reader, one]);
  await see(page.getByText('Reading room'));
  await hide(page.getByRole('button', { name: 'Delete Reading room' }));
});

it('[R1146] keeps displays that are switched off in a playlist that is edited, and marks them', async () => {
  const off = { ...display, displayId: sampleId('displayId', 1), enabled: false };
  const gone = { displayId: sampleId('displayId', 9), view: null, seconds: 10 };
  const lobby = { ...playlist, items: [...playlist.items, gone] };
  await open('/app/displays', [...administrator, answer(api.listDisplays, [off, lobby])]);
  await press('Set up Lobby');
  await press('Edit playlist', dialog('Lobby'));
  const form = dialog('Edit playlist');
  await expect
    .element(form.getByRole('combobox', { name: 'Display' }))
    .toHaveValue('Reading room (Live occupancy, switched off)');
  await field('Name', form).fill('Hall');
  expectNow(answer(api.updateDisplay, playlist));
  await press('Save', form);
  await hide(form);
  expect(sentTo(api.updateDisplay).at(-1)?.body).toEqual({ name: 'Hall', items: playlist.items });
});

it('[R1227] a row of a playlist keeps the focus while it moves, and its display is searched', async () => {
  const shown = [1, 2, 3].map((at) => ({ ...display, displayId: sampleId('displayId', at), name: `Room ${at}` }));
  const items = shown.slice(0, 2).map(({ displayId }) => ({ displayId, view: null, seconds: 15 }));
  await open('/app/displays', [
    ...administrator,
    answer(api.listDisplays, [...shown, { ...playlist, displayId: sampleId('displayId', 9), items }]),
  ]);
  await press('Set up Lobby');
  await press('Edit playlist', dialog('Lobby'));
  const form = dialog('Edit playlist');
  const up = form.getByRole('button', { name: 'Move up' });
  await up.nth(1).click();
  await expect.element(up.nth(0)).toHaveFocus();
  const box = form.getByRole('combobox', { name: 'Display' });
  await expect.element(box.nth(0)).toHaveValue('Room 2 (Live occupancy)');
  await box.nth(0).fill('Room 3');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(box.nth(0)).toHaveFocus();
  expectNow(answer(api.updateDisplay, playlist));
  await press('Save', form);
  await hide(form);
  expect(sentTo(api.updateDisplay).at(-1)?.body).toEqual({
    name: 'Lobby',
    items: [{ ...items[1], displayId: shown[2]!.displayId }, items[0]],
  });
});

it('[R1228] a playlist whose displays cannot be read says so, and tries again', async () => {
  const shown = { ...display, displayId: sampleId('displayId', 1) };
  await open('/app/displays', [...administrator, answer(api.listDisplays, [shown])]);
  await see(page.getByText('Reading room'));
  expectNow(refuse(api.listDisplays, 500, 'This server is out of order.'));
  await press('Add playlist');
  const form = dialog('Add playlist');
  await see(form.getByText('This server is out of order.'));
  expectNow(answer(api.listDisplays, [shown]));
  await press('Try again', form);
  await see(field('Name', form));
});

it('[R1065] saves a playlist on the state that its form was opened on', async () => {
  const shown = { ...display, displayId: sampleId('displayId', 1) };
  const list = (version: number, name: string) => answer(api.listDisplays, [shown, { ...playlist, version, name }]);
  stopClock();
  try {
    await open('/app/displays', [...administrator, list(4, 'Lobby')]);
    await press('Set up Lobby');
    await press('Edit playlist', dialog('Lobby'));
    await vi.advanceTimersByTimeAsync(1_000);
    const form = dialog('Edit playlist');
    await field('Name', form).fill('Hall');
    expectNow(list(5, 'Foyer'));
    await vi.advanceTimersByTimeAsync(11_000);
    window.dispatchEvent(new Event('visibilitychange'));
    await see(page.getByText('Foyer').first());
    await refused(api.updateDisplay, 'Unable to update the display', () => press('Save', form));
    const { headers, body } = sentTo(api.updateDisplay).at(-1)!;
    expect(headers.get('if-match')).toBe('"4"');
    expect(body).toMatchObject({ name: 'Hall' });
  } finally {
    vi.useRealTimers();
  }
});
