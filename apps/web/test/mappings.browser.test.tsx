import * as inbox from '@atrium/contract/inbox';
import { getJob } from '@atrium/contract/jobs';
import * as mappings from '@atrium/contract/mappings';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { mappingRecords, taughtSensor, taughtText } from './mapping-records.ts';
import { answer, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { dialog, field, hide, press, refused } from './steps.ts';

const administrator = [...records, ...signedInAs('OrganizationAdministrator'), ...mappingRecords];
const saved = { ...taughtSensor, reread: 2 };

it('[R635] [R636] [R647] a pasted push is guessed, clicked and saved, with what it counts beside it', async () => {
  await open('/app/teach', [...administrator, answer(mappings.createMapping, saved)]);
  await press('Teach a sensor');
  await field('One push of the sensor').fill(taughtText);
  await press('Find the fields');
  await see(page.getByRole('table', { name: 'Readings of this push' }).getByRole('rowheader', { name: 'North' }));
  await see(page.getByText('15 minutes are assumed'));
  await look('teach-workbench', page.getByRole('button', { name: /^entered 7/ }));
  await press(/^exited 2/);
  await page.getByRole('menuitem', { name: 'People inside' }).click();
  await expect
    .poll(() => sentTo(mappings.previewMapping).at(-1)?.body)
    .toMatchObject({ text: taughtText, spec: { lines: [{ outs: null, level: ['data', 'exited'] }] } });
  await press('Save');
  await see(page.getByText('Name is required'));
  await field('Name of the sensor').fill('Old gates');
  await press('Save');
  await see(page.getByText('2 pushes from quarantine are read again.'));
  expect(sentTo(mappings.createMapping).at(-1)?.body).toMatchObject({ name: 'Old gates', text: taughtText });
  await see(dialog('Old gates'));
});

it('[R639] [R646] a received push or a template is taught from, and what is missing is said', async () => {
  const missing = answer(mappings.previewMapping, {
    problems: [{ path: 'lines', message: 'Choose a field with a count or a level' }],
    preview: { rows: [], total: 0, flaws: ['bad_value'] },
    flaw: null,
    last: [],
  });
  await open('/app/teach', [...administrator, missing]);
  await press(/^Teach from this: Unknown device/);
  await see(page.getByText('Choose a field with a count or a level.'));
  await see(page.getByText('A count is not a whole number, or a direction is neither in nor out.'));
  expect(sentTo(mappings.guessMapping).at(-1)?.body).toEqual({ sampleId: '10' });
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await press('Use another push');
  await press('Teach a sensor: Delopt');
  await see(page.getByRole('textbox', { name: 'Name of the sensor' }));
  expect(sentTo(mappings.previewMapping).at(-1)?.body).toMatchObject({ text: taughtText });
});

it('[R638] [R641] [R648] taught sensors have a push URL and versions, and can be renamed, retired and restored', async () => {
  await open('/app/teach', [
    ...administrator,
    answer(mappings.createMapping, { ...saved, state: 'draft' }),
    answer(mappings.restoreMapping, saved),
    answer(mappings.retireMapping),
  ]);
  await press('Old gates');
  const panel = dialog('Old gates');
  await look('teach-panel', panel.getByText('/api/push/custom-0a1b2c3d4e/{push key}'));
  await press('Restore version 1', panel);
  await see(page.getByText('Version restored successfully'));
  await refused(mappings.updateMapping, 'Unable to update the taught sensor', async () => {
    await press('Rename', panel);
    await dialog('Rename taught sensor').getByRole('textbox').fill('New gates');
    await press('Save', dialog('Rename taught sensor'));
  });
  await press('Retire', panel);
  await press('Yes, retire it!');
  await hide(panel);
  expect(sentTo(mappings.retireMapping)).toHaveLength(1);
  await press('Let it send first');
  await dialog('Let the sensor send first').getByRole('textbox').fill('Unknown box');
  await press('Create push URL');
  await expect.poll(() => sentTo(mappings.createMapping).at(-1)?.body).toEqual({ name: 'Unknown box' });
});

it('[R644] what older versions counted is counted again in the inbox, after a preview', async () => {
  const range = { from: '2026-03-01T05:00:00.000Z', to: '2026-03-02T05:00:00.000Z' };
  await open('/app/teach', [
    ...administrator,
    answer(inbox.listReceived, { results: [], next: null, searchedTo: null }),
    answer(inbox.createReplay, { preview: null }),
    answer(inbox.getReplay, { preview: null, applyJobId: null }),
    answer(getJob, { state: 'running', done: 1, total: 4 }),
  ]);
  await press('Old gates');
  await page.getByRole('link', { name: 'Count again' }).click();
  const form = dialog('Count again');
  await see(form.getByText('Old gates'));
  await form.getByLabelText('From').fill('2026-03-01T00:00');
  await form.getByLabelText('To', { exact: true }).fill('2026-03-02T00:00');
  await look('teach-replay', form.getByText(/^Everything that this taught sensor sent/));
  await press('Calculate the changes', form);
  await expect.poll(() => sentTo(inbox.createReplay).at(-1)?.body).toEqual({ vendor: 'custom-0a1b2c3d4e', ...range });
  await press('Close', page.getByRole('dialog').last());
  await expect.poll(() => document.querySelectorAll('[role=dialog]').length).toBe(0);
});

it('nothing taught, nothing received, and a list that cannot be read', async () => {
  const empty = [answer(mappings.listMappings, []), answer(mappings.listMappingSamples, [])];
  await open('/app/teach', [...administrator, ...empty]);
  await look('teach-empty', page.getByText('Nothing taught yet'));
  await open('/app/teach', [...administrator, ...empty, refuse(mappings.listMappings, 503, 'Not now.')]);
  await see(page.getByRole('alert').getByText('Not now.').first());
});
