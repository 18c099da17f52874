import { expect, it } from 'vitest';
import { createAssertionCheck } from './assertions.ts';

const files: Record<string, string> = {
  'test/helper.ts': `
    import { deeper } from './deeper.ts';
    export const sees = async () => deeper();
    export const opens = async () => {};
    export const screen = { shows() { expect(1).toBe(1); } };
  `,
  'test/deeper.ts': 'export function deeper() { expect(1).toBe(1); }',
};
const found = (text: string) =>
  createAssertionCheck((path) => (path === 'test/a.test.ts' ? text : files[path]))('test/a.test.ts');

it.each([
  ['a direct assertion', "it('one', () => { expect(1).toBe(1); });"],
  ['one that is polled', "it('one', async () => { await expect.poll(() => 1).toBe(1); });"],
  ['assert', "test('one', () => assert.equal(1, 1));"],
  ['a table of tests', "it.each([1])('one', () => { expect(1).toBe(1); });"],
  ['a function of the file', "const check = () => expect(1).toBe(1); it('one', () => check());"],
  ['a function that is passed on', "const check = () => expect(1).toBe(1); it('one', () => [1].forEach(check));"],
  ['a function in place of a body', "function check() { expect(1).toBe(1); } it('one', check);"],
  ['a helper of a helper', "import { sees } from './helper.ts'; it('one', () => sees());"],
  ['a method of a helper', "import { screen } from './helper.ts'; it('one', () => screen.shows());"],
])('accepts %s', (_, text) => {
  expect(found(text)).toEqual([]);
});

it.each([
  ['a test without assertions', "it('one', () => run());"],
  ['a helper without assertions', "import { opens } from './helper.ts'; it('one', () => opens());"],
  ['an assertion in another test', "it('one', () => {}); it('two', () => { expect(1).toBe(1); });"],
  ['functions that call each other', "const a = () => b(); const b = () => a(); it('one', () => a());"],
])('finds %s', (_, text) => {
  expect(found(text)).toEqual(["'one'"]);
});
