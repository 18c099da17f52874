import type { AuditAction } from '@atrium/contract/audit';
import type { DashboardTemplate, TemplateBody } from '@atrium/contract/dashboard-templates';
import type { Dashboard } from '@atrium/contract/dashboards';
import { templateCategories } from '@atrium/contract/reference-lists';
import type { Widget } from '@atrium/rules/dashboard';
import { documentProblems } from '@atrium/rules/dashboard-config';
import {
  cleanedTemplate,
  type DashboardTemplateValues,
  newTemplate,
  templateProblems,
} from '@atrium/rules/dashboard-template';
import { needsTraffic, resolveTemplate } from '@atrium/rules/template-roles';
import { randomUUID } from 'node:crypto';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { differences } from '../../audit/differences.ts';
import { readWidgets } from '../../read-widgets.ts';
import type { Files } from '../../files/files.ts';
import type { UserActor } from '../../http/actor.ts';
import { invalidField, notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { summaryOf } from './estate-summary.ts';
import {
  addTemplate,
  findRecipient,
  findTemplate,
  saveTemplate,
  shownTemplate,
  type TemplateRow,
  waitingSpaces,
} from './store.ts';

export interface Templates {
  create(actor: UserActor, body: TemplateBody): Promise<DashboardTemplate>;
  update(actor: UserActor, id: string, body: TemplateBody, seenVersion: number | undefined): Promise<DashboardTemplate>;
  remove(actor: UserActor, id: string, seenVersion: number | undefined): Promise<void>;
  /** A dashboard of the organization, for the caller or someone else. */
  use(scope: Scope, id: string, assignToUserId: string | undefined): Promise<Dashboard>;
}

export interface NewDashboard {
  readonly orgId: string;
  readonly userId: string;
  readonly name: string;
  readonly description: string | null;
  readonly widgets: readonly Widget[];
}
/** Stores a dashboard in the transaction of its organization; someone else may have made it for its owner. */
export type CreateDashboard = (tx: Transaction, made: NewDashboard, by: Scope) => Promise<Dashboard>;

export interface TemplateDependencies {
  readonly registry: Registry;
  readonly directory: Pick<Directory, 'estate'>;
  readonly files: Pick<Files, 'remove'>;
  readonly clock: () => Date;
  readonly createDashboard: CreateDashboard;
  /** Ins of the last seven days by zone, of the locations that someone may see; empty while nobody can tell. */
  readonly trafficOf: (scope: Scope) => Promise<ReadonlyMap<string, number>>;
  readonly hasWeather: boolean;
}

export function createTemplates(dependencies: TemplateDependencies): Templates {
  const { registry, directory, files, clock, createDashboard, trafficOf, hasWeather } = dependencies;

  return {
    async create(actor, body) {
      const values = checked(newTemplate, body);
      refuseForeignImage(body, null);
      return registry.system(async (tx) => {
        const made = await addTemplate(tx, values, clock());
        await recordTemplate(tx, actor, 'dashboard-template-created', made, clock());
        return shownTemplate(made);
      });
    },

    update: (actor, id, body, seenVersion) =>
      registry.system(async (tx) => {
        const before = await lockedTemplate(tx, id);
        refuseStale(seenVersion, before.version);
        const values = checked(before, body);
        refuseForeignImage(body, shownTemplate(before).templateImage);
        const removed = body.templateImage === null ? before.imageFileId : null;
        const { widgets, ...changed } = differences<DashboardTemplateValues>(before, values);
        if (!widgets && removed === null && Object.keys(changed).length === 0) return shownTemplate(before);
        const after = await saveTemplate(
          tx,
          before,
          { ...values, templateTags: [...values.templateTags], ...(removed !== null && { imageFileId: null }) },
          clock(),
        );
        if (removed !== null) await files.remove(tx, removed);
        // How many there are: the cards themselves would make a long entry.
        const cards = widgets && { cards: [before.widgets.length, values.widgets.length] };
        const detail = { changed: { ...changed, ...cards, ...(removed !== null && { image: ['', ''] }) } };
        await recordTemplate(tx, actor, 'dashboard-template-changed', after, clock(), detail);
        return shownTemplate(after);
      }),

    remove: (actor, id, seenVersion) =>
      registry.system(async (tx) => {
        const before = await lockedTemplate(tx, id);
        refuseStale(seenVersion, before.version);
        const now = clock();
        await saveTemplate(tx, before, { deletedAt: now }, now);
        await recordTemplate(tx, actor, 'dashboard-template-deleted', before, now);
      }),

    async use(scope, id, assignToUserId) {
      const isStaff = scope.role === 'SenSourceUser';
      const recipient = await registry.tenant(scope, (tx) => recipientOf(tx, scope, assignToUserId));
      const template = await registry.system((tx) => findTemplate(tx, isStaff, id));
      if (!template) throw notFound('The template');
      const { locationIds, userId } = recipient;
      const [estate, traffic] = await Promise.all([
        directory.estate(scope.orgId),
        needsTraffic(template.widgets) ? trafficOf({ ...scope, locationIds }) : new Map<string, number>(),
      ]);
      return registry.tenant(scope, async (tx) => {
        const summary = summaryOf(estate, {
          locationIds,
          capabilities: scope.capabilities,
          now: clock(),
          traffic,
          waitingSpaces: await waitingSpaces(tx, scope.orgId),
          hasWeather,
        });
        const widgets = resolveTemplate(template.widgets, summary, randomUUID);
        const { name, description } = template;
        return createDashboard(tx, { orgId: scope.orgId, userId, name, description, widgets }, scope);
      });
    },
  };
}

export async function existingTemplate(tx: Transaction, isForStaff: boolean, id: string): Promise<TemplateRow> {
  const found = await findTemplate(tx, isForStaff, id);
  if (!found) throw notFound('The template');
  return found;
}

export async function lockedTemplate(tx: Transaction, id: string): Promise<TemplateRow> {
  const found = await findTemplate(tx, true, id, true);
  if (!found) throw notFound('The template');
  return found;
}

/** Templates belong to no organization. */
export function recordTemplate(
  tx: Transaction,
  actor: UserActor,
  action: AuditAction,
  { dashboardTemplateId, name }: TemplateRow,
  at: Date,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return recordAudit(tx, {
    ...doneBy(actor),
    orgId: null,
    at,
    action,
    entityType: 'dashboard-template',
    entityId: dashboardTemplateId,
    detail: { name, ...detail },
  });
}

/** Whom a dashboard is for: the caller, or someone of the organization. */
async function recipientOf(tx: Transaction, scope: Scope, wanted: string | undefined) {
  const { userId, role, locationIds } = scope;
  if (wanted === undefined || wanted.toLowerCase() === userId) return { userId, locationIds };
  if (role === 'OrganizationUser')
    throw new Refusal('forbidden', 'Only administrators can create dashboards for other people.');
  const found = await findRecipient(tx, scope.orgId, wanted);
  if (!found) throw notFound('The user');
  return found;
}

/** Omitted fields stay unchanged. */
function checked(before: DashboardTemplateValues, body: TemplateBody): DashboardTemplateValues {
  const values = cleanedTemplate({
    name: written(body.name, before.name) ?? '',
    description: written(body.description, before.description),
    templateCategory: written(body.templateCategory, before.templateCategory),
    templateTags: body.templateTags ?? before.templateTags,
    publishToGallery: body.publishToGallery ?? before.publishToGallery,
    widgets: body.config === undefined ? before.widgets : readWidgets(body.config),
  });
  refuseProblems(templateProblems(values, templateCategories));
  refuseProblems(documentProblems(values));
  return values;
}

/** An image is uploaded, so that its content is checked: a template never shows one from elsewhere. */
function refuseForeignImage({ templateImage }: TemplateBody, own: string | null): void {
  if (templateImage === undefined || templateImage === null || templateImage === own) return;
  throw invalidField('templateImage', 'must be null or the address of the image that the template has; upload another');
}

function written(value: string | null | undefined, old: string | null): string | null {
  return value === undefined ? old : value;
}
