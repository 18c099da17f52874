import { importTemplates, type ImportType } from '@atrium/rules/import-file';

/** An address of a template file that the browser holds itself. */
export function templateUrl(type: ImportType): string {
  return `data:text/csv;charset=utf-8,${encodeURIComponent(importTemplates[type])}`;
}
