import type { Widget } from '@atrium/rules/dashboard';
import { type Choice, keyOfContested } from '@atrium/rules/dashboard-edits';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  add,
  configure,
  FakeServer,
  id,
  move,
  type Network,
  person,
  remove,
  settle,
  start,
  widget,
} from './testing.ts';

const step = fc.record({
  who: fc.integer({ min: 0, max: 1 }),
  what: fc.constantFrom('configure', 'move', 'add', 'remove', 'wait', 'network', 'reload', 'look'),
  card: fc.nat(20),
  ms: fc.constantFrom(100, 1_000, 5_000, 20_000),
  network: fc.constantFrom<Network>('up', 'down', 'lost-reply'),
});
const choices: readonly Choice[] = ['theirs', 'mine', 'copy'];
const parts = ['options', 'place'] as const;
type Part = (typeof parts)[number];

/** Every edit writes a value of its own, so that a document tells which edits it has. */
const valueOf = (each: Widget, part: Part) =>
  part === 'options' ? String(each.dataOptions['text']) : `y${each.gridOptions.y}`;

/**
 * Which value of a card was on screen when the next one was written. An edit is lost if nobody who wrote later, or
 * removed the card, had seen it.
 */
class Ledger {
  readonly #seen = new Map<string, string>();
  readonly #written = new Map<string, string[]>();
  readonly #seenByRemovers = new Map<string, string[]>();

  write(key: string, seen: string, value: string): void {
    this.#seen.set(`${key} ${value}`, seen);
    this.#written.set(key, [...(this.#written.get(key) ?? []), value]);
  }

  removed(key: string, seen: string): void {
    this.#seenByRemovers.set(key, [...(this.#seenByRemovers.get(key) ?? []), seen]);
  }

  lost(key: string, final: string | undefined): string[] {
    const has = new Set<string>();
    const ends = final === undefined ? (this.#seenByRemovers.get(key) ?? []) : [final];
    for (const end of ends)
      for (let value: string | undefined = end; value !== undefined; value = this.#seen.get(`${key} ${value}`))
        has.add(value);
    return (this.#written.get(key) ?? []).filter((value) => !has.has(value));
  }
}

it('[R973] two people lose nothing without a choice, in 500 random sequences with a bad network', async () => {
  let [kept, asked] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const server = new FakeServer();
      server.document = { ...start, widgets: [1, 2, 3, 4, 5].map((n) => widget(n, 'first')) };
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
        const { widgets } = own.store.state.document;
        const target = widgets[card % Math.max(widgets.length, 1)];
        const n = Number(target?.widgetId.slice(-12));
        counter += 1;
        if (what === 'wait') await own.clock.pass(ms);
        else if (what === 'network') own.state.network = network;
        else if (what === 'look') own.store.receive(server.saved);
        else if (what === 'reload') {
          own.state.network = 'down';
          await settle();
          people[who] = person(server, who === 0 ? 'Ada' : 'Grace', own.storage);
        } else if (what === 'add') own.store.edit([add(counter)]);
        else if (target && what === 'remove') {
          for (const part of parts) ledger.removed(`${target.widgetId} ${part}`, valueOf(target, part));
          own.store.edit([remove(n)]);
        } else if (target && what === 'configure') {
          ledger.write(`${target.widgetId} options`, valueOf(target, 'options'), `t${counter}`);
          own.store.edit([configure(n, `t${counter}`)]);
        } else if (target) {
          ledger.write(`${target.widgetId} place`, valueOf(target, 'place'), `y${counter * 3}`);
          own.store.edit([move(n, counter * 3)]);
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
      const final = new Map(server.document.widgets.map((each) => [each.widgetId, each]));
      for (const n of [1, 2, 3, 4, 5, ...Array.from({ length: 45 }, (_, at) => 100 + at)]) {
        if (disputed.has(id(n))) {
          asked += 1;
          continue;
        }
        const left = final.get(id(n));
        for (const part of parts) {
          expect(ledger.lost(`${id(n)} ${part}`, left && valueOf(left, part))).toEqual([]);
          kept += 1;
        }
      }
    }),
    { numRuns: 500 },
  );
  // Both outcomes happened often enough to mean something.
  expect(kept).toBeGreaterThan(1_000);
  expect(asked).toBeGreaterThan(100);
});
