import { listAudit } from '@atrium/contract/audit';
import {
  createMapping,
  getMapping,
  guessMapping,
  listMappings,
  listMappingSamples,
  listMappingTemplates,
  previewMapping,
  restoreMapping,
  retireMapping,
  updateMapping,
} from '@atrium/contract/mappings';
import { applyReplay, createReplay, getReplay } from '@atrium/contract/inbox';
import { getJob } from '@atrium/contract/jobs';
import { createPushKey } from '@atrium/contract/push-keys';
import { mappingTexts } from '@atrium/rules/mapping';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Client } from './client.ts';
import { pushingIn } from './pushing.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let locationId: string;
let siteId: string;
let admin: Client;
let key: string;
beforeAll(async () => {
  world = await openWorld({ publicUrl: 'https://counts.example.com' });
});
afterAll(() => world.close());
beforeEach(async () => {
  orgId = (await world.organization()).orgId;
  ({ locationId } = await world.location({ orgId, timezone: 'America/New_York' }));
  ({ siteId } = await world.site({ locationId }));
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  key = await world.pushKey({ orgId });
});
const { counted } = pushingIn(() => world);

const guess = (source: { text: string } | { sampleId: string }) => admin.call(guessMapping, { body: source });
type Spec = Awaited<ReturnType<typeof guess>>['spec'];

async function push(vendor: string, body: string | object, type = 'application/json') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const { status } = await world.anonymous().post(`/api/push/${vendor}/${key}`, text, { 'content-type': type });
  await world.ingestion.idle();
  return status;
}

const body = (ins: number, minute = 0) => ({
  serial: 'K-100',
  data: [{ gate: 'North', from: stamp(minute), to: stamp(minute + 5), entered: ins, left: 0, exited: 1 }],
});
const stamp = (minute: number) => new Date(Date.UTC(2026, 2, 4, 10, minute)).toISOString();

const csv = (rows: string) => `mac;timestamp;period;IN;OUT\n${rows}`;
const xml = (minute: number, ins: number) =>
  `<Status Serial="A-77"><Time>${stamp(minute)}</Time><Door Name="Main"><InTotal>${ins}</InTotal><OutTotal>5</OutTotal></Door></Status>`;

describe('teaching a sensor', () => {
  it('[R635] [R636] [R637] [I168] paste, guess, preview, save, push: the number is there', async () => {
    await world.sensor({ siteId, identifier: 'custom:K-100' });
    const text = JSON.stringify(body(7));
    const { spec, assumed } = await guess({ text });
    expect(assumed).toEqual([]);
    const { preview, outline, problems } = await admin.call(previewMapping, { body: { text, spec } });
    expect(problems).toEqual([]);
    expect(preview).toEqual({
      device: 'custom:K-100',
      flaws: [],
      total: 1,
      rows: [
        {
          device: 'custom:K-100',
          line: 'North',
          kind: 'count',
          from: stamp(0),
          to: stamp(5),
          ins: 7,
          outs: 1,
          level: null,
        },
      ],
    });
    expect(outline.find(({ name }) => name === 'data')).toMatchObject({ kind: 'list', count: 1 });
    const made = await admin.call(createMapping, { body: { name: ' Old gates ', spec, text } });
    expect(made).toMatchObject({ name: 'Old gates', state: 'active', version: 1, reread: 0 });
    expect(made.url).toBe(`https://counts.example.com/api/push/${made.vendor}/{push key}`);
    expect(await push(made.vendor, body(7))).toBe(200);
    expect(await counted(admin, 'location', locationId)).toBe(7);
    const { addresses } = await admin.call(createPushKey, { body: { name: 'Gates' } });
    expect(addresses.at(-1)).toMatchObject({ vendor: made.vendor, title: 'Old gates' });
    expect((await admin.call(listAudit)).map(({ action }) => action)).toContain('mapping-created');
  });

  it('[R638] [R639] a draft receives data first; taught from quarantine, what waited is counted', async () => {
    await world.sensor({ siteId, macAddress: '24E124FF3920', commissionedDate: new Date('2026-01-01') });
    const draft = await admin.call(createMapping, { body: { name: 'Unknown box' } });
    expect([draft.state, draft.version]).toEqual(['draft', 0]);
    const first = csv('24E124FF3920;2026-03-04 05:15:00;900;3;1\n24E124FF3920;2026-03-04 05:30:00;900;4;2\n');
    expect(await push(draft.vendor, first, 'text/csv')).toBe(202);
    expect(await push(draft.vendor, csv('24E124FF3920;2026-03-04 05:45:00;900;5;0\n'), 'text/csv')).toBe(202);
    const samples = await admin.call(listMappingSamples);
    expect(samples.map(({ vendor, reason }) => [vendor, reason])).toEqual(
      Array.from({ length: 2 }, () => [draft.vendor, 'unknown_shape']),
    );
    const { sampleId } = samples[0]!;
    const { spec } = await guess({ sampleId });
    const { last, preview } = await admin.call(previewMapping, { body: { sampleId, spec } });
    expect([preview.total, last.map((each) => each.preview.total)]).toEqual([1, [2]]);
    const saved = await admin.call(updateMapping, { params: draft, body: { spec, sampleId } });
    expect([saved.state, saved.version, saved.reread]).toEqual(['active', 1, 2]);
    // The times are local ones of the location: 5 a.m. in New York is 10 a.m. in Greenwich.
    expect(await counted(admin, 'location', locationId)).toBe(12);
    expect(await admin.call(listMappingSamples)).toEqual([]);
  });

  it('[R639] what a vendor could not read is taught, and counted', async () => {
    await world.sensor({ siteId, identifier: 'custom:K-100', commissionedDate: new Date('2026-01-01') });
    expect(await push('json', body(9))).toBe(202);
    const [sample] = await admin.call(listMappingSamples);
    expect(sample).toMatchObject({ vendor: 'json', reason: 'unknown_shape', device: 'unidentified' });
    const { spec } = await guess({ sampleId: sample!.sampleId });
    const made = await admin.call(createMapping, { body: { name: 'Gates', spec, sampleId: sample!.sampleId } });
    expect(made.reread).toBe(1);
    expect(await counted(admin, 'location', locationId)).toBe(9);
  });

  it('[I217] what arrives while a sensor is being taught stays in quarantine; only what was read leaves it', async () => {
    await world.sensor({ siteId, identifier: 'custom:K-100', commissionedDate: new Date('2026-01-01') });
    await push('json', body(9));
    const [sample] = await admin.call(listMappingSamples);
    const { spec } = await guess({ sampleId: sample!.sampleId });
    const wanted = { name: 'Gates', spec, sampleId: sample!.sampleId };
    const late = Buffer.from(JSON.stringify(body(5, 10)));
    const made = await world.registry.system(async ({ client }) => {
      // The pump is about to put another body into the same group.
      await client.query('SELECT FROM quarantine WHERE org_id = $1 FOR UPDATE', [orgId]);
      const teaching = admin.call(createMapping, { body: wanted });
      const keptAgain = `SELECT FROM inbox_body WHERE org_id = $1 AND vendor LIKE 'custom-%'`;
      await expect.poll(async () => (await client.query(keptAgain, [orgId])).rowCount, within(10)).toBe(1);
      await client.query(
        `INSERT INTO quarantine_body (quarantine_id, org_id, seq, lane, received_at, kind, content_type, body)
         SELECT quarantine_id, org_id, nextval('inbox_seq'), lane, received_at, kind, content_type, $2
         FROM quarantine_body WHERE org_id = $1`,
        [orgId, late],
      );
      return { teaching };
    });
    expect((await made.teaching).reread).toBe(1);
    await world.ingestion.idle();
    expect(await counted(admin, 'location', locationId)).toBe(9);
    const waiting = await admin.call(listMappingSamples);
    expect(waiting.map(({ vendor, excerpt }) => [vendor, excerpt])).toEqual([['json', late.toString()]]);
    const { sampleId } = waiting[0]!;
    const { mappingId } = await made.teaching;
    await admin.call(updateMapping, { params: { mappingId }, body: { spec, sampleId } });
    await world.ingestion.idle();
    expect(await counted(admin, 'location', locationId)).toBe(14);
  });

  it('[R636] [I168] XML with counters that only grow counts what they grew by', async () => {
    await world.sensor({ siteId, identifier: 'custom:A-77' });
    const { spec, assumed } = await guess({ text: xml(0, 100) });
    expect([spec.format, spec.counting, assumed]).toEqual(['xml', 'cumulative', ['cumulative']]);
    const { vendor } = await admin.call(createMapping, { body: { name: 'XML', spec, text: xml(0, 100) } });
    for (const [minute, ins] of [
      [0, 100],
      [20, 160],
      [10, 130],
    ] as const)
      expect(await push(vendor, xml(minute, ins), 'text/xml')).toBe(200);
    expect(await counted(admin, 'location', locationId)).toBe(60);
  });

  it('[R640] [R641] [I169] every save is a version, pushes are read by the one in force, and one can be restored', async () => {
    await world.sensor({ siteId, identifier: 'custom:K-100' });
    const raw = vi.spyOn(world.facts, 'appendRaw');
    const text = JSON.stringify(body(7));
    const { spec } = await guess({ text });
    const made = await admin.call(createMapping, { body: { name: 'Gates', spec, text } });
    await push(made.vendor, body(7, 0));
    const [line] = spec.lines;
    const swapped: Spec = { ...spec, lines: [{ ...line!, ins: line!.outs, outs: line!.ins }] };
    await admin.call(updateMapping, { params: made, body: { spec: swapped, text } });
    await push(made.vendor, body(7, 10));
    expect(await counted(admin, 'location', locationId)).toBe(7 + 1);
    const restored = await admin.call(restoreMapping, { params: made, body: { version: 1 } });
    await push(made.vendor, body(7, 20));
    expect(await counted(admin, 'location', locationId)).toBe(7 + 1 + 7);
    expect(restored.versions.map(({ version, spec: each }) => [version, each.lines[0]?.ins?.at(-1)])).toEqual([
      [3, 'entered'],
      [2, 'exited'],
      [1, 'entered'],
    ]);
    const decoders = raw.mock.calls.flatMap(([rows]) => rows.map(({ decoder }) => decoder));
    expect(decoders).toEqual([1, 2, 3].map((version) => `${made.vendor}/${version}`));
    await admin.call(retireMapping, { params: made });
    expect(await push(made.vendor, body(7, 30))).toBe(404);
    expect((await admin.call(listMappings)).map(({ state }) => state)).toEqual(['retired']);
    await admin.call(restoreMapping, { params: made, body: { version: 3 } });
    await admin.call(updateMapping, { params: made, body: { name: 'North gates' } });
    expect(await admin.call(getMapping, { params: made })).toMatchObject({
      state: 'active',
      version: 4,
      name: 'North gates',
    });
    expect(await push(made.vendor, body(7, 30))).toBe(200);
  });

  it('[R644] [I170] what an older version counted is counted again by the new one, after a preview', async () => {
    await world.sensor({ siteId, identifier: 'custom:K-100' });
    const text = JSON.stringify(body(7));
    const { spec } = await guess({ text });
    const [line] = spec.lines;
    // Mistaken twice: in and out, and each interval for the one before. So each reading is where the one of another body must be.
    const mistaken: Spec = {
      ...spec,
      lines: [{ ...line!, ins: line!.outs, outs: line!.ins }],
      interval: { kind: 'fixed', seconds: 300, stamp: 'end' },
    };
    const made = await admin.call(createMapping, { body: { name: 'Gates', spec: mistaken, text } });
    for (const [minute, ins] of [
      [0, 10],
      [5, 20],
      [10, 30],
    ] as const)
      expect(await push(made.vendor, body(ins, minute))).toBe(200);
    expect(await counted(admin, 'location', locationId)).toBe(3);
    await admin.call(updateMapping, { params: made, body: { spec, text } });
    expect(await push(made.vendor, body(40, 15))).toBe(200);
    const range = { from: '2026-03-04T00:00:00Z', to: '2026-03-05T00:00:00Z' };
    const wanted = { vendor: made.vendor, ...range };
    const finished = async (jobId: string) =>
      expect.poll(async () => (await admin.call(getJob, { params: { jobId } })).state, within(20)).toBe('done');
    const begun = await admin.call(createReplay, { body: wanted });
    await finished(begun.previewJobId);
    const { preview } = await admin.call(getReplay, { params: begun });
    const total = 10 + 20 + 30 + 40;
    expect(preview).toMatchObject({ bodies: 4, counted: 4, changed: 1 });
    expect(preview?.changes[0]).toMatchObject({ before: { ins: 43, outs: 61 }, after: { ins: total, outs: 4 } });
    await finished((await admin.call(applyReplay, { params: begun })).applyJobId!);
    await world.ingestion.idle();
    await expect.poll(() => counted(admin, 'location', locationId), within(10)).toBe(total);
    // Once more, and with another version: still the same bodies, and nothing is left of what was before.
    await admin.call(restoreMapping, { params: made, body: { version: 1 } });
    const back = await admin.call(createReplay, { body: wanted });
    await finished(back.previewJobId);
    await finished((await admin.call(applyReplay, { params: back })).applyJobId!);
    await world.ingestion.idle();
    await expect.poll(() => counted(admin, 'location', locationId), within(10)).toBe(4);
    const growing: Spec = { ...spec, counting: 'cumulative' };
    await admin.call(updateMapping, { params: made, body: { spec: growing, text } });
    expect((await admin.post('/api/inbox/replay', wanted)).status).toBe(409);
    expect((await admin.post('/api/inbox/replay', { ...wanted, vendor: 'custom-0000000000' })).status).toBe(404);
    const neighbor = await world.organization();
    const other = await world.signIn(await world.user({ orgId: neighbor.orgId, role: 'OrganizationAdministrator' }));
    expect((await other.post('/api/inbox/replay', wanted)).status).toBe(404);
  });

  it('[R643] a mapping of a neighbor is unknown: to read, to change, to push to and to teach from', async () => {
    const text = JSON.stringify(body(1));
    const { spec } = await guess({ text });
    const made = await admin.call(createMapping, { body: { name: 'Ours', spec, text } });
    expect(await push('json', body(2))).toBe(202);
    const [sample] = await admin.call(listMappingSamples);
    const neighbor = (await world.organization()).orgId;
    const other = await world.signIn(await world.user({ orgId: neighbor, role: 'OrganizationAdministrator' }));
    key = await world.pushKey({ orgId: neighbor });
    expect(await push(made.vendor, body(3))).toBe(404);
    expect([await other.call(listMappings), await other.call(listMappingSamples)]).toEqual([[], []]);
    for (const [method, path, sent] of [
      ['GET', `/api/mapping/${made.mappingId}`, undefined],
      ['PUT', `/api/mapping/${made.mappingId}`, { name: 'Theirs' }],
      ['POST', `/api/mapping/${made.mappingId}/restore`, { version: 1 }],
      ['DELETE', `/api/mapping/${made.mappingId}`, undefined],
      ['POST', '/api/mapping/guess', { sampleId: sample!.sampleId }],
      ['POST', '/api/mapping/preview', { spec, sampleId: sample!.sampleId }],
      ['POST', '/api/mapping/preview', { spec, text, mappingId: made.mappingId }],
      ['POST', '/api/mapping', { name: 'Theirs', spec, sampleId: sample!.sampleId }],
    ] as const)
      expect([path, (await other.send(method, path, sent)).status]).toEqual([path, 404]);
  });

  it('[R642] mappings that mean harm are refused, and say why', async () => {
    const text = JSON.stringify(body(1));
    const { spec } = await guess({ text });
    const [line] = spec.lines;
    for (const [change, field, message] of [
      [{ records: Array.from({ length: 13 }, () => 'a') }, 'records', mappingTexts.depth],
      [{ device: ['__proto__', 'x'] }, 'device', mappingTexts.forbiddenKey],
      [{ device: ['constructor'] }, 'device', mappingTexts.forbiddenKey],
      [{ device: ['x'.repeat(101)] }, 'device', mappingTexts.key],
      [{ lines: [] }, 'lines', mappingTexts.noLines],
      [
        { lines: Array.from({ length: 17 }, (_, i) => ({ ...line!, nameField: null, name: `L${i}` })) },
        'lines',
        mappingTexts.manyLines,
      ],
      [{ lines: [{ ...line!, nameField: null, name: ' ' }] }, 'lines', mappingTexts.lineName],
      [{ time: { ...spec.time, zone: 'Mars/Base' } }, 'zone', mappingTexts.zone],
      [{ time: { ...spec.time, fields: [] } }, 'time', mappingTexts.received],
      [{ interval: { kind: 'fixed', seconds: 1e9, stamp: 'end' } }, 'interval', mappingTexts.seconds],
      [{ modulus: -1 }, 'modulus', mappingTexts.modulus],
    ] as const) {
      const wanted = { name: 'Bad', text, spec: { ...spec, ...change } };
      const answer = await admin.post<{ details: unknown[] }>('/api/mapping', wanted);
      expect([answer.status, answer.body.details]).toEqual([400, [{ path: field, message }]]);
      const { name: _, ...asked } = wanted;
      const { body: read } = await admin.post<{ problems: unknown[] }>('/api/mapping/preview', asked);
      expect(read.problems).toEqual([{ path: field, message }]);
    }
    expect((await admin.post('/api/mapping', { name: 'x', text: 'x'.repeat(300_000) })).status).toBe(400);
    expect((await admin.post('/api/mapping', { name: '', spec, text })).status).toBe(400);
    expect(await admin.call(listMappings)).toEqual([]);
  });

  it('[R646] comes with templates for sensors that their vendors do not document', async () => {
    const templates = await admin.call(listMappingTemplates);
    expect(templates.map(({ name }) => name)).toEqual([
      'Hella Aglaia, XML',
      'Hella Aglaia, JSON',
      'Teracom TCW, pulse counters',
      'Delopt',
    ]);
    const { spec, fixture } = templates[2]!;
    const { preview } = await admin.call(previewMapping, { body: { spec, text: fixture } });
    expect(preview.rows).toMatchObject([{ kind: 'counter', ins: 1520, outs: 1498 }]);
  });
});
