import { array, assert, constantFrom, property } from 'fast-check';
import { expect, it } from 'vitest';
import {
  folders,
  isUnfinishedName,
  pathOf,
  placeAt,
  processingName,
  readProcessingName,
  stampedAt,
  stampOf,
} from './places.ts';

it.each([
  ['/', '/'],
  ['', '/'],
  ['.', '/'],
  ['/incoming/..', '/'],
  ['incoming', '/incoming'],
  ['/incoming/pos.csv', '/incoming/pos.csv'],
  ['//incoming/./pos 1.csv', '/incoming/pos 1.csv'],
  ['/../../incoming/pos.csv', '/incoming/pos.csv'],
])('[S132] %j leads to %s', (path, place) => {
  expect(pathOf(placeAt(path)!)).toBe(place);
});

it.each([
  '/etc/passwd',
  '../../etc/passwd',
  '/incoming/a/b',
  '/incoming/a\\b',
  '/incoming/a\0b',
  '/incoming/a\nb',
  '/.writing',
  '/writing/x',
  `/incoming/${'x'.repeat(201)}`,
  '/'.repeat(1001),
])('[S132] nothing is at %j', (path) => {
  expect(placeAt(path)).toBeUndefined();
});

const pieces = ['/', '/', '..', '.', '\\', '\0', '~', 'incoming', 'done', 'etc', 'x.csv', '\u2025', '\ud800'];

it('[S132] no path leads out of the folders', () => {
  assert(
    property(array(constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      for (const path of [text, `/incoming/${text}`, `../${text}`]) {
        const place = placeAt(path);
        if (!place) return;
        expect([null, ...folders]).toContain(place.folder);
        expect(place.name ?? '').not.toMatch(/[/\\\0]|^\.\.?$/);
      }
    }),
  );
});

it('knows unfinished names, and reads its own marks', () => {
  expect(['a.csv', 'a.part', '.a', 'A.TMP', 'a.filepart'].map(isUnfinishedName)).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  const mark = stampOf(new Date('2026-03-04T12:00:00Z'));
  expect(readProcessingName(processingName(mark, 'a~b.csv'))).toEqual({ mark, name: 'a~b.csv', isHandedOver: false });
  expect(readProcessingName('a.csv')).toBeUndefined();
  expect([stampedAt(mark), stampedAt('x')]).toEqual([Date.parse('2026-03-04T12:00:00Z'), 0]);
});

it.each(['a\u2028b.csv', 'a\u2029', '~'])('[I220] reads its own mark before a file named %j', (name) => {
  const mark = stampOf(new Date('2026-03-04T12:00:00Z'));
  expect(placeAt(`/incoming/${name}`)).toBeDefined();
  expect(readProcessingName(processingName(mark, name))).toEqual({ mark, name, isHandedOver: false });
});
