import { ActionIcon } from '@mantine/core';
import { useHotkeys, useOs } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import classes from './search.module.css';
import { texts } from './texts.ts';

const SearchPalette = lazy(() => import('./SearchPalette.tsx'));

/** The search of the top bar, also opened with Ctrl+K or ⌘K anywhere. */
export function SearchBox() {
  const [opened, setOpened] = useState(false);
  const modifier = useOs() === 'macos' ? '⌘' : 'Ctrl';
  useHotkeys([['mod+K', () => setOpened(true)]], []);
  return (
    <>
      <button type="button" className={classes['box']} onClick={() => setOpened(true)} aria-haspopup="dialog">
        <IconSearch size={16} aria-hidden />
        <span className={classes['boxText']}>{texts.open}</span>
        <kbd className={classes['key']}>{`${modifier} K`}</kbd>
      </button>
      <ActionIcon
        className={classes['icon']}
        variant="subtle"
        color="gray"
        size="lg"
        onClick={() => setOpened(true)}
        aria-label={texts.open}
        aria-haspopup="dialog"
      >
        <IconSearch size={20} />
      </ActionIcon>
      {opened && (
        <Suspense>
          <SearchPalette onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
