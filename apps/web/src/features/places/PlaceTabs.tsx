import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** What is shown of a place, by the name of its tab. */
export interface PlaceTab {
  id: string;
  label: string;
  content: ReactNode;
}

/** The tab is part of the address; the first one is shown where none is named. */
export function PlaceTabs({ label, tabs }: { label: string; tabs: readonly PlaceTab[] }) {
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  if (!shown) return null;
  return (
    <Tabs
      value={shown.id}
      keepMounted={false}
      onChange={(chosen) =>
        void navigate({
          to: '.',
          search: chosen === null || chosen === tabs[0]?.id ? {} : { tab: chosen },
          replace: true,
        })
      }
    >
      <Tabs.List aria-label={label} mb="md">
        {tabs.map(({ id, label: name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
