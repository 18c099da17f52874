import { autosaveMs, type DashboardDocument } from '@atrium/rules/dashboard';
import { restoredBy } from '@atrium/rules/dashboard-edits';
import { describe, expect, it } from 'vitest';
import { add, configure, day, FakeServer, id, move, person, remove, rename, settle, widget } from './testing.ts';

const textOf = ({ widgets }: DashboardDocument, n: number) =>
  widgets.find(({ widgetId }) => widgetId === id(n))?.dataOptions['text'];

describe('saving', () => {
  it('[R261] waits until nothing has changed for 5,000 ms', async () => {
    const server = new FakeServer();
    const { store, clock } = person(server);
    store.edit([configure(1, 'a')]);
    expect(store.state.saveState).toBe('saving');
    await clock.pass(4_000);
    store.edit([configure(1, 'b')]);
    await clock.pass(4_999);
    expect(server.version).toBe(1);
    await clock.pass(1);
    expect(textOf(server.document, 1)).toBe('b');
    expect(server.version).toBe(2);
    expect(store.state.saveState).toBe('saved');
  });

  it('[R262] adds and removes cards at once, with everything that was pending', async () => {
    const server = new FakeServer();
    const { store } = person(server);
    store.edit([configure(1, 'a')]);
    store.edit([add(3)]);
    await settle();
    expect(server.document.widgets.map(({ widgetId }) => widgetId)).toEqual([id(1), id(2), id(3)]);
    expect(textOf(server.document, 1)).toBe('a');
    store.edit([remove(3)]);
    await settle();
    expect(server.document.widgets).toHaveLength(2);
  });

  it('[R961] [R1120] sends a restore apart from what was pending before it, and undoes it as an ordinary edit', async () => {
    const server = new FakeServer();
    const { store, clock } = person(server);
    store.edit([configure(1, 'a')]);
    store.edit([{ kind: 'replace', widgets: [widget(2)], restored: 7 }, rename('Before')]);
    store.edit([configure(2, 'b')]);
    store.flush();
    await settle();
    const kinds = () => server.edits.map(({ operations }) => operations.map(({ kind }) => kind));
    expect(kinds()).toEqual([['configure'], ['replace', 'rename', 'configure']]);
    expect(server.edits.map(({ operations }) => restoredBy(operations))).toEqual([undefined, 7]);
    store.undo();
    store.undo();
    await clock.pass(autosaveMs);
    expect(textOf(server.document, 1)).toBe('a');
    expect(server.document.name).toBe('Stores');
    expect(restoredBy(server.edits.at(-1)!.operations)).toBeUndefined();
  });

  it('[R263] sends what is pending when the screen is left', async () => {
    const server = new FakeServer();
    const { store, storage } = person(server);
    store.edit([rename('Shops')]);
    store.close();
    await settle();
    expect(server.document.name).toBe('Shops');
    expect(storage.length).toBe(0);
  });

  it('sends one batch at a time, and gives edits during it their own 5,000 ms', async () => {
    const server = new FakeServer();
    const { store, clock } = person(server);
    store.edit([add(3)]);
    store.edit([configure(3, 'later')]);
    await settle();
    expect(server.version).toBe(2);
    expect(store.state.saveState).toBe('saving');
    await clock.pass(5_000);
    expect(server.version).toBe(3);
    expect(textOf(server.document, 3)).toBe('later');
  });

  it('[R971] tries again with growing pauses while the server cannot be reached', async () => {
    const server = new FakeServer();
    const { store, clock, state } = person(server);
    state.network = 'down';
    store.edit([add(3)]);
    await settle();
    expect(store.state.saveState).toBe('retrying');
    await clock.pass(1_000);
    await clock.pass(1_999);
    state.network = 'up';
    expect(server.version).toBe(1);
    await clock.pass(1);
    expect(server.version).toBe(2);
    expect(store.state.saveState).toBe('saved');
  });

  it('[R971] counts a batch once whose reply was lost, also if someone else followed', async () => {
    const server = new FakeServer();
    const { store, clock, state } = person(server);
    const other = person(server, 'Grace');
    state.network = 'lost-reply';
    store.edit([add(3)]);
    await settle();
    other.store.receive(server.saved);
    other.store.edit([configure(2, 'theirs'), remove(3)]);
    await settle();
    state.network = 'up';
    store.edit([move(1, 40)]);
    await clock.pass(10_000);
    expect(store.state).toMatchObject({ saveState: 'saved', conflict: undefined });
    expect(server.document.widgets.map(({ gridOptions }) => gridOptions.y)).toEqual([40, 6]);
    expect(textOf(server.document, 2)).toBe('theirs');
  });

  it('[R971] recognizes its own batch among the edits of a dashboard that has moved on', async () => {
    const server = new FakeServer();
    server.comparesFirst = true;
    const { store, clock, state } = person(server);
    state.network = 'lost-reply';
    store.edit([configure(1, 'a')]);
    await clock.pass(5_000);
    expect(store.state.saveState).toBe('retrying');
    state.network = 'up';
    await clock.pass(1_000);
    expect(store.state).toMatchObject({ saveState: 'saved', conflict: undefined });
    expect(server.version).toBe(2);
  });

  it('[R971] keeps unsaved edits through a reload', async () => {
    const server = new FakeServer();
    const first = person(server);
    first.state.network = 'lost-reply';
    first.store.edit([add(3)]);
    first.store.edit([configure(1, 'a')]);
    await settle();
    const second = person(server, 'Ada', first.storage);
    expect(textOf(second.store.state.document, 1)).toBe('a');
    await second.clock.pass(5_000);
    expect(server.version).toBe(3);
    expect(textOf(server.document, 1)).toBe('a');
    expect(server.document.widgets).toHaveLength(3);
    expect(second.storage.length).toBe(0);
  });

  it('[R1050] keeps edits made during a batch when the tab is closed before its reply', async () => {
    const server = new FakeServer();
    const first = person(server, 'Ada', undefined, 'first');
    first.state.network = 'silent';
    first.store.edit([add(3)]);
    first.store.edit([configure(1, 'a')]);
    first.store.close();
    await settle();
    const second = person(server, 'Ada', first.storage, 'second');
    await settle();
    expect(textOf(server.document, 1)).toBe('a');
    expect(server.document.widgets).toHaveLength(3);
    expect(second.store.state.saveState).toBe('saved');
    expect(second.storage.length).toBe(0);
  });

  it('[R1050] leaves the edits of a tab that is still open to it, for a day', async () => {
    const server = new FakeServer();
    const first = person(server, 'Ada', undefined, 'first');
    first.state.network = 'silent';
    first.store.edit([configure(1, 'a')]);
    const second = person(server, 'Ada', first.storage, 'second');
    expect(second.store.state.saveState).toBe('saved');
    day.now += 25 * 60 * 60 * 1000;
    const third = person(server, 'Ada', first.storage, 'third');
    expect(textOf(third.store.state.document, 1)).toBe('a');
  });

  it('[R1050] are sent by one tab only when a page comes back after another took them over', async () => {
    const server = new FakeServer();
    const first = person(server, 'Ada', undefined, 'first');
    first.state.network = 'down';
    first.store.edit([add(3)]);
    await settle();
    first.store.close();
    const second = person(server, 'Ada', first.storage, 'second');
    first.state.network = 'up';
    first.store.open();
    await settle();
    expect(first.store.state.saveState).toBe('saved');
    expect(second.store.state.saveState).toBe('saved');
    expect(server.edits).toHaveLength(1);
  });

  it('stops at a refusal, says why, and tries again with the next edit', async () => {
    const server = new FakeServer();
    const { store, clock } = person(server);
    server.refusal = 'Only the owner may change it';
    store.edit([add(3)]);
    await clock.pass(60_000);
    expect(store.state).toMatchObject({ saveState: 'refused', refusal: 'Only the owner may change it' });
    server.refusal = undefined;
    store.edit([remove(1)]);
    await settle();
    expect(store.state.saveState).toBe('saved');
    expect(server.document.widgets.map(({ widgetId }) => widgetId)).toEqual([id(2), id(3)]);
  });
});

describe('a refusal', () => {
  it('[R1064] ends with an undo, and later edits are saved', async () => {
    const server = new FakeServer();
    server.maxCards = 2;
    const { store, clock, storage } = person(server);
    store.edit([add(3)]);
    await settle();
    expect(store.state.saveState).toBe('refused');
    store.undo();
    await settle();
    expect(store.state.saveState).toBe('saved');
    expect(storage.length).toBe(0);
    store.edit([configure(1, 'later')]);
    await clock.pass(5_000);
    expect(store.state.saveState).toBe('saved');
    expect(textOf(server.document, 1)).toBe('later');
  });

  it('[R1064] keeps what was done besides, and saves it with what puts it right', async () => {
    const server = new FakeServer();
    server.maxCards = 2;
    const { store, storage } = person(server);
    store.edit([configure(1, 'a')]);
    store.edit([add(3)]);
    await settle();
    expect(store.state.saveState).toBe('refused');
    const later = person(server, 'Ada', storage);
    await settle();
    expect(later.store.state.saveState).toBe('refused');
    later.store.edit([remove(2)]);
    await settle();
    expect(later.store.state.saveState).toBe('saved');
    expect(server.document.widgets.map(({ widgetId }) => widgetId)).toEqual([id(1), id(3)]);
    expect(textOf(server.document, 1)).toBe('a');
    expect(server.edits).toHaveLength(1);
  });

  it('[R1064] after a silence does not send again what had arrived', async () => {
    const server = new FakeServer();
    const { store, clock, state } = person(server);
    state.network = 'lost-reply';
    store.edit([add(3)]);
    await settle();
    state.network = 'up';
    server.refusal = 'Not now';
    await clock.pass(1_000);
    expect(store.state.saveState).toBe('saved');
    server.refusal = undefined;
    store.edit([remove(1)]);
    await settle();
    expect(server.edits.map(({ operations }) => operations)).toEqual([[add(3)], [remove(1)]]);
    expect(store.state).toMatchObject({ saveState: 'saved', conflict: undefined });
  });

  it('[R1064] after a silence frees what had not arrived', async () => {
    const server = new FakeServer();
    server.maxCards = 2;
    const { store, clock, state } = person(server);
    state.network = 'down';
    store.edit([add(3)]);
    await settle();
    state.network = 'up';
    await clock.pass(1_000);
    expect(store.state.saveState).toBe('refused');
    store.undo();
    store.edit([configure(1, 'later')]);
    await clock.pass(5_000);
    expect(store.state.saveState).toBe('saved');
    expect(textOf(server.document, 1)).toBe('later');
  });

  it('[R1064] can be answered by going back to what the server has', async () => {
    const server = new FakeServer();
    server.maxCards = 2;
    const { store, clock, storage } = person(server);
    const other = person(server, 'Grace');
    store.edit([configure(1, 'mine'), add(3)]);
    await settle();
    other.store.edit([configure(1, 'theirs')]);
    await other.clock.pass(5_000);
    await store.revert();
    expect(store.state).toMatchObject({ saveState: 'saved', refusal: undefined, canUndo: false });
    expect(store.state.document).toEqual(server.document);
    expect(storage.length).toBe(0);
    store.edit([configure(2, 'next')]);
    await clock.pass(5_000);
    expect([textOf(server.document, 1), textOf(server.document, 2)]).toEqual(['theirs', 'next']);
  });
});

describe('undo and redo', () => {
  it('[R972] go back and forth through every edit, and are saved like edits', async () => {
    const server = new FakeServer();
    const { store, clock } = person(server);
    const before = store.state.document;
    store.edit([configure(1, 'a')]);
    store.edit([move(2, 30)]);
    store.edit([remove(1)]);
    const after = store.state.document;
    for (const _ of [1, 2, 3]) store.undo();
    expect(store.state).toMatchObject({ canUndo: false, canRedo: true });
    await clock.pass(5_000);
    expect(new Set(server.document.widgets)).toEqual(new Set(before.widgets));
    for (const _ of [1, 2, 3]) store.redo();
    await clock.pass(5_000);
    expect(server.document).toEqual(after);
    store.undo();
    store.edit([rename('Shops')]);
    expect(store.state.canRedo).toBe(false);
  });

  it('[R972] never take back what someone else did', async () => {
    const server = new FakeServer();
    const { store, clock } = person(server);
    const other = person(server, 'Grace');
    store.edit([configure(1, 'a')]);
    store.edit([move(2, 30)]);
    await clock.pass(5_000);
    other.store.receive(server.saved);
    other.store.edit([configure(1, 'theirs')]);
    await other.clock.pass(5_000);
    store.receive(server.saved);
    store.undo();
    expect(store.state.canUndo).toBe(false);
    await clock.pass(5_000);
    expect(textOf(server.document, 1)).toBe('theirs');
  });
});

async function both(mine: Parameters<typeof configure>, theirs: Parameters<typeof configure>) {
  const server = new FakeServer();
  const [ada, grace] = [person(server), person(server, 'Grace')];
  grace.store.edit([configure(...theirs)]);
  await grace.clock.pass(5_000);
  ada.store.edit([configure(...mine)]);
  await ada.clock.pass(5_000);
  return { server, ada: ada.store };
}

describe('two people at once', () => {
  it('[R973] on different cards are merged without a question', async () => {
    const { server, ada } = await both([1, 'mine'], [2, 'theirs']);
    expect(ada.state).toMatchObject({ saveState: 'saved', conflict: undefined });
    expect([textOf(server.document, 1), textOf(server.document, 2)]).toEqual(['mine', 'theirs']);
    expect(ada.state.document).toEqual(server.document);
  });

  it.each([
    ['theirs', ['theirs']],
    ['mine', ['mine']],
    ['copy', ['theirs', 'mine']],
  ] as const)('[R973] on the same card are asked about: %s', async (choice, expected) => {
    const { server, ada } = await both([1, 'mine'], [1, 'theirs']);
    expect(ada.state.saveState).toBe('conflict');
    expect(ada.state.conflict).toMatchObject({ contested: [{ widgetId: id(1) }], authors: ['Grace'] });
    expect(textOf(server.document, 1)).toBe('theirs');
    ada.choose(new Map());
    expect(ada.state.saveState).toBe('conflict');
    ada.choose(new Map([[id(1), choice]]));
    await settle();
    expect(ada.state.saveState).toBe('saved');
    const others = server.document.widgets.filter(({ widgetId }) => widgetId !== id(2));
    expect(others.map(({ dataOptions }) => dataOptions['text'])).toEqual(expected);
  });

  it('[R973] are asked about by card, even if the edits are no longer known one by one', async () => {
    const server = new FakeServer();
    const [ada, grace] = [person(server), person(server, 'Grace')];
    grace.store.edit([configure(1, 'theirs'), move(2, 30), rename('Shops')]);
    await grace.clock.pass(5_000);
    server.forgottenUpTo = server.version;
    ada.store.edit([configure(1, 'mine'), configure(2, 'mine too')]);
    await ada.clock.pass(5_000);
    expect(ada.store.state.conflict).toMatchObject({ contested: [{ widgetId: id(1) }], authors: [] });
    ada.store.choose(new Map([[id(1), 'mine']]));
    await settle();
    expect(server.document.name).toBe('Shops');
    expect(server.document.widgets.map(({ gridOptions, dataOptions }) => [gridOptions.y, dataOptions['text']])).toEqual(
      [
        [3, 'mine'],
        [30, 'mine too'],
      ],
    );
  });
});
