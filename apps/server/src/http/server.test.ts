import { isPublic, staff } from '@atrium/contract/access';
import { defineEndpoint } from '@atrium/contract/endpoint';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';
import { closeServers, inside, member, orgId, read, reply, send, start, write } from './server-in-test.ts';

afterEach(closeServers);

describe('binding', () => {
  it('[S03] refuses to start while an endpoint has no handler', async () => {
    const { http } = await start([read, write]);
    http.bind(read, () => ({}));
    await expect(http.ready()).rejects.toThrow('These endpoints have no handler: write.');
  });

  it('refuses a second handler, and an endpoint outside the catalog', async () => {
    const { http } = await start([read]);
    http.bind(read, () => ({}));
    expect(() => http.bind(read, () => ({}))).toThrow('thing is bound twice.');
    expect(() => http.bind(write, () => ({}))).toThrow('write is not in the catalog.');
  });

  it('serves the path and its aliases', async () => {
    const { http } = await start([write]);
    http.bind(write, ({ body }) => ({ got: body }));
    await http.ready();
    for (const url of ['/api/thing', '/thing']) {
      const answer = await http.fastify.inject({ method: 'POST', url, headers: member, payload: { name: 'n' } });
      expect([answer.statusCode, answer.json()]).toEqual([200, { got: { name: 'n' } }]);
    }
  });

  it('requires the total of a list', async () => {
    const list = defineEndpoint({ ...read, reply: z.array(reply), list: true });
    const { http } = await start([list]);
    let count: number | undefined;
    http.bind(list, (call) => {
      if (count !== undefined) call.reply.total(count);
      return [];
    });
    expect((await http.fastify.inject('/api/thing')).statusCode).toBe(500);
    count = 7;
    expect((await http.fastify.inject('/api/thing')).headers['x-total-count']).toBe('7');
  });
});

describe('order of checks', () => {
  it('[S02] returns 401 before 403, 400 and 404', async () => {
    const staffOnly = defineEndpoint({ ...write, name: 'staffOnly', path: '/api/staff', aliases: [], access: staff });
    const { http } = await start([staffOnly, inside]);
    http.bind(staffOnly, () => ({}));
    http.bind(inside, () => ({}));
    await http.ready();
    const post = async (headers: Record<string, string>, payload: string) =>
      (
        await http.fastify.inject({
          method: 'POST',
          url: '/api/staff?a=1&a=2',
          headers: { 'content-type': 'application/json', ...headers },
          payload,
        })
      ).statusCode;
    expect(await post({}, '{broken')).toBe(401);
    expect(await post(member, '{broken')).toBe(403);
    expect(await post({ cookie: 'a=SenSourceUser' }, '{broken')).toBe(400);
    const get = async (url: string) => (await http.fastify.inject({ url, headers: member })).statusCode;
    expect(await get('/api/thing/nonsense?orgId=a&orgId=b')).toBe(400);
    expect(await get('/api/thing/nonsense?orgId=b')).toBe(404);
    expect(await get('/api/thing/nonsense')).toBe(404);
    expect(await get(`/api/thing/${orgId}?orgId=${orgId}`)).toBe(200);
  });
});

describe('bad input', () => {
  it.each([
    ['{}', 'name is required.'],
    ['{"name":""}', 'name must not be empty.'],
    ['{"name":"12345678901"}', 'name must have at most 10 characters.'],
    ['{"name":7}', 'name must be text.'],
    ['{"name":"a","size":"7"}', 'size must be a number.'],
    ['{"name":"a","other":1}', 'other is not a known field.'],
    ['{"name":"a\\ud800"}', 'The body contains invalid Unicode (an unpaired surrogate).'],
    ['{"name":"a\\u0000"}', 'The body contains a NUL character.'],
    ['[]', 'The body must be an object.'],
    ['null', 'The body must be an object.'],
    ['', 'This call needs a JSON body.'],
    ['{"name":', 'The body is not valid JSON.'],
    ['{"name":"a","__proto__":{"x":1}}', 'The body is not valid JSON.'],
    [`{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'name must be text.'],
  ])('says what is wrong with %.40s', async (payload, message) => {
    const { http } = await start([write]);
    http.bind(write, () => ({}));
    const { status, body } = await send(http, payload);
    expect([status, body.code, body.message, body.err]).toEqual([400, 'invalid', message, message]);
  });

  it('lists every wrong field with its path', async () => {
    const { http } = await start([write]);
    http.bind(write, () => ({}));
    const { body } = await send(http, '{"size":"x","b":1}');
    expect(body.details).toEqual([
      { path: 'name', message: 'is required' },
      { path: 'size', message: 'must be a number' },
      { path: 'b', message: 'is not a known field' },
    ]);
  });

  it('[S13] accepts JSON only: a form on another site cannot send it', async () => {
    const { http } = await start([write]);
    http.bind(write, () => ({}));
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect((await send(http, '{"name":"a"}', type)).status).toBe(415);
    }
  });

  it.each([
    ['64 KB from a stranger', isPublic, 64 * 1024],
    ['1 MB from someone signed in', write.access, 1024 * 1024],
  ])('accepts a body of %s, no more', async (_, access, bytes) => {
    const taking = defineEndpoint({ ...write, access });
    const { http } = await start([taking]);
    http.bind(taking, () => ({}));
    const body = (more: string) => JSON.stringify({ name: 'x'.repeat(bytes - '{"name":""}'.length) + more });
    expect((await send(http, body(''))).status).toBe(400);
    expect((await send(http, body('x'))).status).toBe(413);
  });

  it('refuses a body of 10 MB before reading it', async () => {
    const { http } = await start([write]);
    http.bind(write, () => ({}));
    const url = await http.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${url}/api/thing`, {
      method: 'POST',
      headers: { ...member, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(10_000_000) }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      413,
      expect.objectContaining({ code: 'invalid', message: 'The body of the request is too large.' }),
    ]);
  });

  it.each([
    ['?limit=1&limit=2', 'limit was given more than once.'],
    ['?other=1', 'other is not a parameter of this call.'],
    ['?__proto__=1', '__proto__ is not a parameter of this call.'],
    ['?limit[$ne]=1', 'limit[$ne] is not a parameter of this call.'],
    ['?limit=%00', 'limit contains a NUL character.'],
    ['?limit=x', 'limit must be a number.'],
  ])('refuses the query %s', async (query, message) => {
    const { http } = await start([read]);
    http.bind(read, () => ({}));
    const answer = await http.fastify.inject(`/api/thing${query}`);
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([400, message]);
  });
});

describe('errors', () => {
  it.each([
    [new Refusal('conflict', 'No.'), 409, 'conflict', 'No.'],
    [new Refusal('too_many', 'Slow.', { extra: { retryAfter: 31 } }), 429, 'too_many', 'Slow.'],
    [Object.assign(new Error('secret text'), { code: '23505' }), 409, 'conflict', 'This already exists.'],
    [
      new Error('wrapped', { cause: Object.assign(new Error('x'), { code: '40P01' }) }),
      503,
      'unavailable',
      'The database is busy right now. Please try again shortly.',
    ],
  ])('turns %s into %i', async (thrown, status, code, message) => {
    const { http } = await start([read]);
    http.bind(read, () => {
      throw thrown;
    });
    const answer = await http.fastify.inject('/api/thing');
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code, message, err: message, requestId: expect.any(String) });
    if (status === 429) expect(answer.headers['retry-after']).toBe('31');
    if (status === 503) expect(answer.headers['retry-after']).toBe('2');
  });

  it.each([
    ['nothing', {}],
    ['the status of someone else’s failure', { statusCode: 502 }],
    ['the least status of a failure', { statusCode: 500 }],
    ['the status of no failure', { statusCode: 399 }],
  ])('[S21] hides unexpected errors, with %s, and logs them under the number it shows', async (_what, more) => {
    const { http, lines } = await start([read]);
    http.bind(read, () => {
      throw Object.assign(new Error('password hunter2 of db.internal'), more);
    });
    const answer = await http.fastify.inject('/api/thing');
    const body = answer.json<{ message: string; requestId: string }>();
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toMatch(/hunter2|db\.internal|stack/);
    expect(body.message).toContain(body.requestId);
    const logged = lines.find((line) => line.includes('A request failed'));
    expect(logged).toContain(body.requestId);
  });

  it('[S26] never logs bodies, cookies or addresses', async () => {
    const { http, lines } = await start([write]);
    http.bind(write, () => {
      throw new Error('broken');
    });
    await http.fastify.inject({
      method: 'POST',
      url: '/api/thing',
      headers: member,
      payload: { name: 'hunter2' },
    });
    expect(lines.join('')).toContain('broken');
    expect(lines.join('')).not.toMatch(/hunter2|a=Organ/);
  });

  it('answers an unknown path with the same envelope, and a malformed one with 400', async () => {
    const { http } = await start([]);
    const unknown = await http.fastify.inject('/api/nothing');
    expect([unknown.statusCode, unknown.json<{ code: string }>().code]).toEqual([404, 'not_found']);
    expect((await http.fastify.inject('/api/%zz')).statusCode).toBe(400);
  });
});

describe('headers', () => {
  it('[R081] forbids caching of every GET below /api/ and /ss/, refused or not', async () => {
    const { http } = await start([read]);
    http.bind(read, () => ({}));
    for (const url of ['/api/thing', '/api/thing?x=1', '/api/nothing', '/ss/nothing']) {
      const { headers } = await http.fastify.inject(url);
      expect([headers['cache-control'], headers.pragma]).toEqual(['no-cache, no-store', 'no-cache']);
    }
  });

  it('[R366] lets the browser of one person keep a reply where the contract says so, and no refusal', async () => {
    const kept = { ...read, browserSeconds: 600 };
    const { http } = await start([kept]);
    let isFailing = false;
    http.bind(kept, () => {
      if (isFailing) throw new Refusal('unavailable', 'Not now.', { extra: { error: 'Not now.' } });
      return {};
    });
    const { headers } = await http.fastify.inject('/api/thing');
    expect([headers['cache-control'], headers.pragma]).toEqual(['private, max-age=600', undefined]);
    expect(String(headers.vary).toLowerCase()).toContain('cookie');
    isFailing = true;
    const refused = await http.fastify.inject('/api/thing');
    expect([refused.statusCode, refused.headers['cache-control']]).toEqual([503, 'no-cache, no-store']);
    expect(refused.json()).toMatchObject({ err: 'Not now.', error: 'Not now.' });
  });

  it('[S25] blocks inline and third-party scripts', async () => {
    const { http } = await start([read]);
    http.bind(read, () => ({}));
    const { headers } = await http.fastify.inject('/api/thing');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("object-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('requires https only where the public address uses it', async () => {
    const { http } = await start([read], { publicUrl: 'https://counts.example.com' });
    http.bind(read, () => ({}));
    const { headers } = await http.fastify.inject('/api/thing');
    expect(headers['strict-transport-security']).toContain('max-age=31536000');
  });

  it('compresses long responses, not short ones', async () => {
    const { http } = await start([read]);
    let size = 10;
    http.bind(read, () => ({ text: 'a'.repeat(size) }));
    const get = () => http.fastify.inject({ url: '/api/thing', headers: { 'accept-encoding': 'gzip' } });
    expect((await get()).headers['content-encoding']).toBeUndefined();
    size = 5000;
    expect((await get()).headers['content-encoding']).toBe('gzip');
  });
});

describe('[S13] writes from another site', () => {
  it.each([
    [{}, 200],
    [{ origin: 'http://localhost', host: 'localhost' }, 200],
    [{ origin: 'http://localhost:8080', host: 'localhost:8080' }, 200],
    [{ origin: 'https://counts.example.com', host: '10.0.0.5' }, 200],
    [{ origin: 'https://counts.example.com.evil.test', host: 'counts.example.com' }, 403],
    [{ origin: 'https://evil.test', host: 'counts.example.com' }, 403],
    [{ origin: 'null', host: 'counts.example.com' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
  ])('%o answers %i', async (headers, status) => {
    const { http } = await start([write], { publicUrl: 'https://counts.example.com' });
    http.bind(write, () => ({}));
    const answer = await http.fastify.inject({
      method: 'POST',
      url: '/api/thing',
      headers: { ...member, ...headers },
      payload: { name: 'a' },
    });
    expect(answer.statusCode).toBe(status);
  });
});

it('takes the caller’s address from trusted proxies only', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  const addressSeen = async (trustedProxies: string[]) => {
    const { http } = await start([read], { trustedProxies });
    http.bind(read, ({ address }) => ({ address }));
    return (await http.fastify.inject({ url: '/api/thing', headers, remoteAddress: '10.0.0.5' })).json<object>();
  };
  expect(await addressSeen([])).toEqual({ address: '10.0.0.5' });
  expect(await addressSeen(['10.0.0.0/8'])).toEqual({ address: '203.0.113.9' });
});

it('is healthy only when there is no problem', async () => {
  let problems = ['pump'];
  const { http } = await start([], { health: { problems: async () => problems, isReady: async () => true } });
  const before = await http.fastify.inject('/healthz');
  expect([before.statusCode, before.json()]).toEqual([503, { status: 'degraded', problems: ['pump'] }]);
  problems = [];
  const after = await http.fastify.inject('/healthz');
  expect([after.statusCode, after.json()]).toEqual([200, { status: 'ok', problems: [] }]);
});

describe('the web app', () => {
  it('caches hashed files forever, revalidates the page each time, and serves it for plain addresses', async () => {
    const webFolder = await mkdtemp(join(tmpdir(), 'atrium-web-'));
    await mkdir(join(webFolder, 'assets'));
    await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Atrium</title>');
    await writeFile(join(webFolder, 'assets', 'main-abc.js'), 'export {}');
    const { http } = await start([read], { webFolder });
    http.bind(read, () => ({}));
    const page = await http.fastify.inject('/');
    expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(page.headers['content-type']).toContain('text/html');
    const asset = await http.fastify.inject('/assets/main-abc.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const call = await http.fastify.inject('/api/thing');
    expect(call.headers['x-atrium-build']).toMatch(/^[0-9a-f]{12}$/);
    expect(call.headers['x-atrium-build']).toBe(page.headers['x-atrium-build']);
    const visit = await http.fastify.inject({ url: '/app/welcome?x=1', headers: { accept: 'text/html' } });
    expect([visit.statusCode, visit.headers.location]).toEqual([302, '/#/app/welcome?x=1']);
    expect((await http.fastify.inject({ url: '/api/nope', headers: { accept: 'text/html' } })).statusCode).toBe(404);
    await rm(webFolder, { recursive: true });
  });
});
