import { describe, expect, it } from 'vitest';
import { findBreaches } from './rules.ts';

const server = 'apps/server/src';
const web = 'apps/web/src';

/** Rules broken by one file; the files it imports need not exist. */
function broken(path: string, text: string): string[] {
  return findBreaches(new Map([[path, text]])).map(({ rule }) => rule);
}

describe('each rule fires, and leaves its neighbor alone', () => {
  it.each([
    ['packages', 'packages/calendar/src/zones.ts', `import { metrics } from '@atrium/metrics/catalog';`],
    ['packages', 'packages/metrics/src/format.ts', `import { rule } from '@atrium/rules/password';`],
    ['packages', 'packages/facts/src/aggregate.ts', `import type { Row } from '@atrium/contract/data';`],
    ['packages', 'packages/forecast/src/bands.ts', `import { facts } from '@atrium/facts/facts';`],
    ['packages', 'packages/engines/src/child.ts', `import { zones } from '@atrium/calendar/zones';`],
    ['packages', 'packages/simulator/src/building.ts', `import { facts } from '@atrium/facts/facts';`],
    ['packages', `${web}/analytics/use-metric-query.ts`, `import { facts } from '@atrium/facts/facts';`],
    ['packages', `${server}/registry/registry.ts`, `import { startEngines } from '@atrium/engines/engines';`],
    ['packages', `${server}/ingestion/pump.ts`, `import { building } from '@atrium/simulator/building';`],
    ['doors', 'packages/metrics/src/format.ts', `import { zones } from '../../calendar/src/zones.ts';`],
    [
      'features stand alone',
      `${server}/features/users/service.ts`,
      `import { org } from '../organizations/service.ts';`,
    ],
    ['features stand alone', `${server}/features/users/service.ts`, `import { plan } from '../../analytics/plan.ts';`],
    ['features stand alone', `${server}/features/users/service.ts`, `import { pump } from '../../ingestion/pump.ts';`],
    ['features stand alone', `${server}/features/users/jobs.ts`, `import { emit } from '../../realtime/gateway.ts';`],
    ['features stand alone', `${web}/features/users/UsersPage.tsx`, `import { Picker } from '../places/Picker.tsx';`],
    ['features are composed by app/', `${server}/jobs/queue.ts`, `import { x } from '../features/users/jobs.ts';`],
    ['features are composed by app/', `${server}/analytics/routes.ts`, `import { x } from '../features/a/b.ts';`],
    ['features are composed by app/', `${server}/http/session.ts`, `import { buildApp } from '../app/app.ts';`],
    ['features are composed by app/', `${server}/app/app.ts`, `import { main } from '../main.ts';`],
    ['pure stays pure', 'packages/rules/src/password.ts', `import { createHash } from 'node:crypto';`],
    ['pure stays pure', `${server}/analytics/shape/rows.ts`, `import { aggregate } from '@atrium/facts/aggregate';`],
    ['pure stays pure', `${server}/ingestion/vendors/xovis.ts`, `export const at = () => Date.now();`],
    ['pure stays pure', 'packages/calendar/src/zones.ts', `export const today = () => new Date();`],
    ['pure stays pure', 'packages/calendar/src/zones.ts', `export const today = () => Date();`],
    ['pure stays pure', 'packages/metrics/src/evaluate.ts', `export const noise = () => Math.random();`],
    ['pure stays pure', 'packages/metrics/src/evaluate.ts', `export const tick = performance.now;`],
    ['pure stays pure', 'packages/rules/src/mac.ts', `export const id = () => crypto.randomUUID();`],
    ['pure stays pure', 'packages/rules/src/mac.ts', `export const home = process.env.HOME;`],
    ['pure stays pure', 'packages/rules/src/mac.ts', `export const load = () => fetch('http://example.com');`],
    ['web layers', `${web}/ui/Card.tsx`, `import { call } from '../api/client.ts';`],
    ['web layers', `${web}/ui/Card.tsx`, `import type { Role } from '@atrium/contract/access';`],
    ['web layers', `${web}/ui/Card.tsx`, `import { count } from '../format/numbers.ts';`],
    ['web layers', `${web}/format/numbers.ts`, `import { staleAfter } from '../analytics/freshness.ts';`],
    ['web layers', `${web}/api/client.ts`, `import { Card } from '../ui/Card.tsx';`],
    ['web layers', `${web}/analytics/charts/Chart.tsx`, `import { Page } from '../../features/users/UsersPage.tsx';`],
    ['web layers', `${web}/shell/Sidebar.tsx`, `import { Page } from '../features/users/UsersPage.tsx';`],
    ['web layers', `${web}/features/users/UsersPage.tsx`, `import { Sidebar } from '../../shell/Sidebar.tsx';`],
    [
      'web layers',
      `${web}/features/dashboards/widgets/gauge/Gauge.tsx`,
      `import { call } from '../../../../api/client.ts';`,
    ],
    ['columns are models', `${web}/features/users/people-columns.ts`, `import { Tag } from '../../ui/Tag.tsx';`],
    ['known in one place', `${server}/features/users/service.ts`, `import { eq } from 'drizzle-orm';`],
    ['known in one place', `${server}/http/session.ts`, `import { Pool } from 'pg';`],
    ['known in one place', `${server}/ingestion/pump.ts`, `import { createClient } from '@clickhouse/client';`],
    ['known in one place', `${server}/features/users/service.ts`, `import type { FastifyRequest } from 'fastify';`],
    ['known in one place', `${server}/features/users/service.ts`, `import cookie from '@fastify/cookie';`],
    ['known in one place', `${server}/outbox/outbox.ts`, `import PgBoss from 'pg-boss';`],
    ['known in one place', `${server}/http/session.ts`, `import { Server } from 'socket.io';`],
    ['known in one place', `${web}/shell/Shell.tsx`, `import { io } from 'socket.io-client';`],
    [
      'known in one place',
      `${web}/analytics/day/DayChart.tsx`,
      `import { formatValue } from '@atrium/metrics/format';`,
    ],
    [
      'SQL belongs in stores',
      `${server}/features/users/service.ts`,
      `import { user } from '../../registry/schema/people.ts';`,
    ],
    ['tests stay tests', `${server}/jobs/queue.ts`, `import { databases } from '../registry/testing.ts';`],
    ['no long climbs', `${web}/features/a/b/c/d.ts`, `import { x } from '../../../a/x.ts';`],
    ['no long climbs', `${web}/analytics/a/b/c.ts`, `import { x } from '../../../ui/x.ts';`],
    ['no barrels', 'packages/metrics/src/all.ts', `export * from './format.ts'; export const one = 1;`],
    ['no barrels', 'packages/metrics/src/all.ts', `export { format } from './format.ts';`],
  ])('%s: %s: %s', (rule, path, text) => {
    expect(broken(path, text)).toContain(rule);
  });

  it.each([
    ['packages/contract/src/data.ts', `import { zones } from '@atrium/calendar/zones';`],
    ['packages/simulator/src/building.ts', `import { push } from '@atrium/contract/data';`],
    ['packages/facts/src/aggregate.test.ts', `import { engines } from '@atrium/engines/testing';`],
    [
      `${server}/main.ts`,
      `import { startEngines } from '@atrium/engines/engines'; import { buildApp } from './app/app.ts';`,
    ],
    [`${server}/demo/demo-world.ts`, `import { building } from '@atrium/simulator/building';`],
    [
      `${server}/app/app.ts`,
      `import { users } from '../features/users/routes.ts'; import { pump } from '../ingestion/pump.ts';`,
    ],
    [
      `${server}/features/users/store.ts`,
      `import { eq } from 'drizzle-orm'; import { user } from '../../registry/schema/people.ts';`,
    ],
    [
      `${server}/features/users/service.ts`,
      `import { queueMail } from '../../outbox/outbox.ts'; import { save } from './store.ts';`,
    ],
    [`${server}/features/users/service.ts`, `import type { user } from '../../registry/schema/people.ts';`],
    [`${server}/features/users/routes.ts`, `import type { FastifyInstance } from 'fastify';`],
    [`${server}/ingestion/push-routes.ts`, `import type { FastifyInstance } from 'fastify';`],
    [
      `${server}/analytics/plan.ts`,
      `import type { Rows } from './store.ts'; import { zones } from '@atrium/calendar/zones';`,
    ],
    [
      'packages/calendar/src/zones.ts',
      `export const at = (iso: string) => new Date(iso); export type T = typeof Date.now;`,
    ],
    [
      'packages/calendar/src/zones.test.ts',
      `import { readFile } from 'node:fs/promises'; export const now = Date.now();`,
    ],
    [`${web}/routes.tsx`, `const Page = () => import('./features/users/UsersPage.tsx');`],
    [
      `${web}/features/users/UsersPage.tsx`,
      `import { call } from '../../api/client.ts'; import { Card } from '../../ui/Card.tsx';`,
    ],
    [`${web}/features/dashboards/frame/Frame.tsx`, `import { Card } from '../../../ui/Card.tsx';`],
    [`${web}/api/socket.ts`, `import { io } from 'socket.io-client';`],
    [`${web}/format/numbers.ts`, `import { formatValue } from '@atrium/metrics/format';`],
    [`${server}/analytics/csv.ts`, `import { formatValue } from '@atrium/metrics/format';`],
    [`packages/engines/src/engines.ts`, `export { EnginesError } from './messages.ts'; export const one = 1;`],
  ])('allowed: %s: %s', (path, text) => {
    expect(broken(path, text)).toEqual([]);
  });
});

it('names file, line, rule and what is wrong', () => {
  const text = `import { one } from './one.ts';\nimport {\n  plan,\n} from '../../analytics/plan.ts';\n`;
  expect(findBreaches(new Map([[`${server}/features/users/service.ts`, text]]))).toEqual([
    {
      rule: 'features stand alone',
      path: `${server}/features/users/service.ts`,
      line: 2,
      message: 'a feature may not import analytics: app/ hands it what it needs',
    },
  ]);
});

it('follows a pure file through all of its imports', () => {
  const files = new Map([
    [`${server}/analytics/plan.ts`, `import { axes } from './axes.ts';\nimport { members } from './members.ts';`],
    [
      `${server}/analytics/axes.ts`,
      `import type { Rows } from './store.ts'; export const axes = 1 as unknown as Rows;`,
    ],
    [`${server}/analytics/members.ts`, `import { load } from './store.ts'; export const members = load;`],
    [
      `${server}/analytics/store.ts`,
      `import { sql } from 'drizzle-orm'; export const load = sql; export type Rows = 1;`,
    ],
  ]);
  expect(findBreaches(files)).toEqual([
    {
      rule: 'pure stays pure',
      path: `${server}/analytics/plan.ts`,
      line: 2,
      message: 'does no IO, but ./members.ts does: drizzle-orm',
    },
  ]);
});

it('sees dynamic imports and re-exports like static imports', () => {
  expect(broken(`${server}/features/a/jobs.ts`, `export const run = () => import('../b/jobs.ts');`)).toEqual([
    'features stand alone',
  ]);
  expect(broken(`${server}/features/a/jobs.ts`, `export { run } from '../b/jobs.ts'; export const one = 1;`)).toEqual([
    'features stand alone',
  ]);
});

it('finds cycles through any number of files, types and lazy imports included, and names each group once', () => {
  const files = new Map([
    ['packages/metrics/src/a.ts', `import { b } from './b.ts'; export const a = b;`],
    ['packages/metrics/src/b.ts', `import type { C } from './c.ts'; export const b = 1 as unknown as C;`],
    ['packages/metrics/src/c.ts', `export const c = () => import('./a.ts');`],
    ['packages/metrics/src/d.ts', `import { a } from './a.ts'; export const d = a;`],
  ]);
  expect(findBreaches(files)).toEqual([
    {
      rule: 'no cycles',
      path: 'packages/metrics/src/a.ts',
      line: 1,
      message:
        'these files import each other: packages/metrics/src/a.ts, packages/metrics/src/b.ts, packages/metrics/src/c.ts',
    },
  ]);
});

it('finds rooms that use each other through different files, and names the rarer direction', () => {
  const files = new Map([
    [
      `${server}/http/server.ts`,
      `import { worker } from '../jobs/worker.ts'; import { store } from '../jobs/store.ts';`,
    ],
    [`${server}/jobs/worker.ts`, `export const worker = 1;`],
    [`${server}/jobs/store.ts`, `export const store = 1;`],
    [`${server}/jobs/routes.ts`, `import type { Http } from '../http/http.ts'; export type Bound = Http;`],
    [`${server}/http/http.ts`, `export interface Http {}`],
  ]);
  expect(findBreaches(files)).toMatchObject([
    { rule: 'no circles of rooms', path: `${server}/jobs/routes.ts`, line: 1 },
  ]);
});

it('refuses a file it cannot parse instead of skipping it', () => {
  expect(() => broken('packages/rules/src/mac.ts', 'import {')).toThrow(
    /^packages\/rules\/src\/mac\.ts cannot be parsed/,
  );
});
