import { getTrafficTotal, type EntityType } from '@atrium/contract/data';
import { listReceived } from '@atrium/contract/inbox';
import { encodePush } from '@atrium/simulator/xovis5';
import { randomBytes } from 'node:crypto';
import type { Client } from './client.ts';
import type { World } from './world.ts';

/** Epoch seconds. */
export const at = (text: string) => Date.parse(text) / 1000;

export const aMac = () => `006E02${randomBytes(3).toString('hex').toUpperCase()}`;

/** Devices that push arbitrary data, and how the product handles it. */
export function pushingIn(world: () => World) {
  const keys = new Map<string, Promise<string>>();
  let packageId = 0;

  /**
   * Sends minutes of one line: how many went in, by the start of each minute in seconds. Resolves when they are
   * handled.
   */
  async function push(orgId: string, mac: string, minutes: Readonly<Record<string, number>>, line = 1): Promise<void> {
    const key = await (keys.get(orgId) ?? keys.set(orgId, world().pushKey({ orgId })).get(orgId)!);
    packageId += 1;
    const records = Object.entries(minutes).map(([start, ins]) => {
      const from = at(start);
      return { from, to: from + 60, forward: ins, backward: 0, samples: 60, samplesExpected: 60 };
    });
    const body = encodePush({
      kind: 'logics',
      device: { macAddress: mac, timezone: 'UTC' },
      packageId,
      logics: [{ id: line, name: `Line ${line}`, records }],
    });
    const send = async () => (await world().anonymous().post(`/api/push/xovis5/${key}`, body)).status;
    let status = await send();
    // Like sensors: on a busy machine the first push may have to be retried.
    for (let tries = 1; status === 503 && tries < 10; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      status = await send();
    }
    if (status !== 200 && status !== 202) throw new Error(`The push was answered with ${status}`);
    await world().ingestion.idle();
  }

  /** People in, from the first day to the last, both included; null if unknown. */
  async function counted(
    client: Client,
    entityType: EntityType,
    entityId: string,
    [startDate, endDate]: readonly [string, string] = ['2025-01-01', '2026-12-31'],
  ): Promise<number | null> {
    await world().ingestion.idle();
    const query = { entityType, entityIds: entityId, relativeDate: 'custom', startDate, endDate } as const;
    return (await client.call(getTrafficTotal, { query })).results[0]?.sumins ?? null;
  }

  return { push, counted };
}

/** The details of a refusal, as `field: message`. */
export async function refusalOf(client: Client, path: string, body: object): Promise<string[]> {
  const answer = await client.post<{ details?: { path: string; message: string }[] }>(path, body);
  if (answer.status !== 400) throw new Error(`It was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
  return (answer.body.details ?? []).map(({ path: field, message }) => `${field}: ${message}`);
}

/** What an organization received, as it is kept, the newest first. */
export async function keptBodies(admin: Client): Promise<{ contentType: string; text: string }[]> {
  const { results } = await admin.call(listReceived, { query: {} });
  return Promise.all(
    results.map(async ({ bodyId, contentType }) => {
      const file = await admin.get<string>(`/api/inbox/body/${bodyId}/file`);
      return { contentType, text: file.body };
    }),
  );
}

/** An organization with a commissioned sensor and a push key. */
export async function createShop(world: World) {
  const { orgId } = await world.organization();
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const { siteId } = await world.site({ locationId });
  const macAddress = aMac();
  const { sensorId } = await world.sensor({ siteId, macAddress });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  const key = await world.pushKey({ orgId });
  return { orgId, locationId, sensorId, macAddress, admin, key };
}
