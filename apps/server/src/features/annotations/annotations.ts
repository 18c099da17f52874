import type { Annotation, AnnotationBody } from '@atrium/contract/annotations';
import type { AuditAction } from '@atrium/contract/audit';
import {
  annotationProblems,
  annotationTexts,
  maxAnnotations,
  maxOwnAnnotations,
  mayWriteAnnotation,
} from '@atrium/rules/annotations';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { differences } from '../../audit/differences.ts';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import { findLocations } from '../../registry/directory/entity-lookup.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import {
  addAnnotation,
  type AnnotationRow,
  type AnnotationValues,
  findAnnotation,
  lockAndCountAnnotations,
  lockAnnotation,
  removeAnnotation,
  saveAnnotation,
  toReply,
} from './store.ts';

/** What people note about days, for everyone who looks at charts of that time. */
export interface Annotations {
  create(scope: Scope, body: AnnotationBody): Promise<Annotation>;
  update(scope: Scope, id: string, body: AnnotationBody, seenVersion: number | undefined): Promise<Annotation>;
  remove(scope: Scope, id: string, seenVersion: number | undefined): Promise<void>;
}

export interface AnnotationDependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
}

export function createAnnotations({ registry, clock }: AnnotationDependencies): Annotations {
  const record = (
    tx: Transaction,
    scope: Scope,
    action: AuditAction,
    { annotation: { annotationId, text, startDate, endDate }, locationName }: AnnotationRow,
    changed?: object,
  ) =>
    recordAudit(tx, {
      ...doneBy(scope),
      orgId: scope.orgId,
      at: clock(),
      action,
      entityType: 'annotation',
      entityId: annotationId,
      detail: { name: text, startDate, endDate, location: locationName, ...(changed && { changed }) },
    });

  return {
    create: (scope, body) =>
      registry.tenant(scope, async (tx) => {
        const values = await merged(tx, scope, { locationId: null, startDate: '', endDate: '', text: '' }, body);
        const { orgId, userId: createdBy } = scope;
        const { all, own } = await lockAndCountAnnotations(tx, scope);
        if (own >= maxOwnAnnotations) throw new Refusal('conflict', annotationTexts.tooManyOwn);
        if (all >= maxAnnotations) throw new Refusal('conflict', annotationTexts.tooMany);
        const now = clock();
        const { annotationId } = await addAnnotation(tx, {
          orgId,
          ...values,
          createdBy,
          createdAt: now,
          updatedAt: now,
        });
        const made = await existingAnnotation(tx, scope, annotationId);
        await record(tx, scope, 'annotation-created', made);
        return toReply(made);
      }),

    update: (scope, id, body, seenVersion) =>
      registry.tenant(scope, async (tx) => {
        const before = await writable(tx, scope, id);
        refuseStale(seenVersion, before.annotation.version);
        const values = await merged(tx, scope, before.annotation, body);
        const changed = differences<AnnotationValues>(before.annotation, values);
        if (Object.keys(changed).length === 0) return toReply(before);
        await saveAnnotation(tx, before.annotation, values, clock());
        const after = await existingAnnotation(tx, scope, id);
        await record(tx, scope, 'annotation-changed', after, changed);
        return toReply(after);
      }),

    remove: (scope, id, seenVersion) =>
      registry.tenant(scope, async (tx) => {
        const before = await writable(tx, scope, id);
        refuseStale(seenVersion, before.annotation.version);
        await removeAnnotation(tx, before.annotation);
        await record(tx, scope, 'annotation-deleted', before);
      }),
  };
}

export async function existingAnnotation(tx: Transaction, scope: Scope, id: string): Promise<AnnotationRow> {
  const found = await findAnnotation(tx, scope, id);
  if (!found) throw notFound('The annotation');
  return found;
}

async function writable(tx: Transaction, scope: Scope, id: string): Promise<AnnotationRow> {
  const found = await lockAnnotation(tx, scope, id);
  if (!found) throw notFound('The annotation');
  refuseWholeOrganization(scope, found.annotation.locationId);
  return found;
}

/** Omitted fields stay unchanged; without a last day it is a single one. */
async function merged(
  tx: Transaction,
  scope: Scope,
  before: AnnotationValues,
  body: AnnotationBody,
): Promise<AnnotationValues> {
  const wanted = body.locationId === undefined ? before.locationId : body.locationId;
  refuseWholeOrganization(scope, wanted);
  const startDate = body.startDate === undefined ? before.startDate : (body.startDate ?? '');
  const endDate = (body.endDate === undefined ? before.endDate : body.endDate) || startDate;
  const text = (body.text === undefined ? before.text : (body.text ?? '')).trim();
  refuseProblems(annotationProblems({ startDate, endDate, text }));
  const locationId = wanted === null ? null : wanted.toLowerCase();
  if (locationId !== null && !(await findLocations(tx, scope, [locationId])).has(locationId)) {
    throw notFound(`The location ${wanted}`);
  }
  return { locationId, startDate, endDate, text };
}

function refuseWholeOrganization({ locationIds }: Scope, locationId: string | null): void {
  if (mayWriteAnnotation(locationIds !== 'all', { locationId })) return;
  throw new Refusal('forbidden', annotationTexts.wholeOrganization);
}
