import { displayCapabilities, displayKinds, displayLanguages, occupancyViews } from '@atrium/rules/display';
import * as z from 'zod/mini';
import { type Access, isPublic, members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, listQuery, orgBound } from './envelope.ts';

const area = 'displays';

/** Any of them; each kind of display has its own. */
const readers = { ...members, capability: displayCapabilities.playlist } as const satisfies Access;
const writers = { ...readers, roles: ['OrganizationAdministrator', 'SenSourceUser'] } as const satisfies Access;

const kind = z.enum(displayKinds);
const view = z.nullable(z.enum(occupancyViews));
const item = z.object({ displayId: id, view, seconds: z.number() });

/** A public page about a space or a zone, or a playlist of such pages. `version` goes back as If-Match. */
export const display = z.object({
  displayId: id,
  orgId: id,
  /** Of the space or zone; null for a playlist. */
  locationId: z.nullable(id),
  kind,
  entityType: z.nullable(z.enum(['space', 'zone'])),
  entityId: z.nullable(id),
  /** Of the space, the zone or the playlist. */
  name: z.string(),
  /** What its address ends with. */
  code: z.string(),
  /** Its public address. */
  url: z.string(),
  /** Anyone with the address sees it. */
  enabled: z.boolean(),
  title: z.string(),
  note: z.string(),
  background: z.string(),
  color: z.string(),
  accent: z.string(),
  language: z.enum(displayLanguages),
  hasLogo: z.boolean(),
  items: z.array(item),
  version: z.number(),
});
export type Display = z.output<typeof display>;

/** Validated by `packages/rules/src/display.ts`; null is the default. */
const written = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));
const look = {
  title: written,
  note: written,
  background: written,
  color: written,
  accent: written,
  language: written,
  /** A data URL of a PNG or JPEG image; null for none. */
  logo: z.optional(z.nullable(z.string().check(z.maxLength(100_000)))),
};
const fields = {
  ...look,
  enabled: z.optional(z.boolean()),
  /** Of a playlist. */
  name: written,
  items: z.optional(
    z
      .array(z.strictObject({ displayId: z.string().check(z.maxLength(100)), view, seconds: z.number() }))
      .check(z.maxLength(100)),
  ),
  ...orgBound,
};
const newDisplay = z.strictObject({ ...fields, kind, entityId: z.optional(z.string().check(z.maxLength(100))) });
const displayBody = z.strictObject(fields);
export type NewDisplay = z.output<typeof newDisplay>;
export type DisplayBody = z.output<typeof displayBody>;

const params = z.object({ displayId: z.string() });
const path = '/api/display-config/{displayId}';

export const listDisplays = defineEndpoint({
  name: 'listDisplays',
  area,
  summary: 'The displays that the caller may see, by name; of a kind, a location, a space or a zone if it is named',
  method: 'GET',
  path: '/api/display-config',
  access: readers,
  query: z.object({
    ...listQuery,
    ...orgBound,
    kind: z.optional(kind),
    locationId: z.optional(z.string()),
    entityId: z.optional(z.string()),
  }),
  reply: z.array(display),
  list: true,
});

export const getDisplay = defineEndpoint({
  name: 'getDisplay',
  area,
  summary: 'One display',
  method: 'GET',
  path,
  access: readers,
  params,
  query: z.object(orgBound),
  reply: display,
});

export const createDisplay = defineEndpoint({
  name: 'createDisplay',
  area,
  summary: 'A new display, which is public at once unless it is created switched off',
  method: 'POST',
  path: '/api/display-config',
  access: writers,
  query: z.object(orgBound),
  body: newDisplay,
  reply: display,
});

export const updateDisplay = defineEndpoint({
  name: 'updateDisplay',
  area,
  summary: 'Changes a display, or switches it on or off',
  method: 'PUT',
  path,
  access: writers,
  params,
  query: z.object(orgBound),
  body: displayBody,
  reply: display,
});

export const renewDisplay = defineEndpoint({
  name: 'renewDisplay',
  area,
  summary: 'A new address; the earlier one never works again',
  method: 'POST',
  path: `${path}/renew`,
  access: writers,
  params,
  query: z.object(orgBound),
  reply: display,
});

export const deleteDisplay = defineEndpoint({
  name: 'deleteDisplay',
  area,
  summary: 'Deletes a display; its address never works again',
  method: 'DELETE',
  path,
  access: writers,
  params,
  query: z.object(orgBound),
  reply: z.object({ ok: z.literal(true) }),
});

const publicCode = z.object({ kind: z.string(), code: z.string() });

/** What a public page shows. It is the same for everyone and has no ids. */
export const displayState = z.object({
  kind,
  name: z.string(),
  note: z.string(),
  background: z.string(),
  color: z.string(),
  accent: z.string(),
  language: z.enum(displayLanguages),
  /** Its address; null without one. */
  logo: z.nullable(z.string()),
  /** In the language of the display; `packages/rules/src/display-words.ts`. */
  words: z.record(z.string(), z.string()),
  /** Whether the location is in its opening hours. */
  isOpen: z.boolean(),
  /** Seconds: the age of the newest reading; null where there never was one. */
  age: z.nullable(z.number()),
  /** Seconds: what is older is no longer current. */
  freshSeconds: z.number(),
  occupancy: z.optional(
    z.object({
      /** Null until the readings of the space are counted. */
      people: z.nullable(z.number()),
      maxCapacity: z.nullable(z.number()),
      remaining: z.nullable(z.number()),
      percent: z.nullable(z.number()),
      sign: z.nullable(z.enum(['go', 'caution', 'stop'])),
    }),
  ),
  mask: z.optional(z.object({ state: z.enum(['ok', 'wear', 'sign']), ins: z.nullable(z.number()) })),
  queues: z.optional(
    z.array(
      z.object({
        name: z.string(),
        people: z.nullable(z.number()),
        waitMinutes: z.nullable(z.number()),
        isShortest: z.boolean(),
      }),
    ),
  ),
  wait: z.optional(z.object({ minutes: z.nullable(z.number()), people: z.nullable(z.number()) })),
  /** The displays of a playlist that are switched on. */
  items: z.optional(z.array(z.object({ kind, code: z.string(), view, seconds: z.number() }))),
});
export type DisplayState = z.output<typeof displayState>;

export const getDisplayState = defineEndpoint({
  name: 'getDisplayState',
  area,
  summary: 'What a public display shows now; 404 for every code that shows nothing, whatever the reason',
  method: 'GET',
  path: '/api/display/{kind}/{code}/state',
  access: isPublic,
  params: publicCode,
  reply: displayState,
});

export const getRawOccupancy = defineEndpoint({
  name: 'getRawOccupancy',
  area,
  summary: 'The number behind a live occupancy display, for other sites',
  method: 'GET',
  path: '/api/raw-data/live-occupancy/{code}',
  access: isPublic,
  params: z.object({ code: z.string() }),
  reply: z.object({
    name: z.string(),
    occupancy: z.nullable(z.number()),
    maxCapacity: z.nullable(z.number()),
    remaining: z.nullable(z.number()),
    /** Whole percent from 0 to 100; null without a capacity. */
    percent: z.nullable(z.number()),
    /** When the newest reading arrived. */
    updatedAt: z.nullable(z.iso.datetime()),
  }),
});
export type RawOccupancy = z.output<typeof getRawOccupancy.reply>;
