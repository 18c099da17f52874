import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../world.ts';

let world: World;
let closed = false;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  if (!closed) await world.close();
});

it('[I36] [I37] counts refused pushes in one line for each reason and sender, without a stack or a key', async () => {
  const { orgId } = await world.organization();
  const key = await world.pushKey({ orgId });
  const push = (path: string, body: string, headers = {}) => world.anonymous().post(path, body, headers);
  const unknownKeys = Array.from({ length: 20 }, (_, n) => `/api/push/xovis5/${'k'.repeat(20)}${n}`);
  for (const path of unknownKeys) expect((await push(path, '{}')).status).toBe(401);
  for (let n = 0; n < 3; n += 1) {
    expect((await push(`/api/push/xovis5/${key}`, '{}', { 'content-type': 'image/png' })).status).toBe(415);
  }
  expect((await push(`/api/push/xovis5/${key}`, ' '.repeat(1024 * 1024 + 1))).status).toBe(413);

  await world.registry.owner.query('ALTER TABLE inbox_seen RENAME TO inbox_away');
  for (let n = 0; n < 5; n += 1) {
    const answer = await push(`/api/push/xovis5/${key}`, JSON.stringify({ n }));
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
  }
  await world.registry.owner.query('ALTER TABLE inbox_away RENAME TO inbox_seen');

  await world.close();
  closed = true;
  const lines = world.log.map((line) => JSON.parse(line) as Record<string, unknown>);
  const refused = lines.filter(({ msg }) => msg === 'Requests were refused');
  const pushKeyId = expect.stringContaining(`${orgId}/`) as string;
  expect(refused).toMatchObject([
    { status: 401, count: 20, sender: '127.0.0.1', reason: 'This push key is not valid.' },
    { status: 415, count: 3, sender: pushKeyId },
    { status: 413, count: 1, sender: pushKeyId },
    { status: 503, count: 5, sender: pushKeyId, cause: expect.stringContaining('inbox') as string },
  ]);
  expect(lines.filter(({ msg }) => msg === 'A request failed')).toEqual([]);
  expect(world.log.join('\n')).not.toContain(key);
  expect(world.log.join('\n')).not.toContain('kkkkkkkkkk');
  expect(refused.every((line) => !('err' in line))).toBe(true);
});
