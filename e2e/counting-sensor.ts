import { type APIRequestContext, expect } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { openPushDoor } from './push-door.ts';
import { StaffCalls } from './staff-calls.ts';

/** An organization with an administrator and one commissioned sensor in a shop at UTC. */
export async function countingSensor(http: APIRequestContext) {
  const staff = await StaffCalls.signIn(http);
  const { orgId } = await staff.organization();
  const post = async <Reply>(path: string, data: object): Promise<Reply> => {
    const answer = await http.post(`${path}?orgId=${orgId}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Reply;
  };
  const place = { name: 'Flagship', timezone: 'UTC', site: [{ name: 'North door' }] };
  const { locationId, site } = await post<{ locationId: string; site: { siteId: string }[] }>('/api/location', place);
  const macAddress = `006E02${randomBytes(3).toString('hex').toUpperCase()}`;
  const { sensorId } = await post<{ sensorId: string }>('/api/sensorassignment', {
    siteId: site[0]?.siteId,
    macAddress,
    name: 'Ceiling',
  });
  await post(`/api/sensor/${sensorId}/commission`, { commissionedDate: dayOf(2) });
  const door = await openPushDoor(http, orgId);
  const { email } = await staff.person(orgId, 'Ada Lovelace', 'Atrium-demo-1');

  /** By hour, in UTC, what the shop counted since yesterday. */
  const countedByHour = async (): Promise<Record<string, number>> => {
    const query = new URLSearchParams({
      entityType: 'location',
      entityIds: locationId,
      relativeDate: 'custom',
      startDate: dayOf(1),
      endDate: dayOf(0),
      dateGroupings: 'hour',
      metrics: 'ins',
    });
    const answer = await http.get(`/api/data/traffic?${query.toString()}`);
    expect(answer.ok(), await answer.text()).toBe(true);
    const { results } = (await answer.json()) as { results: { recordDate: string; sumins?: number | null }[] };
    const hours = results.filter(({ sumins }) => sumins).map(({ recordDate, sumins }) => [recordDate, sumins] as const);
    return Object.fromEntries(hours.map(([date, ins]) => [new Date(date).toISOString().slice(0, 13), ins ?? 0]));
  };
  return { sensorId, macAddress, email, door, countedByHour };
}

function dayOf(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
}
