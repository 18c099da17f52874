import { describe, expect, it } from 'vitest';
import { readDocument } from './document.ts';

const csv = (text: string) => readDocument(Buffer.from(text), { format: 'csv', csv: { delimiter: ',', header: true } });
const header = Array.from({ length: 200 }, (_, index) => `column ${index}`).join(',');

describe('a table', () => {
  it('[S147] of short rows below a wide header has only the cells that were sent', () => {
    const read = csv(`${header}\n${'1,2\n'.repeat(9_999)}`);
    const rows = read.ok ? (read.top as object[]) : [];
    expect(rows).toHaveLength(9_999);
    expect(rows.at(-1)).toEqual({ 'column 0': '1', 'column 1': '2' });
  });

  it('[S147] with more cells than a week of minutes is not read', () => {
    expect(csv(`${header}\n${`${'1,'.repeat(199)}1\n`.repeat(1_200)}`).ok).toBe(true);
    expect(csv(`${header}\n${`${'1,'.repeat(199)}1\n`.repeat(1_300)}`)).toEqual({ ok: false, flaw: 'too_wide' });
  });
});
