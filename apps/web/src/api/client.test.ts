import { getTraffic } from '@atrium/contract/data';
import { listLocations } from '@atrium/contract/locations';
import { afterEach, expect, it, vi } from 'vitest';
import { call, callList } from './client.ts';

afterEach(() => vi.unstubAllGlobals());

/** What is sent, and answered with nothing. */
function sending(reply: unknown) {
  const sent: { url: string; method: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body: string | null }) => {
    sent.push({ url, method, body: body === null ? undefined : JSON.parse(body) });
    return Response.json(reply, { headers: { 'x-total-count': '0' } });
  });
  return sent;
}

it('[R772] sends a question as a body when it is too long for an address', async () => {
  const sent = sending({ results: [], messages: [] });
  const query = { orgId: 'o', entityType: 'location', dateGroupings: 'day', limit: undefined } as const;
  await call(getTraffic, { query: { ...query, entityIds: 'a,b' } });
  const many = Array.from({ length: 400 }, (_, index) => `0b7e7c7e-0000-4000-8000-${String(index).padStart(12, '0')}`);
  await call(getTraffic, { query: { ...query, entityIds: many.join() } });
  expect(sent).toEqual([
    {
      url: '/api/data/traffic?orgId=o&entityType=location&dateGroupings=day&entityIds=a%2Cb',
      method: 'GET',
      body: undefined,
    },
    {
      url: '/api/data/traffic',
      method: 'POST',
      body: { orgId: 'o', entityType: 'location', dateGroupings: 'day', entityIds: many.join() },
    },
  ]);
});

it('sends everything else in the address, however long', async () => {
  const sent = sending([]);
  await callList(listLocations, { query: { search: 'x'.repeat(9000) } });
  expect(sent.map(({ method }) => method)).toEqual(['GET']);
});
