import { correctionTexts } from '@atrium/rules/correction';
import { correctionKinds } from '@atrium/rules/correction-kinds';
import * as z from 'zod/mini';
import { administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';

const area = 'corrections';
const query = z.object(orgBound);

/** A stretch of a zone whose counts are excluded, replaced or estimated. */
const correction = z.object({
  correctionId: id,
  zoneId: id,
  from: instant,
  to: instant,
  kind: z.enum(correctionKinds),
  reason: z.string(),
  createdAt: instant,
  /** The name of the person, while known. */
  createdBy: z.nullable(z.string()),
});
export type Correction = z.output<typeof correction>;

const counts = z.object({ ins: z.number(), outs: z.number() });

const period = {
  zoneId: z.string().check(z.maxLength(100)),
  from: instant,
  to: instant,
  kind: z.enum(correctionKinds),
  /** Only with `replaced`: one entry for each hour of the preview. */
  counts: z.optional(z.array(counts).check(z.maxLength(100))),
};

export const listCorrections = defineEndpoint({
  name: 'listCorrections',
  area,
  summary: 'The corrections of a zone that are in effect, newest period first',
  method: 'GET',
  path: '/api/correction',
  access: administrators,
  query: z.object({ ...orgBound, zoneId: z.string().check(z.maxLength(100)) }),
  reply: z.array(correction),
});

export const previewCorrection = defineEndpoint({
  name: 'previewCorrection',
  area,
  summary: 'What a correction would change, by local hours; nothing is stored',
  method: 'POST',
  path: '/api/correction/preview',
  access: administrators,
  query,
  body: z.strictObject(period),
  reply: z.object({
    hours: z.array(
      z.object({
        from: instant,
        to: instant,
        /** Null where nothing was received. */
        counted: z.nullable(counts),
        /** Null where nothing would count. */
        corrected: z.nullable(counts),
      }),
    ),
    counted: counts,
    corrected: counts,
  }),
});
export type CorrectionPreview = z.output<typeof previewCorrection.reply>;

export const createCorrection = defineEndpoint({
  name: 'createCorrection',
  area,
  summary: 'Corrects a stretch of a zone; what sensors sent stays stored',
  method: 'POST',
  path: '/api/correction',
  access: administrators,
  query,
  body: z.strictObject({
    ...period,
    reason: z.string().check(z.trim(), z.minLength(1, correctionTexts.reason), z.maxLength(500)),
  }),
  reply: correction,
});

export const removeCorrection = defineEndpoint({
  name: 'removeCorrection',
  area,
  summary: 'Takes a correction back: the stored counts of the sensor count again',
  method: 'DELETE',
  path: '/api/correction/{correctionId}',
  access: administrators,
  params: z.object({ correctionId: z.string().check(z.maxLength(100)) }),
  query,
  reply: correction,
});
