import { describe, expect, it } from 'vitest';
import { type Command, matching, pagesOf, readRecents, type Recent, withRecent } from './commands.ts';

const menu = [
  { text: 'Welcome', sref: '/app/welcome', icon: 'home' },
  { text: 'Offline sensors', sref: '/app/offline-sensors', icon: 'offline', section: 'Organization' },
];
const names = (commands: readonly Command[]) => commands.map(({ name }) => name);
const recent = (id: string): Recent => ({ type: 'location', id, name: id, detail: '', orgId: 'o', locationId: id });

describe('[R526] the palette', () => {
  it('finds pages by any of their words, and leaves a search by tag to the server', () => {
    const opened: string[] = [];
    const pages = pagesOf(menu, (path) => opened.push(path));
    expect(names(matching(pages, 'sens off'))).toEqual(['Offline sensors']);
    expect(matching(pages, 'loc::offline')).toEqual([]);
    expect(matching(pages, ' ')).toEqual([]);
    matching(pages, 'WEL')[0]?.run();
    expect(opened).toEqual(['/app/welcome']);
  });

  it('remembers what was opened last, the newest first and each once', () => {
    let recents: Recent[] = [];
    for (const id of ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g']) recents = withRecent(recents, recent(id));
    expect(recents.map(({ id }) => id)).toEqual(['g', 'f', 'e', 'd', 'c', 'a']);
    expect(readRecents(JSON.stringify(recents))).toEqual(recents);
  });

  it('survives whatever the device remembers', () => {
    for (const text of [null, '', '{', '{}', '[1, null]']) expect(readRecents(text)).toEqual([]);
  });
});
