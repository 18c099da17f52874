import { randomUUID } from 'node:crypto';
import { deleteDashboard, deleteWidgetImage, publishDashboard } from '@atrium/contract/dashboards';
import type { Attachment } from '@atrium/contract/attachment';
import { attachmentTexts } from '@atrium/rules/attachment';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAttachments } from '../src/features/attachments/attachments.ts';
import { filesIn } from '../src/files/files.ts';
import { pixel } from './access-dashboards.ts';
import type { Client } from './client.ts';
import { aDashboard, at, aWidget, dashboardTeam, widgetsOf } from './dashboard-world.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let team: Awaited<ReturnType<typeof dashboardTeam>>;
beforeAll(async () => {
  world = await openWorld();
  team = await dashboardTeam(world);
});
afterAll(() => world.close());

function form(name: string, content: string | Uint8Array<ArrayBuffer> = pixel): FormData {
  const made = new FormData();
  made.append('file', new Blob([content]), name);
  return made;
}
const upload = (client: Client, dashboardId: string, files: FormData) =>
  client.send<Attachment[] & { message: string }>('POST', `/api/dashboard/${dashboardId}/attachment`, files);

describe('the images of a dashboard', () => {
  it('[R313] [R962] are added by its owner, shown in place to everyone who sees it, and removed', async () => {
    const made = await aDashboard(team.owner);
    const { status, body } = await upload(team.owner, made.dashboardId, form('logo.png'));
    expect([status, body]).toMatchObject([
      200,
      [{ originalName: 'logo.png', contentType: 'image/png', isImage: true }],
    ]);
    const { url } = body[0]!;
    expect(url).toBe(`/api/dashboard/${made.dashboardId}/attachment/${body[0]!.id}?orgId=${team.orgId}`);
    expect((await team.reader.get(url)).status).toBe(404);
    await team.owner.call(publishDashboard, { ...at(made), body: { publishedToUsers: [team.ben.userId] } });
    const shown = await team.reader.get(url);
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="logo.png"; filename*=UTF-8''logo.png`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    });
    expect((await team.admin.get(url)).status).toBe(404);
    const path = url.replace(/\?.*/, '');
    expect((await upload(team.reader, made.dashboardId, form('mine.png'))).status).toBe(403);
    expect((await team.reader.send('DELETE', path)).status).toBe(403);
    expect((await team.owner.send('DELETE', path)).status).toBe(200);
    expect((await team.owner.get(url)).status).toBe(404);
  });

  it('[R962] are jpg, png, bmp and gif, by their content as well', async () => {
    const { dashboardId } = await aDashboard(team.owner);
    for (const name of ['notes.txt', 'plan.pdf', 'logo.svg', 'photo.webp']) {
      const { status, body } = await upload(team.owner, dashboardId, form(name));
      expect([name, status, body.message]).toEqual([name, 400, `${name}: ${attachmentTexts.image}`]);
    }
    expect((await upload(team.owner, dashboardId, form('page.png', '<script>'))).status).toBe(400);
  });

  it('[R962] are gone with their dashboard, on disk a month later', async () => {
    const made = await aDashboard(team.owner);
    const { body } = await upload(team.owner, made.dashboardId, form('logo.png'));
    await team.owner.call(deleteDashboard, at(made));
    expect((await team.owner.get(body[0]!.url)).status).toBe(404);
    world.pass({ days: 31 });
    await world.dashboards.purge();
    const { rows } = await world.registry.owner.query('SELECT deleted_at FROM attachment WHERE attachment_id = $1', [
      body[0]!.id,
    ]);
    expect(rows).toEqual([{ deleted_at: world.now() }]);
  });
});

const imageCard = (image: string) =>
  aWidget({ widgetType: 'image', clientOptions: { widgetOptions: { imageType: 'attachment', image } } });
const shownBy = (made: { config: string }) =>
  (widgetsOf(made)[0]!.clientOptions['widgetOptions'] as { image: string }).image;

describe('a dashboard made of the cards of another', () => {
  it('[R1051] [I295] has images of its own, which outlive the original', async () => {
    const maker = await world.signIn(team.ada);
    const original = await aDashboard(maker);
    const { body } = await upload(maker, original.dashboardId, form('copied.png'));
    const { url, id } = body[0]!;
    const web = aWidget({ clientOptions: { widgetOptions: { imageType: 'url', image: 'https://example.com/a.png' } } });
    const copy = await aDashboard(maker, { name: 'Copy', config: [imageCard(url), imageCard(url), web] });
    const own = shownBy(copy);
    expect(own).toContain(`/api/dashboard/${copy.dashboardId}/attachment/`);
    expect(own).not.toContain(id);
    expect(copy.messages).toBeUndefined();
    expect(widgetsOf(copy)[1]!.clientOptions).toEqual(widgetsOf(copy)[0]!.clientOptions);
    expect(widgetsOf(copy)[2]!.clientOptions).toEqual(web.clientOptions);
    const files = filesIn(world.filesFolder);
    const attachments = createAttachments({ registry: world.registry, files, clock: () => world.now() });
    const { rows } = await world.registry.owner.query('SELECT count(*)::int FROM attachment WHERE entity_id = $1', [
      copy.dashboardId,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
    await maker.call(deleteWidgetImage, { params: { dashboardId: original.dashboardId, attachmentId: id } });
    world.pass({ days: 31 });
    await attachments.purge();
    const owner = await world.signIn(team.ada);
    expect((await owner.get(own)).status).toBe(200);
    await owner.call(deleteDashboard, at(copy));
    world.pass({ days: 31 });
    await world.dashboards.purge();
    world.pass({ days: 31 });
    await attachments.purge();
    const { rows: left } = await world.registry.owner.query('SELECT 1 FROM stored_file WHERE original_name = $1', [
      'copied.png',
    ]);
    expect(left).toHaveLength(0);
  });

  it('[R1051] copies an image once however its address is written, and 200 at most', async () => {
    const maker = await world.signIn(team.ada);
    const original = await aDashboard(maker);
    const { body } = await upload(maker, original.dashboardId, form('once.png'));
    const { url, id } = body[0]!;
    const shouted = url.replace(original.dashboardId, original.dashboardId.toUpperCase());
    const spellings = [url, shouted, `${url}?width=2`, url.replace(id, id.toUpperCase())];
    const copy = await aDashboard(maker, { config: spellings.map(imageCard) });
    expect(new Set(widgetsOf(copy).map((card) => JSON.stringify(card.clientOptions))).size).toBe(1);
    const { rows } = await world.registry.owner.query('SELECT count(*)::int FROM attachment WHERE entity_id = $1', [
      copy.dashboardId,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
    const many = Array.from({ length: 201 }, () => url.replace(id, randomUUID()));
    const widgetOptions = { images: many };
    const refused = await maker.post('/api/dashboard', {
      name: 'Many',
      config: [aWidget({ widgetType: 'text', clientOptions: { widgetOptions } })],
    });
    expect(refused).toMatchObject({ status: 400, body: { message: 'A new dashboard takes over at most 200 images.' } });
  });

  it('[R1051] [S200] leaves out images that its maker cannot see, and says so', async () => {
    const owner = await world.signIn(team.ada);
    const reader = await world.signIn(team.ben);
    const original = await aDashboard(owner);
    const { body } = await upload(owner, original.dashboardId, form('secret.png'));
    const { url } = body[0]!;
    const stolen = await aDashboard(reader, { config: [imageCard(url)] });
    expect(shownBy(stolen)).toBe('');
    expect(stolen.messages).toEqual([
      '1 image was left out: you cannot see the original. Upload it again in the settings of its card.',
    ]);
    const elsewhere = await world.signIn(await world.user({ orgId: (await world.organization()).orgId }));
    const unknown = url.replace(original.dashboardId, 'nothing');
    const foreign = await aDashboard(elsewhere, { config: [imageCard(url), imageCard(unknown)] });
    expect(widgetsOf(foreign).map((card) => (card.clientOptions['widgetOptions'] as { image: string }).image)).toEqual([
      '',
      '',
    ]);
    expect(foreign.messages?.[0]).toContain('2 images were left out');
    await owner.call(publishDashboard, { ...at(original), body: { publishedToUsers: [team.ben.userId] } });
    const seen = await aDashboard(reader, { config: [imageCard(url)] });
    expect((await reader.get(shownBy(seen))).status).toBe(200);
  });
});

describe('the image of a sensor', () => {
  it('[R962] is the newest one attached to it, if its type can deliver images', async () => {
    const { orgId } = await world.organization();
    const mall = await world.location({ orgId });
    const { siteId } = await world.site({ locationId: mall.locationId });
    const camera = await world.sensor({ siteId, sensorType: 'xovis5' });
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    const path = `/api/sensor/${camera.sensorId}/image`;
    expect((await admin.get(path)).status).toBe(404);
    const attach = (name: string, content?: string) =>
      admin.send('POST', `/api/sensor/${camera.sensorId}/attachment`, form(name, content));
    await attach('notes.txt', 'abc');
    expect((await admin.get(path)).status).toBe(404);
    await attach('first.png');
    world.pass({ seconds: 1 });
    await attach('second.png');
    const { status, headers } = await admin.get(path);
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'image/png',
      `inline; filename="second.png"; filename*=UTF-8''second.png`,
    ]);
    const limited = await world.signIn(await world.user({ locations: [await world.location({ orgId })] }));
    expect((await limited.get(path)).status).toBe(404);
    const counter = await world.sensor({ orgId, sensorType: 'milesight' });
    await world.attachment({ orgId, entityType: 'sensor', entityId: counter.sensorId, name: 'x.png', isImage: true });
    expect((await admin.get(`/api/sensor/${counter.sensorId}/image`)).status).toBe(404);
  });
});
