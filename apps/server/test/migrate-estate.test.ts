import { expect, it } from 'vitest';
import { migrated } from './earlier-registry.ts';

const id = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
const rows = `
  INSERT INTO organization (org_id, name) VALUES ('${id(1)}', 'Plain');`;

it('[R574] a data folder of the previous version is migrated: weeks start on Sunday and sales are in US dollars', async () => {
  await migrated('_week_and_currency', rows, async (owner) => {
    const organizations = await owner.query('SELECT name, week_start, currency FROM organization');
    expect(organizations.rows).toEqual([{ name: 'Plain', week_start: 0, currency: 'USD' }]);
  });
});
