import * as contract from '@atrium/contract/annotations';
import type { Http } from '../../http/server.ts';
import { type AnnotationDependencies, createAnnotations, existingAnnotation } from './annotations.ts';
import { annotationPage, toReply } from './store.ts';

export function bindAnnotations(http: Http, dependencies: AnnotationDependencies): void {
  const { registry } = dependencies;
  const annotations = createAnnotations(dependencies);

  http.bind(contract.listAnnotations, async ({ scope, query, reply }) => {
    const { rows, total } = await registry.tenant(scope, (tx) => annotationPage(tx, scope, query));
    reply.total(total);
    // The names of people are not for a screen that anyone can reach.
    return rows.map((row) => ({ ...toReply(row), ...(scope.isKiosk && { createdBy: null }) }));
  });
  http.bind(contract.getAnnotation, async ({ scope, params }) =>
    toReply(await registry.tenant(scope, (tx) => existingAnnotation(tx, scope, params.annotationId))),
  );
  http.bind(contract.createAnnotation, ({ scope, body }) => annotations.create(scope, body));
  http.bind(contract.updateAnnotation, ({ scope, params, body, seenVersion }) =>
    annotations.update(scope, params.annotationId, body, seenVersion),
  );
  http.bind(contract.deleteAnnotation, async ({ scope, params, seenVersion }) => {
    await annotations.remove(scope, params.annotationId, seenVersion);
    return { ok: true } as const;
  });
}
