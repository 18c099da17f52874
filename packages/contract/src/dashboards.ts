import * as z from 'zod/mini';
import { dashboardReaders, members } from './access.ts';
import { attachment } from './attachment.ts';
import { commaList } from './data.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, line, listQuery, namedIds, orgBound, wholeNumber } from './envelope.ts';

const area = 'dashboards';

const options = z.record(z.string(), z.unknown());
const place = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };
/** `packages/rules/src/dashboard.ts` says what each field means and allows. Fields besides these are kept. */
export const widget = z.looseObject({
  widgetId: id,
  widgetType: z.string().check(z.minLength(1), z.maxLength(60)),
  gridOptions: z.looseObject({ ...place, minWidth: z.optional(z.number()), minHeight: z.optional(z.number()) }),
  dataOptions: options,
  clientOptions: options,
});
export const widgets = z.array(widget).check(z.maxLength(1_000));

const placedWidget = { widgetId: id, place: z.object(place) };
const description = z.nullable(z.string().check(z.maxLength(10_000)));
const name = line(1_000);
/** `Operation` of `packages/rules/src/dashboard-edits.ts`. */
export const operation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('add'), widget }),
  z.object({ kind: z.literal('remove'), widgetId: id }),
  z.object({
    kind: z.literal('place'),
    ...placedWidget,
    pushed: z.array(z.object(placedWidget)).check(z.maxLength(1_000)),
  }),
  z.object({ kind: z.literal('configure'), widgetId: id, dataOptions: options, clientOptions: options }),
  z.object({ kind: z.literal('rename'), name, description }),
  z.object({
    kind: z.literal('replace'),
    widgets,
    /** The version of the revision that these are of: a revision of its own begins with them. */
    restored: z.optional(z.number().check(z.int(), z.positive())),
  }),
]);

/** `version` goes back as If-Match. */
const dashboard = {
  dashboardId: id,
  orgId: id,
  /** The owner, who alone may change it. */
  userId: id,
  /** Staff are not named. */
  ownerName: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** The widgets, as JSON text. */
  config: z.string(),
  isPublished: z.boolean(),
  /** Published to everyone of the organization. */
  isPublic: z.boolean(),
  /** Empty for everyone but the owner. */
  publishedToUsers: z.array(id),
  /** For others than the owner: themselves, if it is shared with them. */
  sharedWith: z.array(id),
  createdAt: instant,
  updatedAt: instant,
  version: z.number(),
  /** What was left out when it was created, in words. */
  messages: z.optional(z.array(z.string())),
};
export const dashboardReply = z.object(dashboard);
export type Dashboard = z.output<typeof dashboardReply>;

const path = '/api/dashboard/{dashboardId}';
const params = z.object({ dashboardId: z.string().check(z.maxLength(100)) });
const query = z.object(orgBound);
const ok = z.object({ ok: z.literal(true) });
/** JSON text; a list is accepted too. */
const config = z.union([z.string().check(z.maxLength(2_000_000)), z.array(z.unknown())]);
const maxBytes = 3_000_000;

export const listDashboards = defineEndpoint({
  name: 'listDashboards',
  area,
  summary: 'The dashboards that the caller owns, and those shared with or published to them',
  method: 'GET',
  path: '/api/dashboard',
  access: members,
  query: z.object({ ...listQuery, ...orgBound }),
  reply: z.array(dashboardReply),
  list: true,
});

export const getDashboard = defineEndpoint({
  name: 'getDashboard',
  area,
  summary: 'A dashboard',
  method: 'GET',
  path,
  access: members,
  params,
  query,
  reply: dashboardReply,
});

export const createDashboard = defineEndpoint({
  name: 'createDashboard',
  area,
  summary: 'A new dashboard of the caller',
  method: 'POST',
  path: '/api/dashboard',
  access: members,
  query,
  body: z.strictObject({
    ...orgBound,
    name: z.optional(z.nullable(name)),
    description: z.optional(description),
    config: z.optional(config),
  }),
  maxBytes,
  reply: dashboardReply,
});

export const updateDashboard = defineEndpoint({
  name: 'updateDashboard',
  area,
  summary: 'Replaces the widgets, or the name and description',
  method: 'PUT',
  path,
  access: members,
  params,
  query,
  body: z.strictObject({
    ...orgBound,
    name: z.optional(z.nullable(name)),
    description: z.optional(description),
    config: z.optional(config),
  }),
  maxBytes,
  reply: dashboardReply,
});

export const deleteDashboard = defineEndpoint({
  name: 'deleteDashboard',
  area,
  summary: 'Deletes a dashboard for everyone',
  method: 'DELETE',
  path,
  access: members,
  params,
  query,
  reply: ok,
});

export const shareDashboard = defineEndpoint({
  name: 'shareDashboard',
  area,
  summary: 'Lists a dashboard for other people, who see it as the sharer does unless the filters are cleared',
  method: 'POST',
  path: `${path}/share/{userId}`,
  access: members,
  params: z.object({ ...params.shape, userId: z.string().check(z.maxLength(100)) }),
  query: z.object({ ...orgBound, clearFilterState: z.optional(z.enum(['true', 'false'])) }),
  /** The list wins over the path. */
  body: z.strictObject({
    ...orgBound,
    dashboardId: z.optional(z.string().check(z.maxLength(100))),
    userId: z.optional(namedIds),
  }),
  reply: ok,
});

export const unshareDashboard = defineEndpoint({
  name: 'unshareDashboard',
  area,
  summary: 'Ends a share, by the owner or the recipient',
  method: 'DELETE',
  path: `${path}/share/{userId}`,
  access: members,
  params: z.object({ ...params.shape, userId: z.string().check(z.maxLength(100)) }),
  query,
  reply: ok,
});

export const listDashboardPeople = defineEndpoint({
  name: 'listDashboardPeople',
  area,
  summary: 'The people of the organization with whom its owner can share a dashboard',
  method: 'GET',
  path: `${path}/people`,
  access: members,
  params,
  query: z.object({
    ...listQuery,
    ...orgBound,
    /** Only these, whether they can sign in or not: whom it is shared with or published to. */
    userIds: z.optional(commaList(z.string().check(z.maxLength(36)), { characters: 40_000, entries: 1_000 })),
  }),
  reply: z.array(z.object({ userId: id, name: z.string() })),
  list: true,
});

export const publishDashboard = defineEndpoint({
  name: 'publishDashboard',
  area,
  summary: 'Publishes a dashboard to everyone of the organization, or to chosen people',
  method: 'PUT',
  path: `${path}/publish`,
  access: members,
  params,
  query,
  body: z.strictObject({ ...orgBound, isPublic: z.optional(z.boolean()), publishedToUsers: z.optional(namedIds) }),
  reply: dashboardReply,
});

export const unpublishDashboard = defineEndpoint({
  name: 'unpublishDashboard',
  area,
  summary: 'Takes a publication back; shares remain',
  method: 'PUT',
  path: `${path}/unpublish`,
  access: members,
  params,
  query,
  reply: dashboardReply,
});

export const uploadWidgetImages = defineEndpoint({
  name: 'uploadWidgetImages',
  area,
  summary: 'Uploads images for the widgets of a dashboard',
  method: 'POST',
  path: `${path}/attachment`,
  access: members,
  params,
  query,
  multipart: true,
  reply: z.array(attachment),
});

const oneImage = z.object({ ...params.shape, attachmentId: z.string().check(z.maxLength(100)) });

export const getWidgetImage = defineEndpoint({
  name: 'getWidgetImage',
  area,
  summary: 'An image of a widget, for everyone who sees the dashboard',
  method: 'GET',
  path: `${path}/attachment/{attachmentId}`,
  access: dashboardReaders,
  params: oneImage,
  query,
  reply: z.unknown(),
  streamed: true,
  /** Another image has another id. */
  browserSeconds: 3_600,
});

export const deleteWidgetImage = defineEndpoint({
  name: 'deleteWidgetImage',
  area,
  summary: 'Deletes an image of a widget',
  method: 'DELETE',
  path: `${path}/attachment/{attachmentId}`,
  access: members,
  params: oneImage,
  query,
  reply: ok,
});

const edit = z.object({
  /** Of the dashboard after it. */
  version: z.number(),
  batchId: id,
  userId: id,
  userName: z.string(),
  at: instant,
  operations: z.array(operation),
});
export type DashboardEdit = z.output<typeof edit>;

export const editDashboard = defineEndpoint({
  name: 'editDashboard',
  area,
  summary: 'Applies operations to the version named by If-Match; a batch that was applied before changes nothing',
  method: 'POST',
  path: `${path}/edits`,
  access: members,
  params,
  query,
  body: z.strictObject({
    ...orgBound,
    /** Of the caller, so that a repetition after a lost reply is recognized. */
    batchId: id,
    operations: z.array(operation).check(z.minLength(1), z.maxLength(1_000)),
  }),
  maxBytes,
  reply: dashboardReply,
});

export const listDashboardEdits = defineEndpoint({
  name: 'listDashboardEdits',
  area,
  summary: 'What was done after a version, oldest first; edits are kept for 24 hours',
  method: 'GET',
  path: `${path}/edits`,
  access: members,
  params,
  query: z.object({ ...orgBound, after: wholeNumber }),
  reply: z.object({
    /** False if some of them are no longer kept. */
    isComplete: z.boolean(),
    edits: z.array(edit),
  }),
});

const revision = { version: z.number(), userId: id, userName: z.string(), at: instant, name: z.string() };

export const listDashboardRevisions = defineEndpoint({
  name: 'listDashboardRevisions',
  area,
  summary: 'Earlier states of a dashboard, newest first: all of the last day, then one a day for 90 days',
  method: 'GET',
  path: `${path}/revisions`,
  access: members,
  params,
  query: z.object({ ...listQuery, ...orgBound }),
  reply: z.array(
    z.object({
      ...revision,
      /** Where the cards were, to draw a small picture of it. */
      layout: z.array(z.object({ widgetType: z.string(), ...place })),
    }),
  ),
  list: true,
});
export type DashboardRevision = z.output<typeof listDashboardRevisions.reply>[number];

export const getDashboardRevision = defineEndpoint({
  name: 'getDashboardRevision',
  area,
  summary: 'A dashboard as it was',
  method: 'GET',
  path: `${path}/revisions/{version}`,
  access: members,
  params: z.object({ ...params.shape, version: wholeNumber }),
  query,
  reply: z.object({ ...revision, description: z.nullable(z.string()), config: z.string() }),
});

export const restoreDashboard = defineEndpoint({
  name: 'restoreDashboard',
  area,
  summary: 'Brings an earlier state back, as an edit that can be taken back',
  method: 'POST',
  path: `${path}/revisions/{version}/restore`,
  access: members,
  params: z.object({ ...params.shape, version: wholeNumber }),
  query,
  reply: dashboardReply,
});

/** What a reader changed without editing, such as dates, filters and the order of tables. */
const viewState = z.record(z.string().check(z.maxLength(100)), z.unknown());

export const getDashboardView = defineEndpoint({
  name: 'getDashboardView',
  area,
  summary: 'How the caller last looked at a dashboard',
  method: 'GET',
  path: `${path}/view`,
  access: members,
  params,
  query,
  reply: z.object({ state: viewState }),
});

export const putDashboardView = defineEndpoint({
  name: 'putDashboardView',
  area,
  summary: 'Keeps how the caller looks at a dashboard',
  method: 'PUT',
  path: `${path}/view`,
  access: members,
  params,
  query,
  body: z.strictObject({ ...orgBound, state: viewState }),
  reply: ok,
});
