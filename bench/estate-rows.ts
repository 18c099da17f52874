import type { Pool } from 'pg';

/** The size of one organization. */
export const estateSize = { locations: 1_000, sensors: 2_000, zones: 4_000 } as const;

const isSilent = `right(name, 2) IN ('33', '66', '99')`;

/**
 * A chain of shops: every location with two sites and a space, every site with a sensor that reported for a month,
 * every sensor with two zones. Some sensors are silent, some zones wait for review, some sensors have licenses.
 */
export async function fillEstate(
  pool: Pool,
  orgId: string,
  { locations, sensors, zones }: { locations: number; sensors: number; zones: number } = estateSize,
): Promise<void> {
  const run = (sql: string, count: number) => pool.query(sql, [orgId, count]);
  await pool.query('UPDATE organization SET can_view_occupancy = true WHERE org_id = $1', [orgId]);
  await run(
    `INSERT INTO location (org_id, name, city, country, postal_code, timezone)
     SELECT $1, (ARRAY['Harbour', 'Market', 'Station', 'Castle'])[1 + i % 4] || ' Shop ' || i,
            (ARRAY['Leeds', 'Lyon', 'Lund'])[1 + i % 3], (ARRAY['UK', 'France', 'Sweden'])[1 + i % 3], 'P' || i, 'Europe/Berlin'
     FROM generate_series(1, $2::int) i`,
    locations,
  );
  const numbered = `SELECT location_id, row_number() OVER (ORDER BY location_id) - 1 AS number FROM location WHERE org_id = $1`;
  await run(
    `WITH place AS (${numbered}), size AS (SELECT count(*) AS n FROM place)
     INSERT INTO site (org_id, location_id, name)
     SELECT $1, location_id, 'Door ' || i FROM generate_series(1, $2::int) i, size JOIN place ON true
     WHERE place.number = i % size.n`,
    sensors,
  );
  await run(
    `WITH place AS (${numbered})
     INSERT INTO space (org_id, location_id, name, max_capacity)
     SELECT $1, location_id, 'Hall ' || number, 100 FROM place WHERE number < $2::int`,
    locations,
  );
  await run(
    `INSERT INTO sensor (org_id, name, sensor_type, mac_address, ip_address, commissioned_date, firmware, periodic_use)
     SELECT $1, 'Eye ' || i, (ARRAY['xovis5', 'axis', 'vector4d'])[1 + i % 3],
            (ARRAY['801F12', 'ACCC8E', '0021AC'])[1 + i % 3] || upper(lpad(to_hex(i), 6, '0')),
            '10.0.' || i / 250 || '.' || 1 + i % 250, now() - interval '1 year', '5.' || i % 7, i % 40 = 0
     FROM generate_series(1, $2::int) i`,
    sensors,
  );
  await run(
    `WITH door AS (SELECT site_id, row_number() OVER (ORDER BY site_id) AS number FROM site WHERE org_id = $1 AND name LIKE 'Door %'),
          eye AS (SELECT sensor_id, row_number() OVER (ORDER BY sensor_id) AS number FROM sensor WHERE org_id = $1)
     INSERT INTO sensor_assignment (org_id, site_id, sensor_id, "from")
     SELECT $1, site_id, sensor_id, now() - interval '1 year' FROM door JOIN eye USING (number) WHERE number <= $2::int`,
    sensors,
  );
  await run(
    `WITH eye AS (SELECT sensor_id, row_number() OVER (ORDER BY sensor_id) - 1 AS number FROM sensor WHERE org_id = $1), size AS (SELECT count(*) AS n FROM eye)
     INSERT INTO zone (org_id, sensor_id, name, device_id, needs_review)
     SELECT $1, sensor_id, 'Line ' || i, i::text, i % 50 = 0
     FROM generate_series(1, $2::int) i, size JOIN eye ON true WHERE eye.number = i % size.n`,
    zones,
  );
  await pool.query(
    `INSERT INTO zone_setting (org_id, zone_id, "from") SELECT org_id, zone_id, now() - interval '1 year' FROM zone WHERE org_id = $1`,
    [orgId],
  );
  await pool.query(
    `INSERT INTO ledger (org_id, device, day, applied, last_at)
     SELECT org_id, mac_address, (now() - d * interval '1 day')::date, 1440,
            now() - d * interval '1 day' - CASE WHEN ${isSilent} THEN interval '1 hour' ELSE interval '0' END
     FROM sensor, generate_series(0, 29) d WHERE org_id = $1 ON CONFLICT DO NOTHING`,
    [orgId],
  );
  await pool.query(
    `INSERT INTO offline_sensor (org_id, sensor_id, created_at, updated_at, found_at)
     SELECT s.org_id, sensor_id, max(last_at), now(), now() FROM sensor s JOIN ledger l ON l.org_id = s.org_id AND l.device = mac_address
     WHERE s.org_id = $1 AND ${isSilent} GROUP BY s.org_id, sensor_id`,
    [orgId],
  );
  await pool.query(
    `INSERT INTO vendor_license (org_id, sensor_id, license_key, type)
     SELECT org_id, sensor_id, 'K-' || name, 'Counting' FROM sensor WHERE org_id = $1`,
    [orgId],
  );
}

/** Opening hours: 50 schedules with hours in two versions, one of them for every location, and a closed day at each. */
export async function fillHours(pool: Pool, orgId: string, schedules = 50): Promise<void> {
  await pool.query(`INSERT INTO schedule (org_id, name) SELECT $1, 'Hours ' || i FROM generate_series(1, $2::int) i`, [
    orgId,
    schedules,
  ]);
  await pool.query(
    `INSERT INTO schedule_version (org_id, schedule_id, effective_date)
     SELECT org_id, schedule_id, day FROM schedule, (VALUES (date '2024-01-01'), (date '2025-01-01')) days (day) WHERE org_id = $1`,
    [orgId],
  );
  await pool.query(
    `INSERT INTO schedule_period (org_id, schedule_version_id, weekday, open_time, close_time)
     SELECT org_id, schedule_version_id, weekday, '09:00', '20:00' FROM schedule_version, generate_series(1, 6) weekday
     WHERE org_id = $1`,
    [orgId],
  );
  await pool.query(
    `WITH place AS (SELECT location_id, row_number() OVER (ORDER BY location_id) AS number FROM location WHERE org_id = $1),
          hours AS (SELECT schedule_id, row_number() OVER (ORDER BY schedule_id) - 1 AS number FROM schedule WHERE org_id = $1)
     INSERT INTO schedule_assignment (org_id, location_id, schedule_id, start_date, end_date)
     SELECT $1, location_id, schedule_id, '2024-01-01', '9999-12-31' FROM place JOIN hours ON hours.number = place.number % $2::int`,
    [orgId, schedules],
  );
  await pool.query(
    `INSERT INTO schedule_exception (org_id, location_id, type, closed, description, start_date, end_date)
     SELECT $1, location_id, 0, true, 'Holiday', '2026-12-25', '2026-12-26' FROM location WHERE org_id = $1`,
    [orgId],
  );
  await pool.query(
    `INSERT INTO space_zone_assignment (org_id, space_id, zone_id)
     SELECT DISTINCT ON (space_id) $1, space_id, zone_id FROM space JOIN site USING (location_id)
     JOIN sensor_assignment USING (site_id) JOIN zone USING (sensor_id) WHERE space.org_id = $1`,
    [orgId],
  );
  await pool.query(
    `INSERT INTO meta_property (org_id, entity_type, entity_id, name, value)
     SELECT org_id, 'location', location_id, 'Region', coalesce(city, 'Nowhere') FROM location WHERE org_id = $1`,
    [orgId],
  );
}

/** Typical requests about a large estate. The caller adds `orgId`. */
export const estateQuestions = {
  'locations, first page': '/api/location?limit=25&order=name',
  'locations, last page, with sites and sensors': '/api/location?limit=25&offset=975&order=-name&include=site(sensor)',
  'locations, search': '/api/location?limit=25&search=castle%20shop%209',
  'sites, first page, with sensors and zones': '/api/site?limit=25&include=sensor(zone,vendor_license)',
  'sensors, first page': '/api/sensor/list?limit=25&order=name',
  'sensors, last page': '/api/sensor/list?limit=25&offset=1975&order=-locationName',
  'sensors, longest silent first': '/api/sensor/list?limit=25&order=lastHeardAt',
  'sensors, search': '/api/sensor/list?limit=25&search=station%20shop%2099',
  'sensors, search by MAC': '/api/sensor/list?limit=25&search=80%3A1f%3A12%3A00%3A07',
  'sensors, offline': '/api/sensor/list?limit=25&online=false',
  'offline sensors': '/api/offline-sensor?limit=25',
  'sensors, filters': '/api/sensor/list?limit=25&vendor=Axis&online=true&commissioned=true&periodicUse=false',
  'sensors, with zones to review': '/api/sensor/list?limit=25&needsReview=true&include=zone',
  'sensors, 100 rows': '/api/sensor/list?limit=100&order=name',
  'sensors that see': '/api/sensor/image-capable?limit=25',
  'spaces, first page': '/api/space?limit=25',
} as const;
