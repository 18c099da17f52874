import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  copyName,
  type DashboardDocument,
  describedAs,
  mergedOptions,
  titleProblems,
  type Widget,
} from './dashboard.ts';
import { applyOperations, contested, inverseOf, type Operation, rebased } from './dashboard-edits.ts';
import { firstHole, overlaps, withoutOverlaps } from './dashboard-grid.ts';
import { widgetSizes } from './widget-types.ts';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const widget = (n: number, x = 0, y = n * 3, width = 4, height = 3): Widget => ({
  widgetId: id(n),
  widgetType: 'value',
  gridOptions: { x, y, width, height },
  dataOptions: { n },
  clientOptions: {},
});
const start: DashboardDocument = { name: 'Stores', description: null, widgets: [widget(1), widget(2), widget(3)] };
const configure = (n: number, text: string): Operation => ({
  kind: 'configure',
  widgetId: id(n),
  dataOptions: { text },
  clientOptions: {},
});
const move = (n: number, x: number, y: number): Operation => ({
  kind: 'place',
  widgetId: id(n),
  place: { x, y, width: 4, height: 3 },
  pushed: [],
});
const remove = (n: number): Operation => ({ kind: 'remove', widgetId: id(n) });
const newId = () => id(99);
const none = new Map<string, 'mine'>();

/** Operations of one person, about cards 1 to 5; those from 4 on are new. */
const operations = fc.array(
  fc.oneof(
    fc.integer({ min: 1, max: 5 }).map(remove),
    fc.tuple(fc.integer({ min: 1, max: 5 }), fc.string()).map(([n, text]) => configure(n, text)),
    fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 30 }))
      .map(([n, x, y]) => move(n, x, y)),
    fc.integer({ min: 4, max: 5 }).map((n): Operation => ({ kind: 'add', widget: widget(n) })),
    fc.string().map((name): Operation => ({ kind: 'rename', name, description: null })),
  ),
  { maxLength: 8 },
);
const byId = ({ widgets }: DashboardDocument) => new Map(widgets.map((each) => [each.widgetId, each]));

describe('a dashboard', () => {
  it('[R267] [R269] [R270] has a name, which a copy carries on, and no empty description', () => {
    expect(titleProblems({ name: ' ', description: null })).toEqual([
      { path: 'name', message: 'Dashboard must have a name' },
    ]);
    expect(copyName('Stores')).toBe('Copy of Stores');
    expect(describedAs('  ')).toBeNull();
  });

  it('[R283] merges saved settings and replaces lists whole', () => {
    const before = { title: { enable: true, text: 'Old' }, metrics: ['ins', 'outs'] };
    expect(mergedOptions(before, { title: { text: 'New' }, metrics: ['ins'] })).toEqual({
      title: { enable: true, text: 'New' },
      metrics: ['ins'],
    });
  });

  it('[R301] [R302] [R303] [R304] gives cards the sizes of the gallery: single cards, charts, date-time, images', () => {
    expect(widgetSizes.value).toEqual({ width: 6, height: 3, minWidth: 4, minHeight: 3 });
    expect(widgetSizes.line).toEqual({ width: 4, height: 6, minWidth: 3, minHeight: 4 });
    expect(widgetSizes.datetime).toMatchObject({ width: 4, height: 2 });
    expect(widgetSizes.image).toMatchObject({ width: 4, height: 4 });
  });

  it('[R305] [R306] [R307] [R308] [R309] and sensor images, weather, labels, links, spacers, radial gauges', () => {
    expect(widgetSizes['sensor-image']).toMatchObject({ width: 4, height: 8 });
    expect(widgetSizes.weather).toMatchObject({ width: 8, height: 3 });
    expect(widgetSizes.label).toEqual(widgetSizes.link);
    expect(widgetSizes.label).toMatchObject({ width: 4, height: 1 });
    expect(widgetSizes.spacer).toEqual({ width: 4, height: 1, minWidth: 1, minHeight: 1 });
    expect(widgetSizes['radial-gauge']).toMatchObject({ width: 4, height: 6 });
  });
});

describe('the grid', () => {
  it('puts a new card into the first hole that fits', () => {
    const widgets = [widget(1, 0, 0), widget(2, 8, 0), widget(3, 0, 3, 12, 2)];
    expect(firstHole(widgets, 4, 3)).toEqual({ x: 4, y: 0 });
    expect(firstHole(widgets, 5, 3)).toEqual({ x: 0, y: 5 });
  });

  it('moves down what is in the way of a card, and nothing else', () => {
    const widgets = [widget(1, 0, 0), widget(2, 0, 2), widget(3, 8, 20)];
    const [first, second, third] = withoutOverlaps(widgets, new Set([id(2)]));
    expect(second).toBe(widgets[1]);
    expect(third).toBe(widgets[2]);
    expect(first!.gridOptions.y).toBe(5);
  });

  it('never leaves an overlap, however cards were dropped', () => {
    const places = fc.array(fc.record({ x: fc.integer({ min: 0, max: 8 }), y: fc.integer({ min: 0, max: 12 }) }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(places, fc.integer({ min: 0, max: 11 }), (dropped, kept) => {
        const settled = withoutOverlaps(
          dropped.map(({ x, y }, n) => widget(n, x, y)),
          new Set([id(kept)]),
        );
        for (const [n, one] of settled.entries())
          for (const other of settled.slice(n + 1)) expect(overlaps(one.gridOptions, other.gridOptions)).toBe(false);
        const own = settled[kept];
        if (own) expect(own.gridOptions).toMatchObject(dropped[kept]!);
      }),
    );
  });
});

describe('edits of a dashboard', () => {
  it('are taken back one by one, to the very document before', () => {
    fc.assert(
      fc.property(operations, (edits) => {
        const undo: (readonly Operation[])[] = [];
        let document = start;
        for (const edit of edits) {
          undo.unshift(inverseOf(document, edit));
          document = applyOperations(document, [edit]);
        }
        const back = undo.reduce<DashboardDocument>((now, inverse) => applyOperations(now, inverse), document);
        expect(byId(back)).toEqual(byId(start));
        expect(back.name).toBe(start.name);
      }),
      { numRuns: 500 },
    );
  });

  it('of two people on different cards, or on different parts of one, are kept silently', () => {
    const mine = [configure(1, 'mine'), move(2, 8, 0)];
    const theirs = [move(1, 8, 9), configure(3, 'theirs')];
    expect(contested(mine, theirs)).toEqual([]);
    const merged = applyOperations(
      applyOperations(start, theirs),
      rebased({ base: start, mine, theirs, choices: none, newId }),
    );
    expect(byId(merged).get(id(1))).toMatchObject({ gridOptions: { x: 8, y: 9 }, dataOptions: { text: 'mine' } });
    expect(byId(merged).get(id(2))).toMatchObject({ gridOptions: { x: 8, y: 0 } });
    expect(byId(merged).get(id(3))).toMatchObject({ dataOptions: { text: 'theirs' } });
  });

  it.each([
    ['mine', { [id(1)]: 'mine' }],
    ['theirs', { [id(1)]: 'theirs' }],
    ['copy', { [id(1)]: 'theirs', [id(99)]: 'mine' }],
  ] as const)('of two people on the same card are a choice: %s', (choice, expected) => {
    const [mine, theirs] = [[configure(1, 'mine')], [configure(1, 'theirs')]];
    expect(contested(mine, theirs)).toEqual([{ kind: 'widget', widgetId: id(1) }]);
    const own = rebased({ base: start, mine, theirs, choices: new Map([[id(1), choice]]), newId });
    const merged = byId(applyOperations(applyOperations(start, theirs), own));
    expect(
      Object.fromEntries(
        [id(1), id(99)].flatMap((each) => (merged.has(each) ? [[each, merged.get(each)!.dataOptions['text']]] : [])),
      ),
    ).toEqual(expected);
  });

  it('bring a card back that someone removed, if its editor says so', () => {
    const [mine, theirs] = [[configure(1, 'mine')], [remove(1)]];
    const own = rebased({ base: start, mine, theirs, choices: new Map([[id(1), 'mine']]), newId });
    expect(byId(applyOperations(applyOperations(start, theirs), own)).get(id(1))).toMatchObject({
      dataOptions: { text: 'mine' },
    });
  });

  it('[R973] ask about a card that both removed, if one of them undid it', () => {
    const undone: Operation[] = [remove(1), { kind: 'add', widget: widget(1) }, configure(1, 'theirs')];
    expect(contested([remove(1)], undone)).toEqual([{ kind: 'widget', widgetId: id(1) }]);
    expect(contested(undone, [remove(1)])).toEqual([{ kind: 'widget', widgetId: id(1) }]);
    expect(contested(undone, [configure(1, 'mine')])).toEqual([{ kind: 'widget', widgetId: id(1) }]);
    expect(contested([remove(1)], [remove(1)])).toEqual([]);
  });

  it('leave a card where the other person put it, if it only had to make way', () => {
    const mine: Operation[] = [
      {
        kind: 'place',
        widgetId: id(1),
        place: { x: 0, y: 3, width: 4, height: 3 },
        pushed: [{ widgetId: id(2), place: { x: 0, y: 6, width: 4, height: 3 } }],
      },
    ];
    const theirs = [move(2, 8, 0)];
    const own = rebased({ base: start, mine, theirs, choices: none, newId });
    expect(byId(applyOperations(applyOperations(start, theirs), own)).get(id(2))).toMatchObject({
      gridOptions: { x: 8, y: 0 },
    });
  });

  it('keep a new name apart from cards that someone replaced whole', () => {
    const rename: Operation = { kind: 'rename', name: 'Mine', description: null };
    const replace: Operation = { kind: 'replace', widgets: [widget(7)] };
    expect(contested([], [replace])).toEqual([]);
    expect(contested([rename], [replace])).toEqual([]);
    expect(contested([replace], [rename])).toEqual([]);
    const [mine, theirs] = [[configure(1, 'mine'), rename], [replace]];
    expect(contested(mine, theirs)).toEqual([{ kind: 'all' }]);
    for (const [choice, ids] of [
      ['theirs', [id(7)]],
      ['mine', [id(1), id(2), id(3)]],
    ] as const) {
      const own = rebased({ base: start, mine, theirs, choices: new Map([['all', choice]]), newId });
      const merged = applyOperations(applyOperations(start, theirs), own);
      expect(merged.name).toBe('Mine');
      expect([...byId(merged).keys()]).toEqual(ids);
    }
  });

  it('[R1120] stay a restore when they win over what someone else did, unless it was undone', () => {
    const restore: Operation = { kind: 'replace', widgets: [widget(7)], restored: 4 };
    const undone: Operation = { kind: 'replace', widgets: start.widgets };
    const theirs = [configure(1, 'theirs')];
    const mineOf = (mine: readonly Operation[]) =>
      rebased({ base: start, mine, theirs, choices: new Map([['all', 'mine']]), newId });
    expect(mineOf([restore])).toEqual([restore]);
    expect(mineOf([restore, undone])).toEqual([undone]);
  });

  it('lose nothing of either person unless a person chose so, in 500 random pairs', () => {
    fc.assert(
      fc.property(operations, operations, (mine, theirs) => {
        const after = applyOperations(start, theirs);
        const own = rebased({ base: start, mine, theirs, choices: none, newId });
        const merged = byId(applyOperations(after, own));
        const disputed = new Set(
          contested(mine, theirs).flatMap((each) => (each.kind === 'widget' ? [each.widgetId] : [])),
        );
        const [ours, others, before] = [byId(applyOperations(start, mine)), byId(after), byId(start)];
        for (const n of [1, 2, 3]) {
          const key = id(n);
          if (disputed.has(key)) {
            expect(merged.get(key)).toEqual(others.get(key));
            continue;
          }
          for (const part of ['gridOptions', 'dataOptions'] as const) {
            const [base, own_, other, result] = [before, ours, others, merged].map((each) => each.get(key)?.[part]);
            const isMine = JSON.stringify(own_) !== JSON.stringify(base);
            expect(result).toEqual(isMine ? own_ : other);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
