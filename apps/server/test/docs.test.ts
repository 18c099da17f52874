import { catalog } from '@atrium/contract/catalog';
import { topics } from '@atrium/contract/topics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean; schema: Record<string, unknown> }[];
  requestBody?: { content: { 'application/json': { schema: { required: string[] } } } };
  responses: Record<number, { content: Record<string, { schema: object }> }>;
}
interface TopicDescription {
  name: string;
  subscription: { $ref: string };
  message: { $ref: string };
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string; description?: string }[];
  components: { schemas: Record<string, { required: string[] }> };
  'x-topics': TopicDescription[];
}

describe('the description of the API', () => {
  it('is OpenAPI 3.1 and contains every endpoint of the catalog once', async () => {
    const { body } = await world.anonymous().get<Document>('/api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
    );
    const known = catalog.map(({ name, method, path }) => `${name} ${method.toLowerCase()} ${path}`);
    expect(operations.toSorted((a, b) => a.localeCompare(b))).toEqual(known.toSorted((a, b) => a.localeCompare(b)));
  });

  it('[R705] describes parameters, bodies, replies and callers as they are', async () => {
    const { paths } = (await world.anonymous().get<Document>('/api/openapi.json')).body;
    const detail = paths['/api/location/{locationId}']?.['get'];
    expect(detail?.parameters[0]).toEqual({
      name: 'locationId',
      in: 'path',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    });
    expect(detail?.security).toEqual([{ session: [] }, { client: [] }, { kiosk: [] }]);
    expect(paths['/api/audit']?.['get']?.security).toEqual([{ session: [] }]);
    const limit = paths['/api/location']?.['get']?.parameters.find(({ name }) => name === 'limit');
    expect(limit).toMatchObject({ required: false, schema: { type: 'integer', default: 25 } });
    const signIn = paths['/login']?.['post'];
    expect(signIn?.requestBody?.content['application/json'].schema.required).toEqual(['username', 'password']);
    expect(signIn?.security).toEqual([]);
    expect(Object.keys(paths['/loggedin']?.['get']?.responses[200]?.content ?? {})).toEqual(['text/plain']);
  });

  it('describes every socket topic: its events, its messages and who may subscribe', async () => {
    const { body } = await world.anonymous().get<Document>('/api/openapi.json');
    expect(body['x-topics'].map(({ name }) => name)).toEqual(topics.map(({ name }) => name));
    const [traffic] = body['x-topics'];
    expect(traffic).toMatchObject({
      path: '/veart/socket.io',
      events: {
        subscribe: 'traffic:subscribe',
        unsubscribe: 'traffic:unsubscribe',
        message: 'traffic:realtimedata',
      },
      description: expect.stringContaining('`canViewTraffic`') as string,
    });
    const schemaOf = (reference?: { $ref: string }) => body.components.schemas[reference?.$ref.split('/').at(-1) ?? ''];
    expect(schemaOf(traffic?.subscription)?.required).toEqual(['entityType', 'entityId']);
    expect(schemaOf(traffic?.message)?.required).toContain('completeness');
    expect(body.tags.find(({ name }) => name === 'realtime')?.description).toContain('traffic:subscribe');
  });

  it('[R021] is available as a page that runs only our own script', async () => {
    const page = await world.anonymous().get<string>('/api/docs');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(page.body).not.toMatch(/https?:\/\//);
    const [, configuration = ''] = /data-configuration="([^"]+)"/.exec(page.body) ?? [];
    expect(JSON.parse(configuration.replaceAll('&quot;', '"'))).toEqual({
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
    });
    const [, script = ''] = /<script src="([^"]+)"/.exec(page.body) ?? [];
    const answer = await world.anonymous().get<string>(script);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(answer.body.length).toBeGreaterThan(100_000);
  });
});
