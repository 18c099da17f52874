import type { DashboardDocument, Widget } from '@atrium/rules/dashboard';
import { applyOperations, type Choice, keyOfContested, type Operation } from '@atrium/rules/dashboard-edits';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  add,
  configure,
  FakeServer,
  move,
  type Network,
  person,
  remove,
  rename,
  settle,
  start,
  widget,
} from './testing.ts';

const edits = ['configure', 'move', 'push', 'add', 'remove', 'rename', 'undo', 'redo'] as const;
const step = fc.record({
  who: fc.integer({ min: 0, max: 1 }),
  what: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...edits) },
    { weight: 10, arbitrary: fc.constantFrom('wait', 'network', 'reload', 'look') },
    { weight: 1, arbitrary: fc.constant('replace') },
  ),
  card: fc.nat(20),
  ms: fc.constantFrom(100, 1_000, 5_000, 20_000),
  network: fc.constantFrom<Network>('up', 'down', 'lost-reply'),
});
const choices: readonly Choice[] = ['theirs', 'mine', 'copy'];

/** Every edit writes a value of its own, so that a document tells which edits it has. */
function valuesIn({ name, widgets }: DashboardDocument): ReadonlyMap<string, string> {
  const cards = widgets.flatMap(({ widgetId, dataOptions, gridOptions }): [string, string][] => [
    [`${widgetId} options`, String(dataOptions['text'])],
    [`${widgetId} place`, `y${gridOptions.y}`],
  ]);
  return new Map([['title', name], ...cards]);
}

/**
 * Which value was on screen when the next one was written. An edit is lost if nobody who wrote later, or removed the
 * card, had seen it. Cards that make way for another follow what is seen, but nobody chose where they are.
 */
class Ledger {
  readonly #seen = new Map<string, string[]>();
  readonly #written = new Map<string, string[]>();
  readonly #seenByRemovers = new Map<string, string[]>();

  /** What one person did in one step. An undo also puts cards back that had made way. */
  note(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>, isUndo: boolean): void {
    for (const [key, seen] of before) {
      const value = after.get(key);
      if (value === undefined) push(this.#seenByRemovers, key, seen);
      else if (value !== seen) {
        push(this.#seen, `${key} ${value}`, seen);
        if (!hasMadeWay(value) && !(isUndo && hasMadeWay(seen))) push(this.#written, key, value);
      }
    }
  }

  lost(key: string, final: string | undefined): string[] {
    const has = new Set<string>();
    const open = [...(this.#seenByRemovers.get(key) ?? []), ...(final === undefined ? [] : [final])];
    for (let value = open.pop(); value !== undefined; value = open.pop()) {
      if (has.has(value)) continue;
      has.add(value);
      open.push(...(this.#seen.get(`${key} ${value}`) ?? []));
    }
    return (this.#written.get(key) ?? []).filter((value) => !has.has(value));
  }

  get keys(): Iterable<string> {
    return this.#written.keys();
  }
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

it('[R973] two people lose nothing without a choice, in 500 random sequences with a bad network', async () => {
  let [kept, asked, undone] = [0, 0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const server = new FakeServer();
      const first = { ...start, widgets: [1, 2, 3, 4, 5].map((n) => widget(n, 'first')) };
      server.document = first;
      const people = [person(server, 'Ada'), person(server, 'Grace')];
      const ledger = new Ledger();
      const disputed = new Set<string>();
      let counter = 100;
      const answer = async (who: number) => {
        const { conflict } = people[who]!.store.state;
        if (!conflict) return;
        const keys = conflict.contested.map(keyOfContested);
        for (const key of keys) disputed.add(key);
        people[who]!.store.choose(new Map(keys.map((key, at) => [key, choices[(counter + at) % 3]!])));
        await settle();
      };
      for (const { who, what, card, ms, network } of steps) {
        const own = people[who]!;
        const { store } = own;
        const { document } = store.state;
        const { widgets } = document;
        const target = widgets[card % Math.max(widgets.length, 1)];
        const n = Number(target?.widgetId.slice(-12));
        counter += 1;
        const y = counter * 100;
        const other = widgets.find((each) => each !== target);
        if (what === 'wait') await own.clock.pass(ms);
        else if (what === 'network') own.state.network = network;
        else if (what === 'look') store.receive(server.saved);
        else if (what === 'reload') {
          own.state.network = 'down';
          await settle();
          people[who] = person(server, who === 0 ? 'Ada' : 'Grace', own.storage);
        } else if (what === 'add') store.edit([add(counter)]);
        else if (what === 'rename') store.edit([rename(`n${counter}`)]);
        else if (what === 'undo') store.undo();
        else if (what === 'redo') store.redo();
        else if (what === 'replace') store.edit([restore(widgets, counter)]);
        else if (target && what === 'remove') store.edit([remove(n)]);
        else if (target && what === 'configure') store.edit([configure(n, `t${counter}`)]);
        else if (target && what === 'push' && other) store.edit([move(n, y, [below(other, y)])]);
        else if (target) store.edit([move(n, y)]);
        if (isEdit(what)) {
          ledger.note(valuesIn(document), valuesIn(store.state.document), what === 'undo' || what === 'redo');
          if (what === 'undo' && store.state.document !== document) undone += 1;
        }
        if (card % 4 === 0) await answer(who);
      }
      for (let round = 0; round < 6; round += 1)
        for (const who of [0, 1]) {
          people[who]!.state.network = 'up';
          await people[who]!.clock.pass(60_000);
          await answer(who);
        }
      for (const { store, storage } of people) {
        store.receive(server.saved);
        expect(store.state).toMatchObject({ saveState: 'saved', conflict: undefined });
        expect(store.state.document).toEqual(server.document);
        expect(storage.getItem('dashboard')).toBeNull();
      }
      // What happened replays to what there is.
      const everything = server.edits.flatMap(({ operations }) => operations);
      expect(applyOperations(first, everything)).toEqual(server.document);
      const final = valuesIn(server.document);
      for (const key of ledger.keys) {
        const [whole] = key.split(' ');
        if (disputed.has(whole!) || (disputed.has('all') && whole !== 'title')) {
          asked += 1;
          continue;
        }
        expect(ledger.lost(key, final.get(key))).toEqual([]);
        kept += 1;
      }
    }),
    { numRuns: 500 },
  );
  // Each outcome happened often enough to mean something.
  expect(kept).toBeGreaterThan(500);
  expect(asked).toBeGreaterThan(100);
  expect(undone).toBeGreaterThan(100);
});

function isEdit(what: string): boolean {
  return what === 'replace' || (edits as readonly string[]).includes(what);
}

/** Another revision: without the last card, and with other settings. */
function restore(before: readonly Widget[], counter: number): Operation {
  const widgets = before.slice(0, -1).map((each, at) => ({ ...each, dataOptions: { text: `r${counter} ${at}` } }));
  return { kind: 'replace', widgets, restored: 1 };
}

const pushedBy = 3;

/** Where a card goes that makes way for another one, which is moved to `y`, a multiple of 100. */
function below({ widgetId }: Widget, y: number) {
  return { widgetId, place: { x: 0, y: y + pushedBy, width: 4, height: 3 } };
}

function hasMadeWay(value: string): boolean {
  return new RegExp(`^y\\d+0${pushedBy}$`).test(value);
}
