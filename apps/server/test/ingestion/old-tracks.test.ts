import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendCommand } from '../../src/ingestion/inbox.ts';
import { fixture } from '../../src/ingestion/vendors/testing.ts';
import { at, openWorld, push, type Server, type World } from './world.ts';

let world: World;
let server: Server;
/** Yesterday: tracks are kept by the clock of the engine. */
const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const now = at(`${date}T12:00:30Z`);
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date(now * 1000));
  server = await world.server({ node: { id: 'tracks', alone: false } });
});
afterAll(() => world.close());

const day = 86_400;

async function door() {
  const { orgId, sensorId, factOrg, key, mac } = await world.door({ timezone: 'UTC' });
  const since = new Date((now - 400 * day) * 1000);
  await world.rows('UPDATE sensor SET commissioned_date = $2 WHERE sensor_id = $1', [sensorId, since]);
  await world.rows(`UPDATE organization SET estate_version = estate_version + 1 WHERE org_id = $1`, [orgId]);
  server.directory.forget(orgId);
  let sent = 0;
  return {
    orgId,
    choose: async (trackDays: number, reducedAt: Date | null) => {
      await world.rows(
        `UPDATE organization SET track_days = $2, track_days_reduced_at = $3, estate_version = estate_version + 1
         WHERE org_id = $1`,
        [orgId, trackDays, reducedAt],
      );
      server.directory.forget(orgId);
    },
    /** Someone crosses the line at noon of other days: how many days ago. A body is never sent twice. */
    crosses: async (...daysAgo: number[]) => {
      for (const days of daysAgo) {
        const from = (at(`${date}T11:40:00Z`) - days * day) * 1000;
        const moved = [305, 1000, 2000, 3500].reduce(
          (text, ms) => text.replaceAll(String(1_767_225_664_000 + ms), String(from + ms)),
          fixture('xovis4-events.json').toString().replaceAll('80:1F:12:D5:30:DC', mac),
        );
        sent += 1;
        expect((await push(server, key, `${moved}${' '.repeat(sent)}`, { vendor: 'xovis' })).status).toBeLessThan(300);
      }
      await server.ingestion.idle();
    },
    /** The days ago whose crossings are still there. */
    kept: async () => {
      const series = await world.rows<{ id: number }>(
        `SELECT series_id AS id FROM series JOIN zone USING (zone_id)
         WHERE series.org_id = $1 AND measure = 'track' AND device_id = '0'`,
        [orgId],
      );
      const found = [];
      const question = { org: factOrg, series: series.map(({ id }) => id), from: 0, to: 2 ** 31 };
      for await (const page of world.facts.events.read(question)) found.push(...page);
      return found.map((event) => Math.floor((now - event.at) / day));
    },
    replay: () =>
      server.ingestion.quarantine.replayReceived({ orgId }, { from: new Date(0), to: new Date(now * 1000 + 1000) }),
  };
}

it('[R1152] tracks are kept for 90 days, or for as many as the organization has chosen', async () => {
  const { crosses, kept, choose } = await door();
  await crosses(0, 89, 91);
  expect(await kept()).toEqual([89, 0]);
  await choose(120, null);
  await crosses(91, 119, 121);
  expect(await kept()).toEqual([119, 91, 89, 0]);
});

it('[R1152] older tracks are erased when the days are reduced, and stay erased', async () => {
  const { orgId, crosses, kept, choose, replay } = await door();
  await crosses(0, 20, 30, 31, 80);
  await choose(30, new Date(now * 1000));
  const cleaning = await world.server();
  await expect.poll(kept, { timeout: 20_000 }).toEqual([30, 20, 0]);
  await cleaning.close();
  await crosses(80);
  await replay();
  server.ingestion.wake();
  await server.ingestion.idle();
  expect(await kept()).toEqual([30, 20, 0]);
  const erased = await world.rows<{ before: string }>(
    'SELECT tracks_erased_before::text AS before FROM organization WHERE org_id = $1',
    [orgId],
  );
  expect(erased).toEqual([
    { before: new Date((at(`${date}T00:00:00Z`) - 30 * day) * 1000).toISOString().slice(0, 10) },
  ]);
});

it('[R1152] the erasure of tracks leaves the live numbers of their zones and the days of exports alone', async () => {
  const { orgId, crosses, kept, choose } = await door();
  await crosses(0, 80);
  const about = () =>
    world.rows(
      `SELECT (SELECT count(*)::int FROM rollup_mark WHERE org_id = $1) AS marks,
              (SELECT count(*)::int FROM reading_change WHERE org_id = $1) AS days`,
      [orgId],
    );
  await expect.poll(about, { timeout: 20_000 }).toMatchObject([{ marks: 0 }]);
  const before = await about();
  await choose(30, new Date(now * 1000));
  const cleaning = await world.server();
  await expect.poll(kept, { timeout: 20_000 }).toEqual([0]);
  await cleaning.close();
  await server.ingestion.idle();
  expect(await about()).toEqual(before);
});

it('[R1152] commands for an organization that was deleted end', async () => {
  const { orgId } = await door();
  await world.rows('UPDATE organization SET deleted_at = now() WHERE org_id = $1', [orgId]);
  server.directory.forget(orgId);
  const erase = { type: 'erase', series: [1], from: 0, to: now } as const;
  await world.registry.system((tx) => appendCommand(tx, orgId, erase, new Date(now * 1000)));
  server.ingestion.wake();
  await server.ingestion.idle();
  expect(await world.rows('SELECT reason FROM quarantine WHERE org_id = $1', [orgId])).toEqual([
    { reason: 'not_applicable' },
  ]);
});
