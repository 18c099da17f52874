import { roleIds } from '@atrium/contract/access';
import type { FirstSteps } from '@atrium/contract/welcome';
import type { Transaction } from '../../registry/registry.ts';

interface Row {
  organization: FirstSteps['organization'];
  administrator: FirstSteps['administrator'] | null;
  location: FirstSteps['location'];
  site: FirstSteps['site'];
  sensor: FirstSteps['sensor'];
  hasPushKey: boolean;
  hasReading: boolean;
}

const nothing: FirstSteps = {
  organization: null,
  administrator: 'none',
  location: null,
  site: null,
  hasPushKey: false,
  sensor: null,
  hasReading: false,
};

/** Every step is derived from existing data; of several organizations the furthest along counts. */
export async function readFirstSteps({ client }: Transaction, orgId: string | null, now: Date): Promise<FirstSteps> {
  const { rows } = await client.query<Row>(
    `SELECT json_build_object('id', o.org_id, 'name', o.name) AS organization,
            a.administrator, l.location, si.site, se.sensor, k.has AS "hasPushKey", r.has AS "hasReading"
     FROM organization o
     LEFT JOIN LATERAL (
       SELECT CASE WHEN bool_or(u.expiration IS NULL) THEN 'registered' ELSE 'invited' END AS administrator
       FROM local_user u WHERE u.org_id = o.org_id AND u.role_id = $3 AND u.deleted_at IS NULL HAVING count(*) > 0
     ) a ON true
     LEFT JOIN LATERAL (
       SELECT json_build_object('id', location_id, 'name', name) AS location
       FROM location WHERE org_id = o.org_id AND deleted_at IS NULL ORDER BY created_at, location_id LIMIT 1
     ) l ON true
     LEFT JOIN LATERAL (
       SELECT json_build_object('id', site_id, 'name', name) AS site
       FROM site WHERE org_id = o.org_id AND deleted_at IS NULL ORDER BY created_at, site_id LIMIT 1
     ) si ON true
     LEFT JOIN LATERAL (
       SELECT json_build_object('id', s.sensor_id, 'name', s.name,
                                'commissioned', coalesce(s.commissioned_date <= $2, false)) AS sensor
       FROM sensor s JOIN sensor_assignment sa ON sa.sensor_id = s.sensor_id
       WHERE s.org_id = o.org_id AND s.active AND s.deleted_at IS NULL AND sa.deleted_at IS NULL
         AND sa."from" <= $2 AND sa."to" > $2
       ORDER BY coalesce(s.commissioned_date <= $2, false) DESC, s.created_at, s.sensor_id LIMIT 1
     ) se ON true
     CROSS JOIN LATERAL (
       SELECT EXISTS (SELECT FROM push_key WHERE org_id = o.org_id AND revoked_at IS NULL) AS has
     ) k
     CROSS JOIN LATERAL (
       SELECT EXISTS (SELECT FROM series s JOIN series_last n USING (series_id)
                      WHERE s.org_id = o.org_id AND n.last_minute IS NOT NULL) AS has
     ) r
     WHERE o.deleted_at IS NULL AND ($1::uuid IS NULL OR o.org_id = $1)
     ORDER BY r.has DESC, se.sensor IS NOT NULL DESC, l.location IS NOT NULL DESC, a.administrator IS NOT NULL DESC,
              o.created_at DESC
     LIMIT 1`,
    [orgId, now, roleIds.OrganizationAdministrator],
  );
  const [row] = rows;
  return row ? { ...row, administrator: row.administrator ?? 'none' } : nothing;
}
