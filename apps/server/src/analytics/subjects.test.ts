import { type AskedMetric, metricsNamed } from '@atrium/metrics/catalog';
import { describe, expect, it } from 'vitest';
import { refuseJoining } from './subjects.ts';

describe('[R764] a metric that has no value for several entities', () => {
  const [ins] = metricsNamed('traffic', ['ins']);
  const intensive: AskedMetric = { ...ins!, metric: { ...ins!.metric, disableAggregatingEntities: true } };
  const asking = (more: object) => () => refuseJoining([ins!, intensive], { entityType: 'space', ...more });

  it('is refused where entities are combined, and only there', () => {
    expect(asking({ aggregate: true })).toThrow('Ins has no value for several entities together.');
    expect(asking({ metaProperty: 'Region' })).toThrow('Ins has no value for several entities together.');
    expect(asking({ aggregate: false })).not.toThrow();
    expect(() => refuseJoining([ins!], { entityType: 'space', aggregate: true })).not.toThrow();
  });
});
