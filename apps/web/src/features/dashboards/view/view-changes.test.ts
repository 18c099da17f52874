import { expect, it } from 'vitest';
import { noChanges, withChanges } from './view-changes.ts';

const up = { column: 'sumins', direction: 'ascending' } as const;
const down = { column: 'sumins', direction: 'descending' } as const;

it('[R1106] what a visit changed leaves the rest of a kept view as it is', () => {
  const state = { filter: 'zone:1', dateOverride: '2026-02-14', sorts: { a: up, b: up } };
  expect(withChanges(state, noChanges)).toEqual(state);
  expect(withChanges(state, { view: {}, sorts: { a: down } })).toEqual({ ...state, sorts: { a: down, b: up } });
  expect(withChanges(state, { view: {}, sorts: { a: null } })).toEqual({ ...state, sorts: { b: up } });
  expect(withChanges({}, { view: { filter: null }, sorts: {} })).toEqual({ filter: null });
});
