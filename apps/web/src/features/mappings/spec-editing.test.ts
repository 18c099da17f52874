import type { OutlineNode } from '@atrium/contract/mappings';
import type { MappingSpec } from '@atrium/rules/mapping';
import { expect, it } from 'vitest';
import { type FieldRole, meaningsOf, withMeaning, withoutMeaning } from './spec-editing.ts';

const empty: MappingSpec = {
  format: 'json',
  csv: { delimiter: ',', header: true },
  records: [],
  device: null,
  numbers: 'custom',
  lines: [],
  counting: 'interval',
  modulus: null,
  time: { fields: [], dayFirst: false, zone: 'offset' },
  interval: { kind: 'fixed', seconds: 900, stamp: 'end' },
  status: [],
};
const outline: OutlineNode[] = [{ path: ['data'], name: 'data', kind: 'list', sample: null, count: 2 }];
const path = ['data', 'x'];
const rolesOf = (spec: MappingSpec, field = path) => meaningsOf(spec, field).map(({ role }) => role);

it.each(['ins', 'outs', 'level', 'name', 'time', 'clock', 'end', 'length', 'device', 'status'] as const)(
  '[R647] a field that is chosen as %s means that alone, until it means nothing',
  (role: FieldRole) => {
    const before = withMeaning(empty, ['day'], 'time', 0, outline);
    const chosen = withMeaning(before, path, role, 0, outline);
    // Instead of the first time field, not beside it.
    expect(rolesOf(chosen)).toEqual([role]);
    const other = withMeaning(chosen, path, 'device', 0, outline);
    expect(rolesOf(other)).toEqual(['device']);
    expect(rolesOf(withoutMeaning(chosen, path))).toEqual([]);
  },
);

it('[R647] a count brings its list along, and belongs to the line that is chosen', () => {
  const first = withMeaning(empty, path, 'ins', 0, outline);
  expect([first.records, first.lines.length]).toEqual([['data'], 1]);
  const second = withMeaning(first, ['data', 'y'], 'ins', 1, outline);
  expect(second.lines.map(({ name, ins }) => [name, ins])).toEqual([
    ['Line 1', path],
    ['Line 2', ['data', 'y']],
  ]);
});

it('[R647] a direction takes the count that was chosen before', () => {
  const spec = withMeaning(withMeaning(empty, path, 'ins', 0, outline), ['data', 'way'], 'direction', 0, outline);
  expect(spec.lines[0]).toMatchObject({ ins: null, outs: null, direction: { count: path, field: ['data', 'way'] } });
  expect([rolesOf(spec), rolesOf(spec, ['data', 'way'])]).toEqual([['ins'], ['direction']]);
});
