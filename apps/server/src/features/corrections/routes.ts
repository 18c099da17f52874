import { createCorrection, listCorrections, previewCorrection, removeCorrection } from '@atrium/contract/corrections';
import type { Http } from '../../http/server.ts';
import { type CorrectionDependencies, createCorrections } from './corrections.ts';

export function bindCorrections(http: Http, dependencies: CorrectionDependencies): void {
  const corrections = createCorrections(dependencies);
  http.bind(listCorrections, ({ scope, query }) => corrections.list(scope, query.zoneId));
  http.bind(previewCorrection, ({ scope, body }) => corrections.preview(scope, body));
  http.bind(createCorrection, ({ scope, body }) => corrections.create(scope, body));
  http.bind(removeCorrection, ({ scope, params }) => corrections.remove(scope, params.correctionId));
}
