import { expect, it } from 'vitest';
import { preferredType } from './preferred-type.ts';

const offered = ['application/json', 'text/csv', 'application/vnd.apache.arrow.stream'] as const;

it.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['text/csv', 'text/csv'],
  ['TEXT/CSV; charset=utf-8', 'text/csv'],
  ['text/*', 'text/csv'],
  ['text/csv, */*', 'text/csv'],
  ['application/json, text/plain, */*', 'application/json'],
  ['text/csv;q=0.5, application/vnd.apache.arrow.stream;q=0.8', 'application/vnd.apache.arrow.stream'],
  ['text/csv;q=0.5, application/json;q=0.4', 'text/csv'],
  ['text/csv, application/json', 'application/json'],
  ['*/*;q=0.1, text/csv;q=0', 'application/json'],
  ['application/*, text/csv;q=0.9', 'application/json'],
])('[R780] answers Accept %j with %s', (accept, type) => {
  expect(preferredType(accept, offered)).toBe(type);
});

it.each(['text/html', 'image/*;q=0.8', 'application/json;q=0', 'nonsense', '', ',;=', 'text/csv;q=2', 'text/csv;q=x'])(
  '[R780] answers JSON to Accept %j, which fits nothing',
  (accept) => {
    expect(preferredType(accept, offered)).toBe('application/json');
  },
);
