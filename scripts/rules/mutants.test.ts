import { expect, it } from 'vitest';
import { mutantsOf, planted } from './mutants.ts';

it('plants one small fault at a time, and none in types and imports', () => {
  const text = `import { a } from 'some module';
type Way = 'in or out';
export const isFull = (n: number) => n >= 10 && !a(n);
export const words = 'Too many people';
export const on = true;`;
  const faults = mutantsOf('x.ts', text).map((mutant) => planted(text, mutant).split('\n')[mutant.line - 1]);
  expect(faults).toEqual([
    'export const isFull = (n: number) => n > 10 && !a(n);',
    'export const isFull = (n: number) => n >= 11 && !a(n);',
    'export const isFull = (n: number) => n >= 10 || !a(n);',
    'export const isFull = (n: number) => n >= 10 && a(n);',
    "export const words = 'oo many people';",
    'export const on = false;',
  ]);
});

it('skips the effects of statements and the text of queries, inverts plain conditions, and spares what cannot happen', () => {
  const text = `async function close(tx, room) {
  if (room.isOpen) await tell(room);
  if (!room) throw new Error('It went away');
  return tx.where(and(eq(id, room.id), isNull(gone)));
}`;
  const faults = mutantsOf('x.ts', text).map((mutant) => planted(text, mutant).split('\n')[mutant.line - 1]?.trim());
  expect(faults).toEqual([
    'if (!room.isOpen) await tell(room);',
    'if (room.isOpen) ;',
    "if (room) throw new Error('It went away');",
    'return tx.where(and(undefined, isNull(gone)));',
    'return tx.where(and(eq(id, room.id), undefined));',
  ]);
});
