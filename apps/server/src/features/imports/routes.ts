import { countColumns, getImport, importFiles, listImports, previewCounts, undoImport } from '@atrium/contract/imports';
import type { CountColumns } from '@atrium/rules/import-counts';
import { isZone } from '@atrium/calendar/zones';
import type { Received } from '../../files/files.ts';
import type { FormPart } from '../../http/call.ts';
import type { Http } from '../../http/server.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import type { Scope } from '../../scope.ts';
import type { ArrivedFile, Imports } from './imports.ts';
import type { PreviewCounts } from './preview.ts';

export function bindImports(http: Http, imports: Imports, preview: PreviewCounts): void {
  http.bind(listImports, async ({ scope, query, reply }) => {
    const { rows, total } = await imports.list(scope, query);
    reply.total(total);
    return rows;
  });
  http.bind(getImport, ({ scope, params }) => imports.find(scope, params.importStatusId));
  http.bind(undoImport, ({ scope, params }) => imports.undo(scope, params.importStatusId));
  http.bind(previewCounts, ({ scope, body, signal }) => {
    refuseUnknownZone(body.columns);
    return preview(scope, body.text, body.columns, signal);
  });
  http.upload(importFiles, async ({ scope, parts }) => {
    await imports.refuseIfFull(scope.orgId);
    const arrived = await receiveAll(imports, scope, parts);
    if (arrived.length === 0) throw invalidField('file', 'Choose at least one file.');
    const kept = [];
    for (const { received, file } of arrived) kept.push(await imports.keep(received, file));
    return kept;
  });
}

interface Arrived {
  readonly received: Received;
  readonly file: Omit<ArrivedFile, 'content'>;
}

/** All files of a form, on disk; none of them is queued before the form is complete. */
async function receiveAll(imports: Imports, scope: Scope, parts: AsyncIterable<FormPart>): Promise<Arrived[]> {
  const arrived: Arrived[] = [];
  let columns: CountColumns | undefined;
  let source: 'upload' | 'api' = 'api';
  let arriving: Arrived['file'] | undefined;
  try {
    for await (const part of parts) {
      if (part.kind === 'file') {
        const { orgId, userId, actingStaffId } = scope;
        arriving = { orgId, fileName: part.name, source, userId, actingStaffId, columns };
        arrived.push({ received: await imports.store(part.content), file: arriving });
        arriving = undefined;
      } else if (part.field === 'columns') columns = columnsIn(part.text);
      else if (part.field === 'source' && part.text === 'upload') source = 'upload';
      else throw invalidField(part.field, 'is not a field of this form');
    }
    return arrived;
  } catch (error) {
    await Promise.all(arrived.map(({ received }) => imports.discard(received)));
    const isCutOff = error instanceof Refusal && error.code === 'invalid' && error.message.startsWith('The form is');
    if (arriving && isCutOff) await imports.noteCutOff(arriving);
    throw error;
  }
}

function columnsIn(text: string): CountColumns {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidField('columns', 'is not JSON');
  }
  const parsed = countColumns.safeParse(value);
  if (!parsed.success) throw invalidField('columns', 'must name the columns of a count history');
  refuseUnknownZone(parsed.data);
  return parsed.data;
}

function refuseUnknownZone({ timezone }: CountColumns): void {
  if (timezone !== undefined && !isZone(timezone)) throw invalidField('columns.timezone', 'is not a time zone');
}
