import type { EstateChange } from '@atrium/contract/estate-files';
import { texts } from './texts.ts';

/** What would happen to a record: that it is new, or each field with both values. */
export function changesInWords({ action, changed }: EstateChange): string[] {
  if (action === 'create') return [texts.create];
  return Object.entries(changed).map(([field, [from, to]]) =>
    texts.change(field, valueInWords(from), valueInWords(to)),
  );
}

function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return texts.none;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
