import * as templates from '@atrium/contract/dashboard-templates';
import { firstTemplateId } from '@atrium/rules/dashboard-template';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Entry, entry, type Fresh } from './access-entry.ts';
import type { World } from './world.ts';

/** A complete image of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export function imageForm(name = 'plan.png', content: Uint8Array<ArrayBuffer> | string = pixel): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
}

const params = { dashboardTemplateId: firstTemplateId };
/** Of the product, with an image; the same for all organizations. */
const illustrated = { dashboardTemplateId: '7e3b1a5e-0000-4000-8000-000012000000' };
const imageId = '11111111-2222-4333-8444-555555555555';

/**
 * The requests of the access matrix about templates. They belong to the installation: no id of an organization changes
 * them.
 */
export const templateEntries: readonly Entry[] = [
  entry(templates.listTemplates, () => ({})),
  entry(templates.getTemplate, () => ({ params })),
  entry(templates.createTemplate, () => ({ body: { name: 'x' } })),
  entry(templates.updateTemplate, () => ({ params, body: { description: 'x' } })),
  entry(templates.deleteTemplate, () => ({ params: { dashboardTemplateId: imageId } }), { fresh: aTemplate }),
  entry(templates.uploadTemplateImage, () => ({ params, form: imageForm })),
  entry(templates.getTemplateImage, () => ({ params: { ...illustrated, attachmentId: imageId } }), { fresh: anImage }),
  entry(templates.deleteTemplateImage, () => ({ params: { ...illustrated, attachmentId: imageId } }), {
    fresh: anImage,
  }),
  entry(templates.createDashboardFromTemplate, () => ({ params, body: {} })),
];

async function aTemplate(world: World): ReturnType<Fresh> {
  await world.registry.owner.query(
    `INSERT INTO dashboard_template (dashboard_template_id, name, template_tags, widgets) VALUES ($1, 'x', '{}', '[]')
     ON CONFLICT (dashboard_template_id) DO UPDATE SET deleted_at = NULL`,
    [imageId],
  );
  return {};
}

/** A file with a fixed id, in place of the image that the template has. */
async function anImage(world: World): ReturnType<Fresh> {
  const path = join(world.filesFolder, imageId.slice(0, 2), imageId);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, pixel);
  await world.registry.owner.query(
    `INSERT INTO stored_file (file_id, original_name, content_type, bytes, sha256)
     VALUES ($1, 'plan.png', 'image/png', $2, $3) ON CONFLICT DO NOTHING`,
    [imageId, pixel.length, createHash('sha256').update(pixel).digest('hex')],
  );
  await world.registry.owner.query(
    'UPDATE dashboard_template SET image_file_id = $1 WHERE dashboard_template_id = $2',
    [imageId, illustrated.dashboardTemplateId],
  );
  return {};
}
