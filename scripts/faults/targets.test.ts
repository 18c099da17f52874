import { expect, it } from 'vitest';
import { stagesOf } from './targets.ts';

const testsOf = (path: string) => stagesOf(path).flatMap((stage) => ('tests' in stage ? stage.tests : []));
const ofServer = (name: string) => `apps/server/test/${name}.test.ts`;

it('runs the tests of all data calls for a fault in what answers them', () => {
  const found = testsOf('apps/server/src/analytics/shape.ts');
  expect(found[0]).toBe('apps/server/src/analytics/shape.test.ts');
  const names = ['explanation', 'explained-spaces', 'random-questions', 'random-spaces', 'like-for-like', 'exports'];
  expect(found).toEqual(expect.arrayContaining(names.map(ofServer)));
  expect(new Set(found).size).toBe(found.length);
});

it('runs the tests of its calls for a fault in a feature, and no others', () => {
  const found = testsOf('apps/server/src/features/spaces/resets.ts');
  expect(found).toContain(ofServer('occupancy-resets'));
  expect(found).not.toContain(ofServer('like-for-like'));
});
