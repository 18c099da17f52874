import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { lazy } from 'react';
import { useScope } from '../api/scope.tsx';
import { MenuLater } from '../ui/MenuLater.tsx';
import { texts } from './texts.ts';
import classes from './UserMenu.module.css';

const load = () => import('./UserItems.tsx');
const UserItems = lazy(async () => ({ default: (await load()).UserItems }));

export function UserMenu() {
  const { profile } = useScope();
  return (
    <MenuLater
      position="bottom-end"
      width={260}
      preload={load}
      target={
        <UnstyledButton className={classes['button']}>
          <span className={classes['avatar']}>{initials(profile.name)}</span>
          <VisuallyHidden>{texts.userMenu}</VisuallyHidden>
        </UnstyledButton>
      }
    >
      <UserItems />
    </MenuLater>
  );
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}
