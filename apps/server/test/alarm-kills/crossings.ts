import { createAlarmConfig } from '@atrium/contract/alarms';
import { login } from '@atrium/contract/session';
import { encodePush } from '@atrium/simulator/xovis5';
import { randomBytes } from 'node:crypto';
import { createSecrets } from '../../src/accounts/secrets.ts';
import type { Registry } from '../../src/registry/registry.ts';
import { withAlarms } from '../alarm-world.ts';
import { Client } from '../client.ts';
import { pause, untilDone } from '../doors/repeating.ts';
import { createEstate, type Zone } from '../estate.ts';

const capacity = 500;
/** A minute of one door has at most 1,000 people. */
const doorCount = 8;
const turnPauseMs = 300;
/** Seconds. Servers that are killed one after another may take a minute to read what was received. */
const followedWithin = 150;

/** A message that must arrive once on each channel. */
export interface ExpectedNotice {
  readonly line: string;
  /** When its reading was acknowledged. */
  readonly at: number;
}

/**
 * A hall with some doors and an alarm. People enter until it is too full and leave again, by real pushes that are
 * repeated until they are acknowledged. No two crossings have the same numbers.
 */
export async function openCrossings(registry: Registry, url: () => string) {
  const estate = createEstate(registry, createSecrets(randomBytes(32).toString('base64')), () => new Date());
  const { orgId } = await estate.organization(withAlarms);
  const { locationId } = await estate.location({ orgId, timezone: 'UTC' });
  const { siteId } = await estate.site({ locationId });
  const { sensorId, macAddress } = await estate.sensor({ siteId });
  const doors: { readonly zone: Zone; minute: number; ins: number; outs: number }[] = [];
  for (let n = 0; n < doorCount; n += 1) {
    doors.push({ zone: await estate.zone({ sensorId }), minute: 0, ins: 0, outs: 0 });
  }
  const { spaceId } = await estate.space({ orgId, locationId, name: 'Hall', maxCapacity: capacity });
  for (const { zone } of doors) {
    await estate.spaceZone({ orgId, spaceId, zoneId: zone.zoneId, reverseInsAndOuts: false });
  }
  const key = await estate.pushKey({ orgId });
  const { email, password } = await estate.user({ orgId, role: 'OrganizationAdministrator' });
  const admin = new Client(url());
  await admin.call(login, { body: { username: email, password } });
  const config = { triggerTypeId: 1, config: {}, email: ['guard@example.test'], sms: ['5125550142'] };
  await admin.call(createAlarmConfig, { body: { alarmTypeId: 1, alarmableId: spaceId, config } });

  let inside = 0;
  const push = async (people: number, turn: number) => {
    const door = doors[turn % doorCount]!;
    const minute = Math.floor(Date.now() / 60_000) * 60;
    if (minute !== door.minute) Object.assign(door, { minute, ins: 0, outs: 0 });
    door.ins += Math.max(0, people - inside);
    door.outs += Math.max(0, inside - people);
    inside = people;
    const counted = { forward: door.ins, backward: door.outs, samples: 60, samplesExpected: 60 };
    const { zone } = door;
    const logics = [
      { id: Number(zone.deviceId), name: zone.name, records: [{ from: minute, to: minute + 60, ...counted }] },
    ];
    const device = { macAddress: macAddress ?? '', timezone: 'UTC' };
    const body = JSON.stringify(encodePush({ kind: 'logics', device, packageId: 1, logics }));
    await untilDone(async () => {
      const answer = await fetch(`${url()}/api/push/xovis5/${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (answer.status !== 200) throw new Error(`A push was answered ${answer.status}.`);
    });
  };
  /** Each crossing is one on its own once the alarm has followed it. */
  const followed = async (episodes: number, active: number) => {
    for (const until = Date.now() + followedWithin * 1000; Date.now() < until; await pause(20)) {
      const { rows } = await registry.owner.query<{ all: number; active: number }>(
        `SELECT count(*)::int AS all, count(*) FILTER (WHERE resolved_at IS NULL)::int AS active
         FROM alarm_state WHERE org_id = $1`,
        [orgId],
      );
      if (rows[0]?.all === episodes && rows[0].active === active) return;
    }
    const { rows } = await registry.owner.query(
      `SELECT (SELECT json_agg(s) FROM space_state s WHERE org_id = $1) AS spaces, (SELECT count(*) FROM inbox_todo) AS todo,
              (SELECT json_agg(q) FROM quarantine q WHERE org_id = $1) AS quarantined`,
      [orgId],
    );
    throw new Error(
      `${inside} people, but the alarm is not in state ${active} of ${episodes}: ${JSON.stringify(rows)}`,
    );
  };

  const expected: ExpectedNotice[] = [];
  let stopped = false;
  const cross = async (turn: number) => {
    for (const [prefix, people, active] of [
      ['Alarm', capacity + turn, 1],
      ['Resolved', capacity - turn, 0],
    ] as const) {
      await push(people, turn);
      const at = Date.now();
      await followed(turn, active);
      expected.push({ line: `${prefix}: space Hall: ${people} people, limit ${capacity}`, at });
    }
  };
  const running = (async () => {
    for (let turn = 1; !stopped && turn < capacity; turn += 1) {
      await cross(turn);
      await pause(turnPauseMs);
    }
  })();
  // Only `stop` reports why they ended early.
  running.catch(() => {});
  return {
    orgId,
    expected: expected as readonly ExpectedNotice[],
    /** Resolves when the last crossing is over. */
    async stop() {
      stopped = true;
      await running;
    },
  };
}
