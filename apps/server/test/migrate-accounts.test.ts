import { expect, it } from 'vitest';
import { migrated } from './earlier-registry.ts';

const org = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
const rows = `
  INSERT INTO organization (org_id, name) VALUES ('${org(1)}', 'Plain'), ('${org(2)}', 'Trial'), ('${org(3)}', 'Connected');
  INSERT INTO local_user (user_id, org_id, scope, role_id, email, name, password_hash, expiration) VALUES
    ('${org(4)}', '${org(1)}', 1, 2, 'boss@plain.test', 'Boss', 'hash', NULL),
    ('${org(5)}', '${org(1)}', 1, 1, 'invited@plain.test', 'Invited', NULL, now() + interval '3 days'),
    ('${org(6)}', '${org(2)}', 1, 2, 'victim@trial.test', 'Victim', 'hash', now() + interval '3 days'),
    ('${org(7)}', '${org(3)}', 1, 2, 'Ada@Connected.test', 'Ada', 'hash', NULL),
    ('${org(8)}', '${org(3)}', 1, 2, 'outsider@plain.test', 'Outsider', 'hash', NULL);
  INSERT INTO invitation (org_id, user_id, invitee_email, invite_role, status, expiration, invited_by) VALUES
    ('${org(1)}', '${org(5)}', 'invited@plain.test', 1, 'Activated', now() + interval '3 days', '${org(4)}'),
    ('${org(2)}', '${org(6)}', 'victim@trial.test', 2, 'Sent', now() + interval '3 days', NULL);
  INSERT INTO sso_connection (org_id, issuer, client_id) VALUES ('${org(3)}', 'https://id.test', 'atrium');
  INSERT INTO sso_domain (domain, org_id) VALUES ('connected.test', '${org(3)}');`;

it('[S79] [S82] [S78] a data folder of the previous version is migrated: invitations must be renewed, unconfirmed sign-ups and replaced passwords are deleted', async () => {
  await migrated('_accounts', rows, async (owner) => {
    const invitations = await owner.query(
      'SELECT invitee_email, status, token_hash, expiration <= now() AS over FROM invitation ORDER BY 1',
    );
    expect(invitations.rows).toEqual([
      { invitee_email: 'invited@plain.test', status: 'Expired', token_hash: null, over: true },
      { invitee_email: 'victim@trial.test', status: 'Deleted', token_hash: null, over: false },
    ]);
    const people = await owner.query(
      `SELECT name, password_hash AS hash, deleted_at IS NOT NULL AS gone FROM local_user ORDER BY user_id`,
    );
    expect(people.rows).toEqual([
      { name: 'Boss', hash: 'hash', gone: false },
      { name: 'Invited', hash: null, gone: false },
      { name: 'Victim', hash: null, gone: true },
      { name: 'Ada', hash: null, gone: false },
      { name: 'Outsider', hash: 'hash', gone: false },
    ]);
    const organizations = await owner.query('SELECT name FROM organization WHERE deleted_at IS NULL ORDER BY 1');
    expect(organizations.rows).toEqual([{ name: 'Connected' }, { name: 'Plain' }]);
  });
});

it('[S90] [S91] a data folder of the previous version is migrated: nobody sees more or less, and license keys are removed from the audit log', async () => {
  const limited = `
    INSERT INTO organization (org_id, name) VALUES ('${org(1)}', 'Plain');
    INSERT INTO local_user (user_id, org_id, scope, role_id, email, name) VALUES
      ('${org(2)}', '${org(1)}', 1, 1, 'one@plain.test', 'Limited'), ('${org(3)}', '${org(1)}', 1, 1, 'two@plain.test', 'Unlimited');
    INSERT INTO location (location_id, org_id, name, timezone) VALUES ('${org(4)}', '${org(1)}', 'Shop', 'UTC');
    INSERT INTO location_assignment (org_id, user_id, location_id) VALUES ('${org(1)}', '${org(2)}', '${org(4)}');
    INSERT INTO audit_entry (org_id, at, action, detail) VALUES
      ('${org(1)}', now(), 'license-added', '{"name": "Door", "licenseKey": "K-OLD-1"}'),
      ('${org(1)}', now(), 'license-changed', '{"name": "Door", "changed": {"licenseKey": ["K-OLD-1", "K-OLD-2"]}}');`;
  await migrated('_location_limits', limited, async (owner) => {
    const people = await owner.query('SELECT name, limited_to_locations AS limited FROM local_user ORDER BY 1');
    expect(people.rows).toEqual([
      { name: 'Limited', limited: true },
      { name: 'Unlimited', limited: false },
    ]);
    const log = await owner.query<{ detail: unknown; searched: string }>('SELECT detail, searched FROM audit_entry');
    expect(log.rows).toHaveLength(2);
    expect(JSON.stringify(log.rows).toLowerCase()).not.toContain('k-old');
  });
});
