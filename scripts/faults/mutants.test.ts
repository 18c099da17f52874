import { expect, it } from 'vitest';
import { mutantsOf, planted } from './mutants.ts';

it('plants one small fault at a time, and none in types, imports and summaries', () => {
  const text = `import { a } from 'some module';
type Way = 'in or out';
export const isFull = (n: number) => n >= 10 && !a(n);
export const words = 'Too many people';
export const on = true;
export const call = { summary: 'All calls' };`;
  expect(linesOf(text)).toEqual([
    'export const isFull = (n: number) => n > 10 && !a(n);',
    'export const isFull = (n: number) => n >= 11 && !a(n);',
    'export const isFull = (n: number) => n >= 10 || !a(n);',
    'export const isFull = (n: number) => n >= 10 && a(n);',
    "export const words = 'oo many people';",
    'export const on = false;',
  ]);
});

it('changes sums, leaves out refusals and steps of a chain, and answers with nothing', () => {
  const text = `function open(rows) {
  if (rows.length === 0) throw refusal(404);
  const shift = rows.length * 2 + base;
  return rows.filter(isOpen).map((row) => row.at - shift);
}`;
  expect(linesOf(text)).toEqual([
    'if (rows.length !== 0) throw refusal(404);',
    'if (rows.length === 1) throw refusal(404);',
    'if (rows.length === 0) ;',
    'if (rows.length === 0) throw refusal(405);',
    'const shift = rows.length / 2 + base;',
    'const shift = rows.length * 3 + base;',
    'const shift = rows.length * 2 - base;',
    'return [];',
    'return rows.map((row) => row.at - shift);',
    'return rows.filter(isOpen).map((row) => row.at + shift);',
  ]);
});

it('leaves out what a statement does and what a query asks, turns plain conditions, and spares what cannot happen', () => {
  const text = `async function close(tx, room) {
  if (room.isOpen) await tell(room);
  if (!room) throw new Error('It went away');
  return tx.where(and(eq(id, room.id), isNull(gone)));
}`;
  expect(linesOf(text)).toEqual([
    'if (!room.isOpen) await tell(room);',
    'if (room.isOpen) ;',
    "if (room) throw new Error('It went away');",
    'return tx;',
    'return tx.where(and(undefined, isNull(gone)));',
    'return tx.where(and(eq(id, room.id), undefined));',
  ]);
});

/** The changed line of every fault. */
function linesOf(text: string): (string | undefined)[] {
  return mutantsOf('x.ts', text).map((mutant) => planted(text, mutant).split('\n')[mutant.line - 1]?.trim());
}
