import { ActionIcon } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { lazy } from 'react';
import { MenuLater } from '../ui/MenuLater.tsx';
import { texts } from './texts.ts';

const load = () => import('./SupportItems.tsx');
const SupportItems = lazy(async () => ({ default: (await load()).SupportItems }));

export function SupportMenu() {
  return (
    <MenuLater
      position="bottom-end"
      width={240}
      preload={load}
      target={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.support}>
          <IconLifebuoy size={20} />
        </ActionIcon>
      }
    >
      <SupportItems />
    </MenuLater>
  );
}
