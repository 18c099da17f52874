import { expect, it } from 'vitest';
import { migrated } from './earlier-registry.ts';

const id = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
const rows = `
  INSERT INTO organization (org_id, name) VALUES ('${id(1)}', 'Plain');
  INSERT INTO location (location_id, org_id, name, timezone) VALUES ('${id(2)}', '${id(1)}', 'Shop', 'UTC');
  INSERT INTO site (site_id, org_id, location_id, name) VALUES ('${id(3)}', '${id(1)}', '${id(2)}', 'Door');
  INSERT INTO sensor (sensor_id, org_id, name, sensor_type, mac_address)
    VALUES ('${id(4)}', '${id(1)}', 'Eye', 'xovis', '0012AB34CD56');
  INSERT INTO zone (zone_id, org_id, sensor_id, name, device_id) VALUES ('${id(5)}', '${id(1)}', '${id(4)}', 'Line', '1');
  INSERT INTO series (org_id, zone_id, site_id, location_id, measure, count_filter, count_application, perimeter, enabled, "from")
    VALUES ('${id(1)}', '${id(5)}', '${id(3)}', '${id(2)}', 'people', 0, 1, true, true, '2026-01-01');
  INSERT INTO space (space_id, org_id, location_id, name, max_capacity, reset_config, created_at)
    VALUES ('${id(6)}', '${id(1)}', '${id(2)}', 'Lounge', 40, '{"resetDaily": true}', '2026-02-01 10:00:30Z');
  INSERT INTO space_zone_assignment (org_id, space_id, zone_id, reverse_ins_and_outs, created_at, deleted_at) VALUES
    ('${id(1)}', '${id(6)}', '${id(5)}', false, '2026-02-02 10:00Z', '2026-02-02 10:00:10Z'),
    ('${id(1)}', '${id(6)}', '${id(5)}', false, '2026-02-03 10:00Z', '2026-02-04 10:00Z'),
    ('${id(1)}', '${id(6)}', '${id(5)}', true, '2026-02-05 10:00Z', NULL);`;

it('[R574] [I71] [I72] a data folder of the previous version is migrated: weeks start on Sunday, sales are in US dollars, series keep their zones and spaces their history', async () => {
  await migrated('_week_and_currency', rows, async (owner) => {
    const organizations = await owner.query('SELECT name, week_start, currency FROM organization');
    expect(organizations.rows).toEqual([{ name: 'Plain', week_start: 0, currency: 'USD' }]);
    const series = await owner.query(
      'SELECT series_id, owner, zone_id, space_id, site_id, location_id, count_application AS application FROM series',
    );
    const place = { zone_id: id(5), space_id: null, site_id: id(3), location_id: id(2) };
    expect(series.rows).toEqual([{ series_id: 1, owner: 'zone', ...place, application: 1 }]);
    const settings = await owner.query('SELECT max_capacity, reset_config, "from", "to" FROM space_setting');
    const forever = new Date('9999-12-31Z');
    expect(settings.rows).toEqual([
      { max_capacity: 40, reset_config: { resetDaily: true }, from: new Date('2026-02-01T10:01Z'), to: forever },
    ]);
    const zones = await owner.query(
      'SELECT zone_id, reverse_ins_and_outs AS reversed, "from", "to" FROM space_zone_period ORDER BY "from"',
    );
    expect(zones.rows).toEqual([
      { zone_id: id(5), reversed: false, from: new Date('2026-02-03T10:01Z'), to: new Date('2026-02-04T10:01Z') },
      { zone_id: id(5), reversed: true, from: new Date('2026-02-05T10:01Z'), to: forever },
    ]);
  });
});
