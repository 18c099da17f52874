import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gridColumns, type Options, type Place, type Widget } from './dashboard.ts';
import { overlaps } from './dashboard-grid.ts';
import { withoutHoles } from './template-layout.ts';
import { type EstateSummary, resolveTemplate } from './template-roles.ts';

let next = 0;
const newId = () => `new-${(next += 1)}`;

const card = (widgetType: string, place: Place, dataOptions: Options, clientOptions: Options = {}): Widget => ({
  widgetId: `${widgetType} ${place.x} ${place.y}`,
  widgetType,
  gridOptions: place,
  dataOptions,
  clientOptions,
});
const at = (x: number, y: number, width = 4, height = 3): Place => ({ x, y, width, height });
const zone = (id: string, countApplication: number, traffic = 0, locationId = 'north') => ({
  id,
  name: id,
  locationId,
  countApplication,
  isDoor: countApplication === 1,
  traffic,
});

const shops: EstateSummary = {
  orgId: 'org',
  name: 'Northgate',
  locations: [
    { id: 'south', name: 'South' },
    { id: 'north', name: 'North' },
  ],
  zones: [zone('main', 1, 50), zone('side', 1, 80), zone('garage', 1, 200, 'south'), zone('tills', 5)],
  spaces: [
    { id: 'cafe', name: 'Café', maxCapacity: 20, hasExpectedWait: true },
    { id: 'hall', name: 'Hall', maxCapacity: 300, hasExpectedWait: false },
  ],
  sources: new Set(['traffic', 'occupancy', 'queue', 'weather', 'expected_wait_time']),
};
const nothing: EstateSummary = { ...shops, locations: [], zones: [], spaces: [], sources: new Set() };

/** The data options of one card with a role. */
function asked(entityRole: string, estate = shops, widgetType = 'line'): Options | undefined {
  return resolveTemplate([card(widgetType, at(0, 0), { entityRole })], estate, newId)[0]?.dataOptions;
}

describe('the role of a card', () => {
  it('[R963] becomes the entities of the organization', () => {
    expect(asked('organization')).toEqual({ entityType: 'organization', entityIds: ['org'] });
    expect(asked('all-locations')).toEqual({ entityType: 'location' });
    expect(asked('first-location')).toEqual({ entityType: 'location', entityIds: ['north'] });
    expect(asked('busiest-location')).toEqual({ entityType: 'location', entityIds: ['south'] });
    expect(asked('busiest-door')).toEqual({ entityType: 'zone', entityIds: ['garage'] });
    expect(asked('busiest-doors')).toEqual({ entityType: 'zone', entityIds: ['garage', 'side', 'main'] });
    expect(asked('all-spaces')).toEqual({ entityType: 'space' });
    expect(asked('first-space')).toEqual({ entityType: 'space', entityIds: ['cafe'] });
    expect(asked('largest-space')).toEqual({ entityType: 'space', entityIds: ['hall'] });
    expect(asked('waiting-space')).toEqual({ entityType: 'space', entityIds: ['cafe'] });
    expect(asked('all-queues')).toEqual({ entityType: 'zone' });
    expect(asked('first-queue')).toEqual({ entityType: 'zone', entityIds: ['tills'] });
  });

  it('[R1111] may be taken from a card again', () => {
    const clock = card('datetime', at(0, 0), { entityRole: null, entityType: 'location', entityId: null });
    expect(resolveTemplate([clock], nothing, newId)).toMatchObject([{ widgetType: 'datetime' }]);
  });

  it('[R963] names one entity on a card about one entity', () => {
    expect(asked('largest-space', shops, 'gauge')).toEqual({
      entityType: 'space',
      entityId: 'hall',
      entityIds: ['hall'],
    });
    expect(asked('all-spaces', shops, 'gauge')).toBeUndefined();
  });

  it('[R964] leaves the card out where the organization has no such entity', () => {
    for (const role of ['organization', 'all-locations', 'busiest-door', 'first-space', 'all-queues'])
      expect([role, asked(role, nothing)]).toEqual([role, undefined]);
    expect(asked('all-areas')).toBeUndefined();
    expect(asked('all-service-points')).toBeUndefined();
    expect(asked('a role of tomorrow')).toBeUndefined();
    const single = { ...shops, locations: shops.locations.slice(0, 1), zones: shops.zones.slice(0, 1) };
    expect(asked('several-locations', single)).toBeUndefined();
    expect(asked('busiest-doors', single)).toBeUndefined();
    expect(asked('several-locations')).toEqual({ entityType: 'location' });
  });

  it('[R964] leaves the card out where the organization does not have its source', () => {
    const sales = card('value', at(0, 0), { entityRole: 'organization', dataSourceType: 'pos' });
    expect(resolveTemplate([sales], shops, newId)).toEqual([]);
    const heading = card('label', at(0, 0), { entityRole: 'all-queues', dataSourceType: 'queue', other: 1 });
    expect(resolveTemplate([heading], shops, newId)[0]?.dataOptions).toEqual({ other: 1 });
    expect(resolveTemplate([heading], nothing, newId)).toEqual([]);
  });

  it('[R963] puts the name of the entity into texts, however it is written', () => {
    const title = { widgetOptions: { title: { enable: true, text: 'Today at {name}' }, tags: ['{name}', 3] } };
    const estate = { ...shops, spaces: [{ id: 'x', name: '$& {name}', maxCapacity: 1, hasExpectedWait: false }] };
    const [made] = resolveTemplate([card('gauge', at(0, 0), { entityRole: 'first-space' }, title)], estate, newId);
    expect(made?.clientOptions).toEqual({
      widgetOptions: { title: { enable: true, text: 'Today at $& {name}' }, tags: ['$& {name}', 3] },
    });
  });

  it('[R963] gives every card a new id and keeps what it does not know', () => {
    const made = resolveTemplate(
      [
        { ...card('hologram', { ...at(0, 0), minWidth: 2 } as Place, { depth: 3 }), extra: true } as Widget,
        card('spacer', at(4, 0), {}),
      ],
      shops,
      newId,
    );
    expect(new Set(made.map(({ widgetId }) => widgetId)).size).toBe(2);
    expect(made.every(({ widgetId }) => widgetId.startsWith('new-'))).toBe(true);
    expect(made[0]).toMatchObject({
      widgetType: 'hologram',
      dataOptions: { depth: 3 },
      gridOptions: { minWidth: 2 },
      extra: true,
    });
  });
});

const placed = (cards: readonly (readonly [string, Place])[], gone: readonly string[]) => {
  const all = cards.map(([widgetId, gridOptions]) => ({ widgetId, gridOptions }));
  const kept = new Set(cards.map(([id]) => id).filter((id) => !gone.includes(id)));
  return Object.fromEntries(withoutHoles(all, kept));
};

describe('the room of a card that is left out', () => {
  const example = [
    ['a', at(0, 0, 4, 3)],
    ['b', at(4, 0, 4, 3)],
    ['c', at(8, 0, 4, 3)],
    ['map', at(0, 3, 8, 6)],
    ['d', at(8, 3, 4, 2)],
    ['e', at(8, 5, 4, 4)],
    ['table', at(0, 9, 12, 5)],
  ] as const;

  it('[R964] goes to the cards beside it', () => {
    expect(placed(example, ['b'])).toMatchObject({ a: at(0, 0, 6, 3), c: at(6, 0, 6, 3), map: at(0, 3, 8, 6) });
    expect(placed(example, ['d'])).toMatchObject({ a: at(0, 0), map: at(0, 3, 8, 6), e: at(8, 3, 4, 6) });
    expect(placed(example, ['d', 'e'])).toMatchObject({ map: at(0, 3, 12, 6), table: at(0, 9, 12, 5) });
    expect(placed(example, ['map'])).toMatchObject({ d: at(0, 3, 12, 2), e: at(0, 5, 12, 4) });
  });

  it('[R964] goes to the cards below it where nothing is beside it', () => {
    expect(placed(example, ['a', 'b', 'c'])).toEqual({
      map: at(0, 0, 8, 6),
      d: at(8, 0, 4, 2),
      e: at(8, 2, 4, 4),
      table: at(0, 6, 12, 5),
    });
  });

  it('[R964] changes nothing when every card is kept', () => {
    expect(placed(example, [])).toEqual(Object.fromEntries(example));
  });

  it('[R964] leaves no hole in any layout without holes', () => {
    /** Splits the room again and again, across and down. */
    const split = (room: Place, choices: readonly number[]): Place[] => {
      const [choice = 0, ...rest] = choices;
      const [isAcross, share] = [choice % 2 === 0, (choice % 7) + 2];
      const length = isAcross ? room.width : room.height;
      const first = Math.min(length - 1, Math.max(1, Math.round(length / share)));
      if (choices.length === 0 || length < 2) return [room];
      const half = Math.ceil(rest.length / 2);
      const [one, other] = isAcross
        ? [
            { ...room, width: first },
            { ...room, x: room.x + first, width: length - first },
          ]
        : [
            { ...room, height: first },
            { ...room, y: room.y + first, height: length - first },
          ];
      return [...split(one, rest.slice(0, half)), ...split(other, rest.slice(half))];
    };
    const layouts = fc.array(fc.nat(100), { maxLength: 12 }).chain((choices) => {
      const places = split({ x: 0, y: 0, width: gridColumns, height: 20 }, choices);
      return fc.tuple(
        fc.constant(places),
        fc.subarray(
          places.map((_, index) => String(index)),
          { minLength: 1 },
        ),
      );
    });
    fc.assert(
      fc.property(layouts, ([places, kept]) => {
        const cards = places.map((gridOptions, index) => ({ widgetId: String(index), gridOptions }));
        const after = [...withoutHoles(cards, new Set(kept)).values()];
        expect(after).toHaveLength(kept.length);
        const bottom = Math.max(...after.map(({ y, height }) => y + height));
        const area = after.reduce((sum, { width, height }) => sum + width * height, 0);
        expect(area).toBe(gridColumns * bottom);
        expect(after.some((one, i) => after.some((other, j) => i < j && overlaps(one, other)))).toBe(false);
        expect(bottom).toBeLessThanOrEqual(20);
      }),
      { seed: 20260118, numRuns: 500 },
    );
  });

  it('[R964] is never covered twice where cards interlock', () => {
    const pinwheel = [
      ['a', at(0, 0, 8, 4)],
      ['b', at(8, 0, 4, 8)],
      ['c', at(4, 8, 8, 4)],
      ['d', at(0, 4, 4, 8)],
      ['e', at(4, 4, 4, 4)],
    ] as const;
    for (const [gone] of pinwheel) {
      const after = Object.values(placed(pinwheel, [gone]));
      expect(after).toHaveLength(4);
      expect(after.some((one, i) => after.some((other, j) => i < j && overlaps(one, other)))).toBe(false);
      expect(after.every(({ x, width }) => x >= 0 && x + width <= gridColumns)).toBe(true);
    }
  });
});
