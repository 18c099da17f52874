import { describe, expect, it } from 'vitest';
import { type Command, matching, pagesOf } from './commands.ts';

const menu = [
  { text: 'Welcome', sref: '/app/welcome', icon: 'home' },
  { text: 'Offline sensors', sref: '/app/offline-sensors', icon: 'offline', section: 'Organization' },
];
const names = (commands: readonly Command[]) => commands.map(({ name }) => name);

describe('[R526] the palette', () => {
  it('finds pages by any of their words, and leaves a tagged search to the server', () => {
    const opened: string[] = [];
    const pages = pagesOf(menu, (path) => opened.push(path));
    expect(names(matching(pages, 'sens off'))).toEqual(['Offline sensors']);
    expect(matching(pages, 'loc::offline')).toEqual([]);
    expect(matching(pages, ' ')).toEqual([]);
    matching(pages, 'WEL')[0]?.run();
    expect(opened).toEqual(['/app/welcome']);
  });
});
