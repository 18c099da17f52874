import { createAlarmConfig, listAlarmStates } from '@atrium/contract/alarms';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AskedValue, createMeasuring, organizationsAtOnce } from '../src/features/alarms/asked.ts';
import { createEvaluation } from '../src/features/alarms/evaluation.ts';
import { withAlarms } from './alarm-world.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** An organization with alarms that fire when ten people more than forecast came in an hour. */
async function organization(alarms = 1) {
  const { orgId } = await world.organization({ ...withAlarms, canViewTraffic: true });
  const { locationId } = await world.location({ orgId });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  const config = { triggerTypeId: 1, config: { triggerThreshold: 10 } };
  for (let made = 0; made < alarms; made += 1)
    await admin.call(createAlarmConfig, { body: { alarmTypeId: 5, alarmableId: locationId, config } });
  // The oldest are looked at first.
  world.pass({ seconds: 1 });
  const values = async () => (await admin.call(listAlarmStates, {})).map(({ data }) => data.triggerValue);
  return { orgId, values };
}

/** Shortly after an hour became known. */
const ahead = (hours: number) => new Date(world.now().getTime() + hours * 3_600_000 + 6 * 60_000);

const inThreeHours = () => ahead(3);

/** Looks from hours ahead, where the world's own worker has nothing to do yet. Values of some organizations come when the test says so. */
function measuringAhead(slow: readonly string[] = []) {
  const asked: string[] = [];
  const held: ((value: number) => void)[] = [];
  let hours = 3;
  const ask = ({ orgId }: AskedValue) => {
    asked.push(orgId);
    return slow.includes(orgId) ? new Promise<number>((resolve) => held.push(resolve)) : Promise.resolve(25);
  };
  const clock = () => ahead(hours);
  const { registry, directory } = world;
  const evaluation = createEvaluation({ directory, clock });
  const measuring = createMeasuring({ registry, evaluation, clock, ask, log: pino({ level: 'silent' }) });
  const release = async (value: number) => {
    let isIdle = false;
    void measuring.idle().then(() => (isIdle = true));
    while (!isIdle) {
      held.shift()?.(value);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { ...measuring, asked, held, release, nextHour: () => (hours += 1) };
}

it('[R895] does not wait for the values of another organization', async () => {
  const [slow, quick] = [await organization(2), await organization()];
  const { measure, asked, release, nextHour } = measuringAhead([slow.orgId]);
  // With one alarm at a time, the first look may find only the slow one; the next one leaves it out.
  for (let look = 0; look < 2; look += 1) expect(await measure(null, 1)).toBe(true);
  await expect.poll(quick.values).toEqual([25]);
  expect(await slow.values()).toEqual([]);
  // It is not asked again before it answered.
  await measure(null, 100);
  expect(asked.filter((orgId) => orgId === slow.orgId)).toHaveLength(1);
  await release(40);
  expect(await slow.values()).toEqual([40]);
  nextHour();
  await measure(null, 100);
  await expect.poll(() => asked.filter((orgId) => orgId === quick.orgId)).toHaveLength(2);
  await release(40);
});

it('[R895] asks for the values of a few organizations at a time, and of each one after the other', async () => {
  const all = [];
  for (let made = 0; made < organizationsAtOnce + 2; made += 1) all.push(await organization(2));
  const ids = all.map(({ orgId }) => orgId);
  const { measure, asked, held, release } = measuringAhead(ids);
  await measure(null, 100);
  const ofThese = () => asked.filter((orgId) => ids.includes(orgId));
  await expect.poll(() => held.length).toBe(organizationsAtOnce);
  expect(new Set(ofThese()).size).toBe(organizationsAtOnce);
  await release(12);
  expect(ofThese()).toHaveLength(2 * all.length);
  for (const { values } of all) expect(await values()).toEqual([12, 12]);
});

it('[R895] goes on after a value that could not be asked for', async () => {
  const [broken, other] = [await organization(), await organization()];
  const { registry, directory } = world;
  const ask = ({ orgId }: AskedValue) =>
    orgId === broken.orgId ? Promise.reject(new Error('The facts are away.')) : Promise.resolve(25);
  const evaluation = createEvaluation({ directory, clock: inThreeHours });
  const { measure, idle } = createMeasuring({
    registry,
    evaluation,
    clock: inThreeHours,
    ask,
    log: pino({ level: 'silent' }),
  });
  await measure(null, 100);
  await idle();
  expect([await broken.values(), await other.values()]).toEqual([[], [25]]);
});
