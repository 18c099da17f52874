import { describe, expect, it } from 'vitest';
import { readRecents, type Recent, withRecent } from './recents.ts';

const recent = (id: string): Recent => ({ type: 'location', id, name: id, detail: '', orgId: 'o', locationId: id });

describe('[R526] recent pages', () => {
  it('are the ones opened last, the newest first and each once', () => {
    let recents: Recent[] = [];
    for (const id of ['a', 'b', 'a', 'c', 'd', 'e', 'f', 'g']) recents = withRecent(recents, recent(id));
    expect(recents.map(({ id }) => id)).toEqual(['g', 'f', 'e', 'd', 'c', 'a']);
    expect(readRecents(JSON.stringify(recents))).toEqual(recents);
  });

  it('survive any content of the device storage', () => {
    for (const text of [null, '', '{', '{}', '[1, null]']) expect(readRecents(text)).toEqual([]);
  });
});
