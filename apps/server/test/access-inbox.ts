import * as inbox from '@atrium/contract/inbox';
import { randomUUID } from 'node:crypto';
import type { Transaction } from '../src/registry/registry.ts';
import { type Entry, entry, type Ids } from './access-entry.ts';
import { createPackageRequest } from './access-sensors.ts';
import type { World } from './world.ts';

/** The requests of the access matrix about what was received. */
export const inboxEntries: readonly Entry[] = [
  entry(inbox.listReceived, () => ({})),
  entry(inbox.getReceived, ofBody),
  entry(inbox.downloadReceived, ofBody),
  entry(inbox.listQuarantine, () => ({})),
  entry(inbox.discardQuarantined, (ids) => ({ ...ofGroup(ids), body: { reason: 'Wrong' } }), { fresh }),
  entry(inbox.createReplay, ({ quarantineId }) => ({ body: { quarantineId } }), { fresh }),
  entry(inbox.getReplay, ofReplay),
  entry(inbox.applyReplay, ofReplay, { fresh }),
  entry(inbox.listInboxDevices, () => ({})),
  entry(inbox.listPackageGaps, () => ({})),
  entry(inbox.waivePackageGap, ({ packageGapId }) => ({ params: { packageGapId }, body: { reason: 'Lost' } }), {
    fresh,
  }),
  entry(inbox.requestPackages, ({ packageGapId }) => ({ params: { packageGapId } }), { fresh: aRequestableGap }),
];

function ofBody({ bodyId }: Ids) {
  return { params: { bodyId } };
}

function ofGroup({ quarantineId }: Ids) {
  return { params: { quarantineId } };
}

function ofReplay({ replayId }: Ids) {
  return { params: { replayId } };
}

function fresh(world: World, { orgId }: Ids) {
  return createInboxRows(world, orgId);
}

/** A gap of the sensor, which is asked where nothing may be called. */
async function aRequestableGap(world: World, { orgId, sensorId, macAddress }: Ids) {
  await createPackageRequest(world, orgId, sensorId);
  return { packageGapId: await world.registry.system(({ client }) => addGap(client, orgId, macAddress, world.now())) };
}

async function addGap(client: Transaction['client'], orgId: string, device: string, now: Date): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO package_gap (org_id, device, agent, first_number, last_number, after_at, before_at)
     VALUES ($1, $2, '1', 2, 3, $3, $3) RETURNING package_gap_id AS id`,
    [orgId, device, now],
  );
  return rows[0]!.id;
}

/** A quarantined body, a replay of it that was calculated, and a gap. */
export async function createInboxRows(world: World, orgId: string) {
  const now = world.now();
  const device = randomUUID().slice(0, 12).toUpperCase();
  return world.registry.system(async ({ client }) => {
    const { rows: groups } = await client.query<{ id: string }>(
      `INSERT INTO quarantine (org_id, device, vendor, reason, shape, first_at, last_at, decoder_generation)
       VALUES ($1, $2, 'xovis5', 'unknown_shape', '', $3, $3, 1) RETURNING quarantine_id AS id`,
      [orgId, device, now],
    );
    const quarantineId = groups[0]!.id;
    const { rows: bodies } = await client.query<{ seq: string }>(
      `INSERT INTO quarantine_body (quarantine_id, org_id, seq, lane, received_at, kind, content_type, body)
       VALUES ($1, $2, nextval('inbox_seq'), 0, $3, 'push', 'application/json', '{}') RETURNING seq`,
      [quarantineId, orgId, now],
    );
    const preview = { bodies: 1, counted: 0, apart: [], newZones: 0, changes: [], compared: 0, changed: 0 };
    const target = { kind: 'group', quarantineId, device, reason: 'unknown_shape' };
    const { rows: replays } = await client.query<{ id: string }>(
      `INSERT INTO replay (org_id, created_at, target, preview, preview_job_id) VALUES ($1, $2, $3, $4, $5)
       RETURNING replay_id AS id`,
      [orgId, now, target, preview, randomUUID()],
    );
    const packageGapId = await addGap(client, orgId, device, now);
    const bodyId = `${now.getTime()}-${bodies[0]!.seq}`;
    return { quarantineId, bodyId, replayId: replays[0]!.id, packageGapId };
  });
}
