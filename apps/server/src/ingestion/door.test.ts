import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, openWorld, packageOf, push, type Server, type World } from './testing.ts';

let world: World;
let server: Server;
beforeAll(async () => {
  world = await openWorld(await sharedTestEngines(), new Date('2026-03-02T12:00:30Z'));
  server = await world.server();
});
afterAll(() => world.close());

describe('the push door', () => {
  it('keeps a push and applies it', async () => {
    const org = await world.organization();
    const shop = await org.location('Europe/Berlin');
    const sensor = await shop.sensor();
    const answer = await push(
      server,
      org.key,
      packageOf(sensor.mac, { 1: [{ at: at('2026-03-02T11:59:00Z'), ins: 7, outs: 5 }] }),
    );
    expect(answer).toEqual({ status: 200, body: { accepted: true }, retryAfter: null });
    await server.ingestion.idle();
    const sums = await world.facts.sums({
      org: org.factOrg,
      series: [...sensor.series.values()],
      from: at('2026-03-02T00:00:00Z'),
      to: at('2026-03-03T00:00:00Z'),
    });
    expect(sums).toEqual([
      { series: sensor.series.get(1), ins: 7, outs: 5, got: 60, lastMinute: at('2026-03-02T11:59:00Z') },
    ]);
  });
});
