import { exportEstate, importEstate, previewEstate } from '@atrium/contract/estate-files';
import { Readable } from 'node:stream';
import type { Http } from '../../http/server.ts';
import type { EstateFiles } from './estate-files.ts';

export function bindEstateFiles(http: Http, files: EstateFiles): void {
  http.stream(exportEstate, async ({ scope, query, reply, signal }) => {
    const options = { ids: query.ids === 'true', dashboards: query.dashboards === 'true', file: query.file };
    const text = await files.write(scope, options, signal);
    const name = query.file === undefined ? 'estate' : `estate-${query.file}`;
    reply.header('Content-Disposition', `attachment; filename="${name}.yaml"`);
    return Readable.from(text);
  });
  http.bind(previewEstate, ({ scope, body, signal }) => files.preview(scope, body, signal));
  http.bind(importEstate, ({ scope, body, signal }) => files.take(scope, body, signal));
}
