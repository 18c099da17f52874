import { getJob } from '@atrium/contract/jobs';
import { applyToPast, getSpaceDrift, previewPast } from '@atrium/contract/space-drift';
import * as spaces from '@atrium/contract/spaces';
import { correctionTexts, defaultCorrections } from '@atrium/rules/occupancy-drift';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, answerEmpty, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { countOf } from './shown.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { dialog, field, hide, overtaken, press } from './steps.ts';

const spacePath = `/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}/space/${sampleId('spaceId')}`;

const space = `${spacePath}?tab=accuracy`;
const hallWith = (part: object) =>
  answer(spaces.getSpace, {
    name: 'Waiting hall',
    zone: [],
    location: { name: 'Hamburg', timezone: 'Europe/Berlin' },
    corrections: defaultCorrections,
    ...part,
  });
const hall = hallWith({});
const administrator = [...records, ...signedInAs('OrganizationAdministrator'), hall];
const reader = [...records, ...signedInAs('OrganizationUser'), hall];
const day = { from: '2026-03-03T03:00:00.000Z', to: '2026-03-04T03:00:00.000Z', ins: 220, outs: 200, balance: 1.1 };
const drift = { since: day.to, asOf: '2026-03-04T17:00:00.000Z', plain: 34, corrected: 21, error: 4, acf: 1.06 };
const drifts = (part: object) =>
  answer(getSpaceDrift, { drift: { ...drift, knowsHours: false, days: [{ ...day, residual: 20 }], ...part } });
const facts = page.getByRole('region', { name: 'Drift', exact: true });
const corrections = page.getByRole('region', { name: 'Corrections' });

describe('the accuracy of a space', () => {
  it('[R799] shows the plain sum, the corrected number, its error and the residual of the last day', async () => {
    await open(space, [...reader, drifts({})]);
    await look('space-drift', facts.getByText('21 ± 4'));
    await expect
      .element(facts)
      .toHaveTextContent(/Ins less outs34.*Difference13 too many.*Last full day20 more in than out/);
    await expect.element(facts).toHaveTextContent('1.06, from the last five days');
    await see(page.getByRole('table', { name: 'The last days, from reset to reset' }).getByText('1.1'));
    await see(facts.getByText(/^Counted since 3\/4\/26 4:00 am\. The ± shows how far earlier days were off/));
    for (const name of ['Edit', 'Also for the past'])
      expect(countOf(page.getByRole('button', { name, exact: true }))()).toBe(0);
  });

  it('[R799] says what is not known yet, and when it cannot be read', async () => {
    await open(space, [...reader, drifts({ error: null, acf: null, days: [], plain: 21 })]);
    await expect.element(facts).toHaveTextContent(/Corrected21Difference.*None.*Last full dayNot known yet/);
    await open(space, [...reader, answer(getSpaceDrift, { drift: null })]);
    await see(facts.getByText('The accuracy appears here after the first readings of this space.'));
    await open(space, [...reader, answerEmpty(getSpaceDrift, 500)]);
    await see(facts.getByRole('button', { name: 'Try again' }));
  });

  it('[R779] switches each correction, and limits stays', async () => {
    await open(space, [...administrator, drifts({})]);
    await press('Edit', corrections);
    const form = page.getByRole('form', { name: 'Corrections' });
    await form.getByRole('switch', { name: 'Learn by weekday and hour' }).click();
    await form.getByLabelText('Longest stay (minutes)').fill('10');
    await press('Save', form);
    await look('space-corrections', form.getByText(correctionTexts.maxStay));
    expect(sentTo(spaces.updateSpace)).toEqual([]);
    await form.getByLabelText('Longest stay (minutes)').fill('90');
    expectNow(answer(spaces.updateSpace));
    await press('Save', form);
    await hide(form);
    const wanted = { ...defaultCorrections, weekdayHours: false, maxStayMinutes: 90 };
    expect(sentTo(spaces.updateSpace).at(-1)?.body).toEqual({ corrections: wanted });
  });

  it('[R1195] corrections are saved only on those that their form shows', async () => {
    await open(space, [...administrator, drifts({}), hallWith({ version: 4 })]);
    await press('Edit', corrections);
    const form = page.getByRole('form', { name: 'Corrections' });
    const save = () => press('Save', form);
    await form.getByLabelText('Longest stay (minutes)').fill('90');
    await overtaken(spaces.updateSpace, hallWith({ name: 'Hall', version: 5 }), save);
    const other = hallWith({ corrections: { ...defaultCorrections, endOfDay: false }, version: 6 });
    expect((await overtaken(spaces.updateSpace, other, save)).headers.get('if-match')).toBe('"5"');
    expect((await overtaken(spaces.updateSpace, other, save)).headers.get('if-match')).toBe('"5"');
    await expect.element(field('Longest stay (minutes)', form)).toHaveValue('90');
    await field('Longest stay (minutes)', form).fill('');
    await expect.element(form.getByRole('switch', { name: 'Balance finished days' })).not.toBeChecked();
  });

  it('[R797] [R798] recalculates the past after a preview, and shows how far it is', async () => {
    const preview = { days: 8, change: 3.25, shown: [{ date: '2026-03-03', before: 120, after: 104 }] };
    await open(space, [...administrator, drifts({}), answer(previewPast, preview)]);
    await press('Also for the past', corrections);
    const asked = dialog('Also for the past');
    await look('space-past', asked.getByText('8 days are recalculated.'));
    await see(asked.getByText('In the newest of them, the number of people changes by 3.25 on average.'));
    await asked.getByLabelText('Starting on').fill('2090-01-01');
    await see(asked.getByText('Choose a date in the past'));
    expect(countOf(asked.getByRole('button', { name: 'Recalculate' }))()).toBe(0);
    await asked.getByLabelText('Starting on').fill('2026-02-01');
    const running = { state: 'running', done: 3, total: 8 } as const;
    expectNow(answer(applyToPast), answer(getJob, running));
    await press('Recalculate', asked);
    await see(asked.getByText('3 of 8 days'));
    expect(sentTo(applyToPast).at(-1)?.body).toEqual({ from: '2026-02-01', part: 'settings' });
    expectNow(answer(getJob, { ...running, state: 'done', done: 8 }));
    await see(asked.getByText('Done. Charts show the new numbers.'));
  });

  it('[R722] recalculates the past with the zones of now, which only administrators may do', async () => {
    const zone = { zoneId: sampleId('zoneId'), name: 'North door', reverseInsAndOuts: false };
    const bordered = answer(spaces.getSpace, {
      name: 'Waiting hall',
      zone: [zone],
      location: { name: 'Hamburg', timezone: 'Europe/Berlin' },
    });
    const preview = { days: 2, change: 12.5, shown: [{ date: '2026-03-03', before: 60, after: 104 }] };
    await open(`${spacePath}?tab=zones`, [...administrator, bordered, answer(previewPast, preview)]);
    const zones = page.getByRole('region', { name: 'Zones' });
    await press('Also for the past', zones);
    const asked = dialog('Also for the past');
    await look(
      'space-past-zones',
      asked.getByText(/^An edit holds from now on\. Here the zones that this space has now/),
    );
    await see(asked.getByText('2 days are recalculated.'));
    expect(sentTo(previewPast).at(-1)?.query).toMatchObject({ part: 'zones' });
    expectNow(answer(applyToPast), answer(getJob, { state: 'running', done: 1, total: 2 }));
    await press('Recalculate', asked);
    await see(asked.getByText('1 of 2 days'));
    expect(sentTo(applyToPast).at(-1)?.body).toMatchObject({ part: 'zones' });
    expectNow(answer(getJob, { state: 'done', done: 2, total: 2 }));
    await see(asked.getByText('Done. Charts show the new numbers.'));
    await open(`${spacePath}?tab=zones`, [...reader, bordered]);
    await see(zones.getByText('North door'));
    expect(countOf(page.getByRole('button', { name: 'Also for the past' }))()).toBe(0);
  });
});
