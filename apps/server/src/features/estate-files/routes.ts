import { exportEstate, importEstate, previewEstate } from '@atrium/contract/estate-files';
import type { Http } from '../../http/server.ts';
import type { EstateFiles } from './estate-files.ts';

export function bindEstateFiles(http: Http, files: EstateFiles): void {
  http.bind(exportEstate, async ({ scope, query, reply }) => {
    reply.header('Content-Disposition', 'attachment; filename="estate.yaml"');
    return files.write(scope, query.ids === 'true');
  });
  http.bind(previewEstate, ({ scope, body }) => files.preview(scope, body));
  http.bind(importEstate, ({ scope, body }) => files.take(scope, body));
}
