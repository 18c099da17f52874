import { exportEstate, importEstate, previewEstate } from '@atrium/contract/estate-files';
import { Readable } from 'node:stream';
import type { Http } from '../../http/server.ts';
import type { EstateFiles } from './estate-files.ts';

export function bindEstateFiles(http: Http, files: EstateFiles): void {
  http.stream(exportEstate, async ({ scope, query, reply }) => {
    const text = await files.write(scope, {
      ids: query.ids === 'true',
      dashboards: query.dashboards === 'true',
    });
    reply.header('Content-Disposition', 'attachment; filename="estate.yaml"');
    return Readable.from(text);
  });
  http.bind(previewEstate, ({ scope, body, signal }) => files.preview(scope, body, signal));
  http.bind(importEstate, ({ scope, body, signal }) => files.take(scope, body, signal));
}
