import { clientFiles } from '@atrium/client/generate';
import { updateApiClient } from '@atrium/contract/api-clients';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClientShop, createFor } from './api-client-world.ts';
import type { Client } from './client.ts';
import { openWorld, type World } from './world.ts';

/*
 * The files that the server offers, downloaded and used as a stranger would.
 */

interface Options {
  url: string;
  clientId?: string;
  clientSecret?: string;
  getToken?: () => Promise<string>;
  retries?: number;
  fetch?: (input: string, init?: RequestInit) => Promise<Response>;
}
type Call = (input?: object, options?: { signal?: AbortSignal }) => Promise<unknown>;
type CreateClient = (options: Options) => Record<'getDataSources', Call> & Partial<Record<string, Call>>;

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../../', import.meta.url));
let world: World;
let folder: string;
let createClient: CreateClient;
let shop: { admin: Client; clientId: string; clientSecret: string; locationId: string; orgId: string };

beforeAll(async () => {
  world = await openWorld({ app: { clientRate: { perSecond: 20, burst: 20 } } });
  folder = await mkdtemp(join(tmpdir(), 'atrium-client-'));
  for (const name of clientFiles) {
    const answer = await world.anonymous().get<string>(`/api/docs/${name}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    await writeFile(join(folder, name), answer.body);
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const module: unknown = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'atrium-client.js')).href);
  ({ createClient } = module as { createClient: CreateClient });
  const { orgId, admin, administrator } = await aClientShop(world);
  const { clientId, clientSecret } = await createFor(admin, administrator);
  const { locationId } = await world.location({ orgId, name: 'Harbor & Co' });
  shop = { admin, clientId, clientSecret, locationId, orgId };
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

/** What the client sends, and the answers. */
function watched(change: (answer: Response, path: string) => Response | Promise<Response> = (answer) => answer) {
  const seen: [path: string, status: number][] = [];
  const send = async (input: string, init?: RequestInit) => {
    const { pathname } = new URL(input);
    const answer = await change(await fetch(input, init), pathname);
    seen.push([pathname, answer.status]);
    return answer;
  };
  return { seen, send, tokens: () => seen.filter(([path]) => path === '/oauth/token').length };
}

const connect = (more: Partial<Options> = {}) =>
  createClient({ url: `${world.url}/`, clientId: shop.clientId, clientSecret: shop.clientSecret, ...more });

const refusal = (call: Promise<unknown> | undefined) => call?.catch((error: unknown) => error);

describe('the typed client', () => {
  it('[R701] is one file without dependencies, and typed', async () => {
    const text = await readFile(join(folder, 'atrium-client.js'), 'utf8');
    expect(text).not.toMatch(/^\s*import\b|\brequire\(|node:/m);
    const program = `import { AtriumError, createClient } from './atrium-client.js';
const atrium = createClient({ url: 'https://x.test', clientId: 'a', clientSecret: 'b' });
const page = await atrium.listLocations({ limit: 5 });
export const name: string | undefined = page.rows[0]?.name;
export const ins: number | null | undefined = (await atrium.getTraffic({ entityType: 'location' })).results[0]?.sumins;
export const file: Blob = await atrium.getAttachmentOrg({ orgId: 'myorg', attachmentId: 'x' }, { signal: AbortSignal.timeout(1) });
export const status = (error: unknown): number => (error instanceof AtriumError ? error.status : 0);
// @ts-expect-error an id is missing
await atrium.getLocation();
// @ts-expect-error an unknown kind
await atrium.getTraffic({ entityType: 'planet' });
// @ts-expect-error clients read
await atrium.createLocation({ name: 'x' });
// @ts-expect-error and have no profile
await atrium.getProfile();
`;
    await writeFile(join(folder, 'typed.ts'), program);
    await typesOf('typed.ts');
  });

  it('[R701] reads lists, records and figures', async () => {
    const atrium = connect();
    expect(await atrium.listLocations?.({ search: 'Harbor & Co' })).toMatchObject({
      total: 1,
      rows: [{ name: 'Harbor & Co' }],
    });
    expect(await atrium.getLocation?.({ locationId: shop.locationId, include: 'site' })).toMatchObject({ site: [] });
    const query = {
      entityType: 'location',
      entityIds: shop.locationId,
      relativeDate: 'yesterday',
      dateGroupings: 'day',
    };
    expect(await atrium.getTraffic?.(query)).toMatchObject({ results: [{ entityId: shop.locationId }] });
    expect(await atrium.exportEstate?.()).toContain('Harbor & Co');
  });

  it('[R772] sends a question with POST when it is too long for an address', async () => {
    const sent: string[] = [];
    const send = (input: string, init?: RequestInit) => {
      if (!input.endsWith('/oauth/token')) sent.push(`${init?.method ?? 'GET'} ${input.slice(0, 60)}`);
      return fetch(input, init);
    };
    const atrium = connect({ fetch: send });
    const ask = (length: number) =>
      atrium.getTrafficTotal?.({
        entityType: 'location',
        entityIds: Array<string>(length).fill(shop.locationId),
        metrics: undefined,
        countFilter: null,
        excludeClosedHours: true,
      });
    const [short, long] = [await ask(1), await ask(2000)];
    expect(long).toEqual(short);
    expect(long).toMatchObject({ results: [{ entityId: shop.locationId }] });
    expect(sent.map((each) => each.split('?')[0])).toEqual([
      `GET ${world.url}/api/data/traffic/total`,
      `POST ${world.url}/api/data/traffic/total`,
    ]);
  });

  it('[R701] says why a call is refused', async () => {
    const missing = await refusal(connect().getLocation?.({ locationId: '7d9f4f0e-4f9e-4a52-8a53-0a53b7a3d001' }));
    expect(missing).toMatchObject({
      name: 'AtriumError',
      status: 404,
      code: 'not_found',
      message: 'The location was not found.',
    });
    const wrong = await refusal(connect({ clientSecret: 'x' }).listLocations?.());
    expect(wrong).toMatchObject({ status: 401, code: 'invalid_client' });
    const invalid = await refusal(connect().listLocations?.({ limit: -1 }));
    expect(invalid).toMatchObject({ status: 400, details: [{ path: 'limit' }] });
    expect(() => createClient({ url: world.url })).toThrow('clientId and clientSecret, or getToken');
    await expect(connect().getLocation?.()).rejects.toThrow('locationId is required.');
  });

  it('[R702] asks for one token for all calls at the same time', async () => {
    const { send, seen, tokens } = watched();
    const atrium = connect({ fetch: send });
    await Promise.all(Array.from({ length: 5 }, () => atrium.getDataSources()));
    await atrium.getDataSources();
    expect([tokens(), seen.length]).toEqual([1, 7]);
  });

  it('[R702] renews a token before it ends', async () => {
    const { send, tokens, seen } = watched(async (answer, path) =>
      path === '/oauth/token' ? Response.json({ ...((await answer.json()) as object), expires_in: 0.4 }) : answer,
    );
    const atrium = connect({ fetch: send });
    await atrium.getDataSources();
    await new Promise((resolve) => setTimeout(resolve, 250));
    await atrium.getDataSources();
    expect([tokens(), seen.every(([, status]) => status === 200)]).toEqual([2, true]);
  });

  it('[R702] gets another token when its own was ended, and gives up when the secret was', async () => {
    const { send, seen } = watched();
    const atrium = connect({ fetch: send });
    await atrium.getDataSources();
    world.pass({ minutes: 61 });
    await atrium.getDataSources();
    expect(seen.map(([, status]) => status)).toEqual([200, 200, 401, 200, 200]);
    world.pass({ minutes: -61 });
    const { clientSecret = '' } = await shop.admin.call(updateApiClient, {
      params: { clientId: shop.clientId },
      query: { regenerateSecret: 'true' },
    });
    await expect(atrium.getDataSources()).rejects.toMatchObject({ status: 401, code: 'invalid_client' });
    shop.clientSecret = clientSecret;
    const given = connect({ fetch: send, getToken: async () => 'x'.repeat(32) });
    await expect(given.getDataSources()).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  it('[R703] waits as long as the server says, and calls again', async () => {
    const { send, seen } = watched();
    const atrium = connect({ fetch: send });
    const answers = await Promise.all(Array.from({ length: 40 }, () => atrium.getDataSources()));
    expect(answers.every((answer) => Array.isArray(answer))).toBe(true);
    expect(seen.filter(([, status]) => status === 429).length).toBeGreaterThan(0);
  });

  it('[R703] repeats what is refused with 503, up to a limit', async () => {
    let failures = 2;
    const busy = (headers: Record<string, string>) =>
      watched((answer, path) =>
        path !== '/oauth/token' && failures-- > 0 ? new Response('{}', { status: 503, headers }) : answer,
      );
    const { send, seen } = busy({ 'retry-after': '0' });
    await connect({ fetch: send }).getDataSources();
    expect(seen.map(([, status]) => status)).toEqual([200, 503, 503, 200]);
    failures = Infinity;
    await expect(
      connect({ fetch: busy({ 'retry-after': '0' }).send, retries: 2 }).getDataSources(),
    ).rejects.toMatchObject({ status: 503 });
    failures = 1;
    const startedAt = performance.now();
    await connect({ fetch: busy({}).send }).getDataSources();
    expect(performance.now() - startedAt, 'a second, where the server names no time').toBeGreaterThan(950);
  });

  it('[R703] stops at once when its caller aborts, also while it waits', async () => {
    const { send, seen } = watched((answer, path) =>
      path === '/oauth/token' ? answer : new Response('{}', { status: 429, headers: { 'retry-after': '60' } }),
    );
    const abort = new AbortController();
    const call = connect({ fetch: send }).getDataSources({}, { signal: abort.signal });
    await expect.poll(() => seen.length).toBe(2);
    abort.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await expect(connect().getDataSources({}, { signal: AbortSignal.abort(new Error('never')) })).rejects.toThrow(
      'never',
    );
  });
});

async function typesOf(file: string) {
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2023', '--module', 'nodenext'];
  const types = ['--lib', 'es2023,dom', '--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [tsc, ...options, ...types, file], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
}

const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

const sample = async (language: string) => {
  const { status, body } = await world.anonymous().get<string>('/api/docs/clients');
  expect(status).toBe(200);
  const [, text = ''] = new RegExp(`<pre [^>]*data-sample="${language}">([^]*?)</pre>`).exec(body) ?? [];
  expect(text).not.toBe('');
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
};

/** Saved and run as the page says. */
async function output(language: string, file: string, program: string, ...before: readonly string[]) {
  await writeFile(join(folder, file), await sample(language));
  const env = { ...process.env, ATRIUM_CLIENT_ID: shop.clientId, ATRIUM_CLIENT_SECRET: shop.clientSecret };
  return (await run(program, [...before, file], { cwd: folder, env })).stdout;
}

const runs = async (...how: Parameters<typeof output>) => [await output(...how), await output(...how)];

describe('the samples of the documentation', () => {
  it('[R704] run with curl', async () => {
    const { results } = JSON.parse(await output('curl', 'report.sh', 'sh')) as { results: object[] };
    expect(results).toMatchObject([{ name: 'Harbor & Co', sumins: null }]);
  });

  it('[R704] run with TypeScript, and are typed', async () => {
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
    expect(await output('typescript', 'report.mts', process.execPath, tsx)).toBe('Harbor & Co no data\n');
    await typesOf('report.mts');
  });

  it.skipIf(!hasPython)('[R704] run with Python', async () => {
    expect(await output('python', 'report.py', 'python3')).toBe('Harbor & Co no data\n');
  });

  it('[R796] keep a copy: a second run brings the day that is not over', async () => {
    const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
    const [all, today] = ['63 days received\n', '1 days received\n'];
    expect(await runs('follow-typescript', 'follow.mts', process.execPath, tsx)).toEqual([all, today]);
    await typesOf('follow.mts');
    if (hasPython) expect(await runs('follow-python', 'follow.py', 'python3')).toEqual([all, today]);
    const [rows, later] = (await runs('follow-curl', 'follow.sh', 'sh')).map(Number);
    expect([rows! > 62 * 24, later! > 1 && later! <= 25]).toEqual([true, true]);
  });
});
