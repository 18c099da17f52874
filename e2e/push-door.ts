import { encodePush } from '@atrium/simulator/xovis5';
import type { APIRequestContext } from '@playwright/test';
import { createHash, randomBytes } from 'node:crypto';
import { inRegistry } from './registry.ts';
import { expect } from './story.ts';

/** The door through which a device pushes, with a key of its organization. */
export async function openPushDoor(http: APIRequestContext, orgId: string) {
  const key = await issueKey(orgId);
  let packageId = 0;
  return {
    /** What one logic of a device counted in each of the whole minutes before a time. */
    async push(
      macAddress: string,
      logic: { id: number; name: string },
      { each, minutes, before = Date.now() }: { each: number; minutes: number; before?: number },
    ): Promise<void> {
      const now = Math.floor(before / 60_000) * 60;
      const records = Array.from({ length: minutes }, (_, index) => {
        const from = now - (minutes - index) * 60;
        return { from, to: from + 60, forward: each, backward: 0, samples: 60, samplesExpected: 60 };
      });
      packageId += 1;
      const device = { macAddress, timezone: 'UTC' };
      const body = encodePush({ kind: 'logics', device, packageId, logics: [{ ...logic, records }] });
      const answer = await http.post(`/api/push/xovis5/${key}`, { data: body });
      expect(answer.status(), await answer.text()).toBe(200);
    },
    /** Bytes that no vendor of the product sends. Returns the status of the answer. */
    async pushRaw(vendor: string, body: object): Promise<number> {
      return (await http.post(`/api/push/${vendor}/${key}`, { data: body })).status();
    },
    async reportStatus(macAddress: string, firmware: string): Promise<void> {
      packageId += 1;
      const device = { macAddress, timezone: 'UTC', firmware, ipAddress: '10.20.30.40' };
      const body = encodePush({ kind: 'status', device, packageId, uptimeSeconds: 3600, offsetSeconds: 0 });
      const answer = await http.post(`/api/push/xovis5/${key}`, { data: body });
      expect(answer.status(), await answer.text()).toBe(200);
    },
  };
}

/** A zone in which it is day: what is pushed there belongs to today, minutes after midnight elsewhere too. */
export function zoneAtDay(): string {
  const hour = new Date().getUTCHours();
  return hour >= 3 && hour < 21 ? 'Europe/Lisbon' : 'Asia/Tokyo';
}

/** There is no screen for push keys yet, so that the key is put where the server looks for it. */
async function issueKey(orgId: string): Promise<string> {
  const key = randomBytes(16).toString('hex');
  const hash = createHash('sha256').update(key).digest('hex');
  await inRegistry('INSERT INTO push_key (org_id, key_hash, key_encrypted) VALUES ($1, $2, $3)', [orgId, hash, '']);
  return key;
}
