import { catalog } from '@atrium/contract/catalog';
import type { Endpoint } from '@atrium/contract/endpoint';
import { socketPath } from '@atrium/contract/socket-address';
import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Client } from './client.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let admin: Client;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.signIn(await world.user({ role: 'OrganizationAdministrator' }));
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

const loneSurrogate = '\ud800';
const hostile = [
  "' OR 1=1--",
  "x'; RESET ROLE; SELECT set_config('atrium.org', '', false); --",
  "'); SET SESSION AUTHORIZATION DEFAULT; --",
  '$$; DROP TABLE local_user; $$',
  "url('http://127.0.0.1', CSV)",
  '\u0000',
  loneSurrogate,
  '__proto__',
  '{"$ne":null}',
  '../../etc/passwd',
  '<img src=x onerror=alert(1)>',
  'x'.repeat(50_000),
];

const partsOf = (schema: z.ZodMiniType | undefined) =>
  schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : [];
const targets = catalog.map((endpoint) => ({ name: endpoint.name, endpoint }));

function requestsWith(endpoint: Endpoint, text: string): { path: string; body?: unknown }[] {
  const inUrl = text === loneSurrogate ? '%ED%A0%80' : encodeURIComponent(text);
  const path = endpoint.path.replaceAll(/\{\w+\}/g, inUrl);
  return [
    ...(partsOf(endpoint.params).length > 0 ? [{ path }] : []),
    ...partsOf(endpoint.query).map((name) => ({
      path: `${path}?${name}=${inUrl}`,
    })),
    ...partsOf(endpoint.body).map((name) => ({ path, body: { [name]: text } })),
    ...(endpoint.body ? [{ path, body: JSON.stringify(text) }] : []),
  ];
}

/** Others are refused before the request is read, as the access matrix shows. */
function whoGetsFarthest({ access }: Endpoint): Client {
  if (access.kind !== 'session') return world.anonymous();
  return !access.roles || access.roles.includes('OrganizationAdministrator') ? admin : staff;
}

it('[S63] logs the address of a caller who disconnects before the request is handled', async () => {
  const addressAfterwards = new Promise((resolve) => {
    world.http.fastify.server.prependOnceListener('request', ({ socket }) => {
      socket.once('close', () => resolve(socket.remoteAddress));
      socket.destroy();
    });
  });
  await expect(world.anonymous().post('/login', { username: 'nobody', password: 'nothing' })).rejects.toThrow();
  expect(await addressAfterwards).toBe('127.0.0.1');
});

describe('[S22] hostile text', () => {
  it.each(targets)('in every parameter of $name is refused or harmless, never a server error', async ({ endpoint }) => {
    const client = whoGetsFarthest(endpoint);
    for (const text of hostile) {
      for (const request of requestsWith(endpoint, text)) {
        const answer = await client.send(endpoint.method, request.path, request.body).catch((error: unknown) => {
          // The HTTP parser itself refuses a URL of 50,000 characters.
          if (text.length > 10_000) return { status: 431, body: '' };
          throw error;
        });
        expect(answer.status, `${endpoint.method} ${request.path.slice(0, 200)}`).toBeLessThan(500);
        expect(JSON.stringify(answer.body)).not.toMatch(/syntax error|SQLSTATE|pg_|ClickHouse|Code: \d+|at .*\.ts:/);
      }
    }
  });
});

it('[S08] leaves no connection with another role or organization behind', async () => {
  const { owner } = world.registry;
  const held = await Promise.all(Array.from({ length: 16 }, () => owner.connect()));
  for (const connection of held) {
    const { rows } = await connection.query<{ same: boolean; org: string }>(
      `SELECT current_user = session_user AS same, coalesce(current_setting('atrium.org', true), '') AS org`,
    );
    expect(rows).toEqual([{ same: true, org: '' }]);
    connection.release();
  }
});

describe('[S13] other sites', () => {
  const foreign = { origin: 'https://evil.test' };

  it('may neither read a response nor pass a preflight', async () => {
    const answer = await admin.get('/api/profile', foreign);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await admin.send('OPTIONS', '/login', undefined, {
      ...foreign,
      'access-control-request-method': 'POST',
    });
    expect(preflight.headers.get('access-control-allow-methods')).toBeNull();
  });

  it('cannot sign someone in or out, with a form or otherwise', async () => {
    const user = await world.user();
    const credentials = { username: user.email, password: user.password };
    expect((await world.anonymous().post('/login', credentials, foreign)).status).toBe(403);
    const form = { ...foreign, 'content-type': 'text/plain' };
    expect((await world.anonymous().post('/login', JSON.stringify(credentials), form)).status).toBe(403);
    const client = await world.signIn(user);
    expect((await client.post('/logout', undefined, foreign)).status).toBe(403);
    expect((await client.get('/logout')).status).toBe(404);
    expect((await client.get('/loggedin')).body).toBe(user.userId);
  });

  it('cannot open a socket with the cookie of a visitor', async () => {
    for (const transport of ['websocket', 'polling']) {
      const socket = io(world.url, {
        path: socketPath,
        transports: [transport],
        reconnection: false,
        extraHeaders: { ...foreign, cookie: admin.cookieHeader() },
      });
      await expect(
        new Promise((resolve, reject) => {
          socket.once('connect', () => resolve('connected'));
          socket.once('connect_error', reject);
        }),
      ).rejects.toThrow();
      socket.disconnect();
    }
  });
});

it('[S30] answers a malformed id like an unknown one', async () => {
  for (const id of ['nonsense', '1', '%00', `${randomUUID()}x`, '00000000-0000-0000-0000-00000000000g']) {
    const answer = await admin.get(`/api/location/${id}`);
    expect([id, answer.status]).toEqual([id, 404]);
  }
});
