import type { Widget } from '@atrium/rules/dashboard';
import { boolean, json, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { editable } from './columns.ts';
import { storedFile } from './operations.ts';

/** A dashboard to begin with. Templates belong to the installation; those of the product have fixed ids. */
export const dashboardTemplate = pgTable('dashboard_template', {
  dashboardTemplateId: uuid('dashboard_template_id').primaryKey().defaultRandom(),
  name: text('name').notNull(),
  description: text('description'),
  templateCategory: text('template_category'),
  templateTags: text('template_tags').array().notNull(),
  publishToGallery: boolean('publish_to_gallery').notNull().default(false),
  /** `json`, not `jsonb`: what other programs wrote is kept as it is. */
  widgets: json('widgets').$type<readonly Widget[]>().notNull(),
  imageFileId: uuid('image_file_id').references(() => storedFile.fileId),
  ...editable,
});
