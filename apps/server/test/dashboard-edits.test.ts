import {
  type Dashboard,
  getDashboard,
  getDashboardRevision,
  listDashboardEdits,
  listDashboardRevisions,
  restoreDashboard,
  updateDashboard,
} from '@atrium/contract/dashboards';
import type { ErrorReply } from '@atrium/contract/envelope';
import type { Operation } from '@atrium/rules/dashboard-edits';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { editsAfter as storedEdits } from '../src/features/dashboards/history-store.ts';
import { Refusal } from '../src/refusal.ts';
import type { Scope } from '../src/scope.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { decisions, editTogether, type Transport } from './dashboard-clients.ts';
import { aDashboard, at, aWidget, dashboardTeam, widgetsOf } from './dashboard-world.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let team: Awaited<ReturnType<typeof dashboardTeam>>;
let owner: Client;
beforeAll(async () => {
  world = await openWorld();
  team = await dashboardTeam(world);
});
/** Some tests let months pass. */
beforeEach(async () => {
  owner = await world.signIn(team.ada);
});
afterAll(() => world.close());

const add = (values: Parameters<typeof aWidget>[0] = {}): Operation => ({ kind: 'add', widget: aWidget(values) });
const rename = (name: string): Operation => ({ kind: 'rename', name, description: null });
const send = (
  of: Dashboard,
  operations: readonly Operation[],
  { ifMatch = '*', batchId = randomUUID(), by = owner }: { ifMatch?: string; batchId?: string; by?: Client } = {},
) =>
  by.post<Dashboard & ErrorReply>(
    `/api/dashboard/${of.dashboardId}/edits`,
    { batchId, operations },
    { 'if-match': ifMatch },
  );
const editsAfter = (of: Dashboard, after: number) => owner.call(listDashboardEdits, { ...at(of), query: { after } });
const revisionsOf = (of: Dashboard) => owner.call(listDashboardRevisions, at(of));

const actionOf = ({ action, detail }: { action: string; detail: unknown }) => [action, detail] as const;

describe('edits', () => {
  it('[R960] are applied in their order, and listed for those who are behind', async () => {
    const made = await aDashboard(owner);
    const widget = aWidget();
    const place = { x: 6, y: 2, width: 6, height: 4 };
    const first: Operation[] = [
      { kind: 'add', widget },
      { kind: 'place', widgetId: widget.widgetId, place, pushed: [] },
    ];
    const second: Operation[] = [
      { kind: 'configure', widgetId: widget.widgetId, dataOptions: { metrics: ['ins'] }, clientOptions: {} },
      { kind: 'rename', name: ' Doors ', description: ' ' },
    ];
    expect((await send(made, first)).body).toMatchObject({ version: 2 });
    const { body } = await send(made, second, { ifMatch: '2' });
    expect(body).toMatchObject({ version: 3, name: 'Doors', description: null });
    expect(widgetsOf(body)).toEqual([{ ...widget, gridOptions: place, dataOptions: { metrics: ['ins'] } }]);
    const { isComplete, edits } = await editsAfter(made, 1);
    expect(isComplete).toBe(true);
    expect(edits).toMatchObject([
      { version: 2, userId: team.ada.userId, userName: 'Ada', operations: first },
      { version: 3, operations: [second[0], { kind: 'rename', name: 'Doors', description: null }] },
    ]);
    expect((await editsAfter(made, 2)).edits).toHaveLength(1);
    expect(await editsAfter(made, 3)).toEqual({ isComplete: true, edits: [] });
    expect(await editsAfter(made, 7)).toEqual({ isComplete: false, edits: [] });
  });

  it('[R960] count once, however often a batch is sent', async () => {
    const made = await aDashboard(owner);
    const batchId = randomUUID();
    const operations = [add()];
    const reply = await send(made, operations, { ifMatch: '1', batchId });
    expect(await send(made, operations, { ifMatch: '1', batchId })).toMatchObject({ status: 200, body: reply.body });
    await send(made, [rename('Later')]);
    const late = await send(made, operations, { ifMatch: '1', batchId });
    expect([late.status, late.body.version, late.body.name]).toEqual([200, 3, 'Later']);
    expect(widgetsOf(late.body)).toHaveLength(1);
  });

  it('[R953] are refused for a version that is no longer the newest, and change nothing then', async () => {
    const made = await aDashboard(owner);
    await send(made, [rename('New')], { ifMatch: '1' });
    expect((await send(made, [rename('Old')], { ifMatch: '1' })).status).toBe(412);
    expect(await owner.call(getDashboard, at(made))).toMatchObject({ name: 'New', version: 2 });
  });

  it('[R952] leave a dashboard that can be shown, or do nothing', async () => {
    const made = await aDashboard(owner, { config: [aWidget()] });
    const [widget] = widgetsOf(made);
    const { widgetId } = widget!;
    const wide = { x: 10, y: 0, width: 6, height: 3 };
    const deep = JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`) as Record<string, unknown>;
    const wrong: [Operation[], string][] = [
      [[rename('x'), { kind: 'place', widgetId, place: wide, pushed: [] }], 'config.0.gridOptions'],
      [[add({ gridOptions: { x: 0, y: 0.5, width: 1, height: 1 } })], 'config.1.gridOptions'],
      [[{ kind: 'configure', widgetId, dataOptions: { a: 'x'.repeat(600_000) }, clientOptions: {} }], 'config'],
      [[{ kind: 'configure', widgetId: randomUUID(), dataOptions: deep, clientOptions: {} }], 'operations'],
      [[rename('  ')], 'name'],
    ];
    for (const [operations, path] of wrong) {
      const { status, body } = await send(made, operations);
      expect([status, body.details?.[0]?.path]).toEqual([400, path]);
    }
    expect((await send(made, [])).status).toBe(400);
    expect(await owner.call(getDashboard, at(made))).toEqual(made);
  });

  it('[R960] at the same time happen one after another', async () => {
    const made = await aDashboard(owner);
    const replies = await Promise.all(Array.from({ length: 12 }, () => send(made, [add()])));
    expect(replies.map(({ body }) => body.version).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 2),
    );
    expect(widgetsOf(await owner.call(getDashboard, at(made)))).toHaveLength(12);
    const racing = await Promise.all(Array.from({ length: 8 }, () => send(made, [add()], { ifMatch: '13' })));
    expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(7).fill(412)]);
  });

  it('[R960] include what a program writes whole', async () => {
    const made = await aDashboard(owner, { config: [aWidget()] });
    const widgets = [aWidget(), aWidget({ gridOptions: { x: 6, y: 0, width: 6, height: 3 } })];
    await owner.call(updateDashboard, { ...at(made), body: { config: JSON.stringify(widgets), name: 'Whole' } });
    expect((await editsAfter(made, 1)).edits).toMatchObject([
      { version: 2, operations: [{ kind: 'replace', widgets }, rename('Whole')] },
    ]);
  });

  it('[R960] are kept for a day, and the newest of them up to a size', async () => {
    const made = await aDashboard(owner);
    await send(made, [rename('Yesterday')]);
    world.pass({ hours: 23 });
    owner = await world.signIn(team.ada);
    await send(made, [rename('Today')]);
    await world.dashboards.purge();
    expect((await editsAfter(made, 1)).isComplete).toBe(true);
    world.pass({ hours: 2 });
    await world.dashboards.purge();
    const { isComplete, edits } = await editsAfter(made, 1);
    expect([isComplete, edits.map(({ version }) => version)]).toEqual([false, [3]]);

    const { dashboardId } = await aDashboard(owner);
    await world.registry.system(({ client }) =>
      client.query(
        `INSERT INTO dashboard_edit (org_id, dashboard_id, user_id, version, batch_id, at, operations, bytes)
         SELECT $1, $2, $3, -n, gen_random_uuid(), now(), '[]', 3000000 FROM generate_series(0, 5) n`,
        [team.orgId, dashboardId, team.ada.userId],
      ),
    );
    await send({ ...made, dashboardId }, [rename('Last')]);
    const { rows } = await world.registry.owner.query<{ version: number }>(
      'SELECT version FROM dashboard_edit WHERE dashboard_id = $1 ORDER BY version',
      [dashboardId],
    );
    expect(rows.map(({ version }) => version)).toEqual([-2, -1, 0, 2]);
  });
});

/** Some sequences at a time; each has a dashboard of its own. Returns how often a client was behind. */
async function conflictsIn(seeds: { from: number; count: number }, run: (seed: number) => Promise<number>) {
  const left = Array.from({ length: seeds.count }, (_, index) => seeds.from + index);
  const runner = async (sum = 0): Promise<number> => {
    const seed = left.pop();
    return seed === undefined ? sum : runner(sum + (await run(seed)));
  };
  const sums = await Promise.all([runner(), runner(), runner(), runner()]);
  return sums.reduce((sum, each) => sum + each, 0);
}

describe('two clients that edit at random', () => {
  it('[R960] lose nothing and agree, in 100 sequences over HTTP', { timeout: 300_000 }, async () => {
    const other = await world.signIn(team.ada);
    const conflicts = await conflictsIn({ from: 1, count: 100 }, async (seed) => {
      const made = await aDashboard(owner, { name: `Sequence ${seed}` });
      let turn = 0;
      const transport: Transport = {
        async edit(batchId, operations, version) {
          turn += 1;
          const by = turn % 2 === 0 ? owner : other;
          const { status, body } = await send(made, operations, { batchId, ifMatch: String(version), by });
          if (status !== 200 && status !== 412) throw new Error(`${status}: ${JSON.stringify(body)}`);
          return status === 200 ? body : undefined;
        },
        edits: (after) => editsAfter(made, after),
      };
      const done = await editTogether(made, transport, 5, decisions(seed));
      expect([seed, done.problems]).toEqual([seed, []]);
      expect(await owner.call(getDashboard, at(made))).toEqual(done.last);
      return done.conflicts;
    });
    expect(conflicts).toBeGreaterThan(50);
  });

  it('[R960] lose nothing and agree, in 500 sequences without HTTP', { timeout: 300_000 }, async () => {
    const { dashboards } = world.dashboards;
    const { orgId, ada } = team;
    const scope: Scope = {
      orgId,
      userId: ada.userId,
      role: 'OrganizationUser',
      locationIds: 'all',
      capabilities: new Set(),
      actingStaffId: null,
    };
    const conflicts = await conflictsIn({ from: 1_001, count: 500 }, async (seed) => {
      const made = await dashboards.create(scope, { name: `Sequence ${seed}` });
      const transport: Transport = {
        edit: (batchId, operations, version) =>
          dashboards
            .edit(scope, made.dashboardId, { batchId, operations: structuredClone(operations) as never }, version)
            .catch((error: unknown) => {
              if (error instanceof Refusal && error.code === 'stale') return undefined;
              throw error;
            }),
        edits: (after) =>
          world.registry.tenant(scope, async (tx) => {
            const edits = await storedEdits(tx, made.dashboardId, after);
            return { isComplete: edits[0]?.version === after + 1, edits };
          }),
      };
      const done = await editTogether(made, transport, 4, decisions(seed));
      expect([seed, done.problems]).toEqual([seed, []]);
      return done.conflicts;
    });
    expect(conflicts).toBeGreaterThan(200);
  });
});

describe('[R961] revisions', () => {
  it('are one for each author and five minutes', async () => {
    const made = await aDashboard(owner, { name: 'One' });
    await send(made, [add()]);
    world.pass({ minutes: 4 });
    await send(made, [rename('Two')]);
    expect((await revisionsOf(made)).map(({ version, name }) => [version, name])).toEqual([[3, 'Two']]);
    world.pass({ minutes: 1 });
    await send(made, [rename('Three')]);
    world.pass({ minutes: 1 });
    await send(made, [rename('Four')]);
    const list = await revisionsOf(made);
    expect(list.map(({ version, name, userName }) => [version, name, userName])).toEqual([
      [5, 'Four', 'Ada'],
      [3, 'Two', 'Ada'],
    ]);
    expect(list[1]?.layout).toEqual([{ widgetType: 'value', x: 0, y: 0, width: 6, height: 3 }]);
    const old = await owner.call(getDashboardRevision, { params: { ...made, version: 3 } });
    expect(old).toMatchObject({ name: 'Two', description: null, version: 3 });
    expect(JSON.parse(old.config)).toHaveLength(1);
    expect((await owner.get(`/api/dashboard/${made.dashboardId}/revisions/4`)).status).toBe(404);
  });

  it('are restored as an edit, which can be taken back', async () => {
    const widget = aWidget();
    const made = await aDashboard(owner, { name: 'Good', description: 'Before', config: [widget] });
    world.pass({ minutes: 6 });
    await send(made, [{ kind: 'replace', widgets: [] }, rename('Bad')]);
    const restored = await owner.call(restoreDashboard, { params: { ...made, version: 1 } });
    expect(restored).toMatchObject({ name: 'Good', description: 'Before', version: 3 });
    expect(widgetsOf(restored)).toEqual([widget]);
    expect((await editsAfter(made, 2)).edits).toMatchObject([
      {
        operations: [
          { kind: 'replace', widgets: [widget] },
          { kind: 'rename', name: 'Good', description: 'Before' },
        ],
      },
    ]);
    expect((await revisionsOf(made)).map(({ version }) => version)).toEqual([3, 2, 1]);
    const back = await owner.call(restoreDashboard, { params: { ...made, version: 2 } });
    expect([back.name, back.config]).toEqual(['Bad', '[]']);
    const path = `/api/dashboard/${made.dashboardId}/revisions`;
    expect((await owner.post(`${path}/1/restore`, undefined, { 'if-match': '3' })).status).toBe(412);
    expect((await owner.post(`${path}/99/restore`)).status).toBe(404);
    const entries = (await auditOf(world, team.orgId)).filter(({ action }) => action === 'dashboard-restored');
    expect(entries.at(-1)?.detail).toEqual({ name: 'Bad', restored: 2 });
  });

  it('[R959] [R1120] are begun by a restore on screen, so that the state a minute before it remains', async () => {
    const [good, bad] = [aWidget(), aWidget()];
    const made = await aDashboard(owner, { name: 'Good', config: [good] });
    world.pass({ minutes: 6 });
    await send(made, [{ kind: 'replace', widgets: [bad] }, rename('Bad')]);
    world.pass({ minutes: 1 });
    const restore: Operation = { kind: 'replace', widgets: [good], restored: 1 };
    expect((await send(made, [restore, rename('Good')])).body).toMatchObject({ name: 'Good', version: 3 });
    const actions = async () =>
      (await auditOf(world, team.orgId)).filter(({ entityId }) => entityId === made.dashboardId).map(actionOf);
    expect((await revisionsOf(made)).map(({ version, name }) => [version, name])).toEqual([
      [3, 'Good'],
      [2, 'Bad'],
      [1, 'Good'],
    ]);
    const before = await owner.call(getDashboardRevision, { params: { ...made, version: 2 } });
    expect(JSON.parse(before.config)).toEqual([bad]);
    expect((await actions()).at(-1)).toEqual(['dashboard-restored', { name: 'Good', restored: 1 }]);
    // Taken back in the same batch, it is an ordinary edit.
    await send(made, [restore, { kind: 'replace', widgets: [] }]);
    expect((await revisionsOf(made)).map(({ version }) => version)).toEqual([4, 2, 1]);
    // A version that the history does not have begins a revision as well, and is no restore in the log.
    await send(made, [{ ...restore, restored: 99 }]);
    expect((await revisionsOf(made)).map(({ version }) => version)).toEqual([5, 4, 2, 1]);
    expect((await actions()).at(-1)).toMatchObject(['dashboard-changed', { name: 'Good' }]);
    expect((await actions()).filter(([action]) => action === 'dashboard-restored')).toHaveLength(1);
  });

  it('become one a day after a day, and none after 90 days but the present state', async () => {
    world.setNow(new Date('2026-06-01T08:00:00Z'));
    owner = await world.signIn(team.ada);
    const made = await aDashboard(owner, { name: 'Day 1, 08' });
    const names = async () => (await revisionsOf(made)).map(({ name }) => name);
    for (const [hours, name] of [
      [2, 'Day 1, 10'],
      [10, 'Day 1, 20'],
      [13, 'Day 2, 09'],
      [2, 'Day 2, 11'],
    ] as const) {
      world.pass({ hours });
      owner = await world.signIn(team.ada);
      await send(made, [rename(name)]);
    }
    await world.dashboards.purge();
    expect(await names()).toEqual(['Day 2, 11', 'Day 2, 09', 'Day 1, 20']);
    world.pass({ days: 2 });
    owner = await world.signIn(team.ada);
    await world.dashboards.purge();
    expect(await names()).toEqual(['Day 2, 11', 'Day 1, 20']);
    world.pass({ days: 88 });
    owner = await world.signIn(team.ada);
    await world.dashboards.purge();
    expect(await names()).toEqual(['Day 2, 11']);
    world.pass({ days: 100 });
    owner = await world.signIn(team.ada);
    await world.dashboards.purge();
    expect(await names()).toEqual(['Day 2, 11']);
  });
});
