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

const zones = `
  INSERT INTO organization (org_id, name) VALUES ('${id(1)}', 'Plain');
  INSERT INTO sensor (sensor_id, org_id, name, sensor_type) VALUES ('${id(4)}', '${id(1)}', 'Eye', 'axis');
  INSERT INTO zone (zone_id, org_id, sensor_id, name, device_id) VALUES ('${id(5)}', '${id(1)}', '${id(4)}', 'Line', '1');
  INSERT INTO zone_setting (org_id, zone_id, counter_mode, "from") VALUES ('${id(1)}', '${id(5)}', 'interval', '2026-01-01Z');`;

it('[R1184] a data folder of the previous version is migrated: zones go on counting people going in', async () => {
  await migrated('_counter_direction', zones, async (owner) => {
    const { rows: settings } = await owner.query('SELECT counter_mode, counter_direction FROM zone_setting');
    expect(settings).toEqual([{ counter_mode: 'interval', counter_direction: 'ins' }]);
  });
});

const files = `
  INSERT INTO organization (org_id, name) VALUES ('${id(1)}', 'Plain');
  INSERT INTO stored_file (file_id, org_id, original_name, content_type, bytes, sha256)
    SELECT ('0000000' || n || '-0000-4000-8000-000000000000')::uuid, '${id(1)}', 'pos.csv', 'text/csv', 10, ''
    FROM generate_series(1, 5) AS n;
  INSERT INTO import_file (org_id, file_id, file_name, sha256, bytes, type, source, status, task, row_count, error_count) VALUES
    ('${id(1)}', '${id(1)}', '1.csv', '', 10, 'pos', 'upload', 'undone', NULL, 5, 0),
    ('${id(1)}', '${id(2)}', '2.csv', '', 10, 'pos', 'upload', 'failed', NULL, 5, 5),
    ('${id(1)}', '${id(3)}', '3.csv', '', 10, 'pos', 'upload', 'failed', NULL, 5, 1),
    ('${id(1)}', '${id(4)}', '4.csv', '', 10, 'pos', 'upload', 'ok', 'undo', 5, 0);`;

it('[R1185] a data folder of the previous version is migrated: files of imports that count nothing make room', async () => {
  await migrated('_files_of_imports', files, async (owner) => {
    const { rows: imports } = await owner.query('SELECT file_name, file_id FROM import_file ORDER BY 1');
    expect(imports).toEqual([
      { file_name: '1.csv', file_id: null },
      { file_name: '2.csv', file_id: null },
      { file_name: '3.csv', file_id: id(3) },
      { file_name: '4.csv', file_id: id(4) },
    ]);
    const { rows: kept } = await owner.query('SELECT file_id FROM stored_file ORDER BY 1');
    expect(kept).toEqual([3, 4, 5].map((digit) => ({ file_id: id(digit) })));
  });
});

const pushes = `
  INSERT INTO organization (org_id, name) VALUES ('${id(1)}', 'Plain');
  INSERT INTO sensor (sensor_id, org_id, name, sensor_type, mac_address) VALUES
    ('${id(4)}', '${id(1)}', 'Eye', 'xovis5', '0012AB34CD56'), ('${id(5)}', '${id(1)}', 'Toy', 'dummy', NULL);
  INSERT INTO sensor_blacklist (route, mac, reason, created_at) VALUES
    ('_all_', '0012AB34CD57', 'Noise', '2026-01-01Z'), ('_all_', '00:12:ab:34:cd:57', 'Noise', '2026-01-01Z'),
    ('xovis5', '00-12-AB-34-CD-58', 'Test', '2026-01-01Z');
  INSERT INTO ledger (org_id, device, day, applied) VALUES ('${id(1)}', '0012AB34CD56', '2026-01-01', 3);
  INSERT INTO quarantine (org_id, device, vendor, reason, shape, first_at, last_at, decoder_generation)
    SELECT '${id(1)}', device, 'xovis5', reason, '', '2026-01-01Z', '2026-01-01Z', 1 FROM (VALUES
      ('0012AB34CD59', 'unassigned'), ('0012AB34CD56', 'not_commissioned'), ('0012AB34CD60', 'not_json'),
      ('unidentified', 'unidentified'), ('sensor:${id(6)}', 'unassigned')) AS q (device, reason);`;

it('[R576] [R579] a data folder of the previous version is migrated: a sensor is the device of its MAC address, and what waits for devices still does', async () => {
  await migrated('_devices', pushes, async (owner) => {
    const sensors = await owner.query('SELECT name, mac_address, identifier, device FROM sensor ORDER BY name');
    expect(sensors.rows).toEqual([
      { name: 'Eye', mac_address: '0012AB34CD56', identifier: null, device: '0012AB34CD56' },
      { name: 'Toy', mac_address: null, identifier: null, device: null },
    ]);
    const blocked = await owner.query('SELECT route, device FROM sensor_blacklist ORDER BY device');
    expect(blocked.rows).toEqual([
      { route: '_all_', device: '0012AB34CD57' },
      { route: 'xovis5', device: '0012AB34CD58' },
    ]);
    const heard = await owner.query('SELECT device, applied::int, carried::int FROM ledger');
    expect(heard.rows).toEqual([{ device: '0012AB34CD56', applied: 3, carried: 0 }]);
    const waiting = await owner.query('SELECT unnest(devices) AS device, reason FROM quarantine ORDER BY 1');
    expect(waiting.rows).toEqual([
      { device: '0012AB34CD56', reason: 'not_commissioned' },
      { device: '0012AB34CD59', reason: 'unassigned' },
    ]);
    const second = (values: string) =>
      owner.query(
        `INSERT INTO sensor (org_id, name, sensor_type, mac_address, identifier) VALUES ('${id(1)}', 'Other', 'xovis5', ${values})`,
      );
    await expect(second("'0012AB34CD56', NULL")).rejects.toThrow('sensor_org_mac');
    await second("NULL, 'irisys:7'");
    await expect(second("NULL, 'irisys:7'")).rejects.toThrow('sensor_org_device');
    await expect(second("NULL, '0012AB34CD61'")).rejects.toThrow('sensor_identifier');
  });
});
