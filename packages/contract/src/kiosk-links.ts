import { weekStarts } from '@atrium/calendar/civil';
import { maxKioskItems } from '@atrium/rules/kiosk-links';
import * as z from 'zod/mini';
import { type Access, capabilities, members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

const area = 'kiosk-links';

/** A link that shows dashboards on a screen without sign-in. `version` goes back as If-Match. */
export const kioskLink = z.object({
  kioskLinkId: id,
  orgId: id,
  /** The owner, with whose rights it reads. */
  userId: id,
  /** Staff are not named. */
  ownerName: z.string(),
  name: z.string(),
  items: z.array(
    z.object({
      dashboardId: id,
      /** Null where the caller does not see the dashboard, or it was deleted. */
      name: z.nullable(z.string()),
      seconds: z.number(),
    }),
  ),
  expiresAt: z.nullable(instant),
  /** False once it has expired, or its owner, unless staff, can no longer sign in. */
  isActive: z.boolean(),
  createdAt: instant,
  /** A minute behind; null while no screen has opened it. */
  lastSeenAt: z.nullable(instant),
  version: z.number(),
});
export type KioskLink = z.output<typeof kioskLink>;

export const kioskLinkWithUrl = z.object({ ...kioskLink.shape, url: z.string() });
export type KioskLinkWithUrl = z.output<typeof kioskLinkWithUrl>;

/** An API client cannot create other ways to read. */
const managed = { ...members, clients: false } as const satisfies Access;
const params = z.object({ kioskLinkId: z.string().check(z.maxLength(100)) });
const query = z.object(orgBound);
const path = '/api/kiosk-link/{kioskLinkId}';
/** Validated by `packages/rules/src/kiosk-links.ts`. */
const name = z.nullable(z.string().check(z.maxLength(1_000)));
const items = z
  .array(z.strictObject({ dashboardId: z.string().check(z.maxLength(100)), seconds: z.number() }))
  .check(z.maxLength(maxKioskItems * 2));
const expiresAt = z.optional(z.nullable(instant));

export const listKioskLinks = defineEndpoint({
  name: 'listKioskLinks',
  area,
  summary: 'The links of the caller, or all of the organization for administrators, never their secrets',
  method: 'GET',
  path: '/api/kiosk-link',
  access: managed,
  query: z.object({ ...listQuery, ...orgBound }),
  reply: z.array(kioskLink),
  list: true,
});

const newKioskLink = z.strictObject({ ...orgBound, name, items, expiresAt });
export type NewKioskLink = z.output<typeof newKioskLink>;

export const createKioskLink = defineEndpoint({
  name: 'createKioskLink',
  area,
  summary: 'A new link that shows dashboards that the caller sees on screens; only this reply contains its address',
  method: 'POST',
  path: '/api/kiosk-link',
  access: { ...managed, needsRecentProof: true },
  query,
  body: newKioskLink,
  reply: kioskLinkWithUrl,
});

const kioskLinkBody = z.strictObject({
  ...orgBound,
  name: z.optional(name),
  items: z.optional(items),
  expiresAt,
});
export type KioskLinkBody = z.output<typeof kioskLinkBody>;

export const updateKioskLink = defineEndpoint({
  name: 'updateKioskLink',
  area,
  summary: 'Renames a link of the caller, or changes what it shows or when it ends; open screens follow',
  method: 'PUT',
  path,
  access: { ...managed, needsRecentProof: true },
  params,
  query,
  body: kioskLinkBody,
  reply: kioskLink,
});

export const revokeKioskLink = defineEndpoint({
  name: 'revokeKioskLink',
  area,
  summary: 'Ends a link, by its owner or an administrator: open screens go blank, and its address never works again',
  method: 'DELETE',
  path,
  access: managed,
  params,
  query,
  reply: z.object({ ok: z.literal(true) }),
});

/** What wall screens call about their own link, with its secret in the Authorization header. */
const kiosk = { ...members, clients: false, kiosk: 'only' } as const satisfies Access;

export const kioskState = z.object({
  kioskLinkId: id,
  orgId: id,
  name: z.string(),
  /** Of the owner: how dates are formatted; null for the time zone of the screen. */
  timezone: z.nullable(z.string()),
  organization: z.object({
    capabilities: z.array(z.enum(capabilities)),
    weekStart: z.literal(weekStarts),
    currency: z.string(),
    permitComparisonViews: z.boolean(),
  }),
  /** Only those that the owner sees now. `version` changes with every edit. */
  items: z.array(z.object({ dashboardId: id, name: z.string(), version: z.number(), seconds: z.number() })),
});
export type KioskState = z.output<typeof kioskState>;

export const getKiosk = defineEndpoint({
  name: 'getKiosk',
  area,
  summary: 'What the wall screen that calls shows',
  method: 'GET',
  path: '/api/kiosk',
  access: kiosk,
  query,
  reply: kioskState,
});

export const getKioskDashboard = defineEndpoint({
  name: 'getKioskDashboard',
  area,
  summary: 'A dashboard of the wall screen that calls',
  method: 'GET',
  path: '/api/kiosk/dashboard/{dashboardId}',
  access: kiosk,
  params: z.object({ dashboardId: z.string().check(z.maxLength(100)) }),
  query,
  reply: z.object({
    dashboardId: id,
    name: z.string(),
    version: z.number(),
    /** The widgets, as JSON text. */
    config: z.string(),
  }),
});
export type KioskDashboard = z.output<typeof getKioskDashboard.reply>;
