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
