import * as z from 'zod/mini';
import { id, instant } from './envelope.ts';

/** A file that is attached to something. */
export const attachment = z.object({
  id,
  originalName: z.string(),
  /** Where the file is served from, on this origin, as a download. */
  url: z.string(),
  notes: z.string(),
  bytes: z.number(),
  contentType: z.string(),
  isImage: z.boolean(),
  createdAt: instant,
});
export type Attachment = z.output<typeof attachment>;
