import { expect, it } from 'vitest';
import type { Options, Widget } from './dashboard.ts';
import { cardsOfOneOrganization, withRoles } from './template-cards.ts';

const card = (dataOptions: Options): Widget => ({
  widgetId: 'a',
  widgetType: 'line',
  gridOptions: { x: 0, y: 0, width: 4, height: 6 },
  dataOptions,
  clientOptions: { kept: true },
});
const roleOf = (options: Options) => withRoles([card(options)])[0]?.dataOptions;

it('[R970] puts roles in place of the entities of an organization', () => {
  expect(roleOf({ entityType: 'organization', entityIds: ['o'], orgId: 'o', metrics: ['ins'] })).toEqual({
    entityRole: 'organization',
    metrics: ['ins'],
  });
  expect(roleOf({ entityType: 'location' })).toEqual({ entityRole: 'all-locations' });
  expect(roleOf({ entityType: 'location', entityId: 'l' })).toEqual({ entityRole: 'busiest-location' });
  expect(roleOf({ entityType: 'space', entityIds: ['s'] })).toEqual({ entityRole: 'largest-space' });
  expect(roleOf({ entityType: 'zone', entityIds: ['a', 'b'] })).toEqual({ entityRole: 'busiest-doors' });
  expect(roleOf({ entityType: 'zone', entityIds: ['a'], dataSourceType: 'queue' })).toEqual({
    entityRole: 'first-queue',
    dataSourceType: 'queue',
  });
  expect(roleOf({ entityType: 'sensor', entityIds: ['x'] })).toEqual({ entityType: 'sensor', entityIds: ['x'] });
  expect(roleOf({ entityType: 'zone', partsOf: 'location:l' })).toEqual({ entityRole: 'busiest-doors' });
  expect(roleOf({})).toEqual({});
});

it('[R970] counts the cards that still name entities', () => {
  const cards = [card({ entityType: 'sensor', entityIds: ['x'] }), card({ entityIds: [] }), card({ entityId: 'y' })];
  expect(cardsOfOneOrganization([...cards, card({ partsOf: 'location:l' })])).toBe(3);
  expect(cardsOfOneOrganization(cards)).toBe(2);
});
