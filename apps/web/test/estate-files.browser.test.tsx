import { exportEstate, importEstate, previewEstate } from '@atrium/contract/estate-files';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { countOf } from './shown.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { downloads, press } from './steps.ts';

const panel = `/app/org/${sampleId('orgId')}?tab=estate`;
const staff = [...records, ...signedInAs('SenSourceUser')];
const text = 'locations:\n  - name: Station\n';

async function chooseFile(): Promise<void> {
  await see(page.getByRole('heading', { name: 'Download' }));
  const chooser = document.querySelector('input[type="file"]');
  if (!chooser) throw new Error('There is no field for a file.');
  await userEvent.upload(chooser, new File([text], 'estate.yaml', { type: 'text/yaml' }));
}

describe('a file of an estate', () => {
  it('with problems is not imported', async () => {
    const problems = [
      { line: 2, message: 'Unknown time zone' },
      { line: 5, message: 'Write hours as 09:00-18:00' },
    ];
    await open(panel, [...staff, answer(previewEstate, { problems })]);
    await chooseFile();
    await see(page.getByRole('heading', { name: '2 problems: nothing can be imported' }));
    const table = page.getByRole('table', { name: 'Problem' });
    for (const { message } of problems) await expect.element(table).toHaveTextContent(message);
    expect(countOf(page.getByRole('button', { name: 'Import' }))()).toBe(0);
    await look('estate-file-problem', table);
  });

  it('shows what it would make and change', async () => {
    const changes = [
      { name: 'Station › North door', kind: 'site' as const, line: 4 },
      {
        name: 'Station',
        kind: 'location' as const,
        action: 'change' as const,
        line: 2,
        changed: { city: ['Bonn', 'Kiel'] },
      },
    ];
    await open(panel, [...staff, answer(previewEstate, { changes, problems: [] })]);
    await chooseFile();
    await look('estate-file', page.getByRole('heading', { name: '2 items would change' }));
  });

  it('shows what it would do, the beginning of it at first, and does it after a question', async () => {
    const changes = Array.from({ length: 225 }, (_, index) => ({ name: `Branch ${index + 1}`, line: index + 1 }));
    await open(panel, [...staff, answer(previewEstate, { changes, problems: [], seen: 'abc' })]);
    await chooseFile();
    await see(page.getByRole('heading', { name: '225 items would change' }));
    const effect = page.getByRole('table', { name: 'What would happen' });
    expect(countOf(effect.getByRole('row'))()).toBe(201);
    await press('Show all 225');
    await expect.element(effect).toHaveTextContent('Branch 220');
    expectNow(
      answer(importEstate, { changes: [] }),
      answer(previewEstate, { changes: [], problems: [], unchanged: 225 }),
    );
    await press('Import');
    expect(sentTo(importEstate)).toEqual([]);
    await press('Yes, import it!');
    await see(page.getByText('Estate imported successfully'));
    await see(page.getByRole('heading', { name: 'Nothing would change' }));
    expect(sentTo(importEstate)).toMatchObject([{ body: { text, seen: 'abc' } }]);
  });
});

it('[R1056] includes dashboards on request', async () => {
  await open(panel, staff);
  const link = page.getByRole('link', { name: 'Download estate.yaml' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('dashboards=false'));
  await page.getByRole('switch', { name: /^Include dashboards/ }).click();
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('dashboards=true'));
});

it('[R1083] saves the file, and asks for several where one would be too large to import', async () => {
  const link = page.getByRole('link', { name: 'Download estate.yaml' });
  await open(panel, [...staff, answer(exportEstate, text)]);
  await see(link);
  const saved = await downloads(() => link.click());
  expect(saved).toEqual([{ name: 'estate.yaml', text }]);
  expectNow(refuse(exportEstate, 409, 'This estate needs 2 files.', { files: 2 }));
  await link.click();
  await see(page.getByText('This estate needs 2 files.'));
  expect(sentTo(exportEstate).map(({ query }) => query['file'])).toEqual([undefined, undefined, '1']);
});
