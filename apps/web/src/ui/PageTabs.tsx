import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

/** One of the parts of a page. */
export interface PageTab {
  id: string;
  label: string;
  content: ReactNode;
}

/** The tab is part of the address; the first one is shown where none is named. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  const shownId = shown?.id;
  useEffect(() => {
    // Where not all of them fit.
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])];
    const tabShown = all.find(({ dataset }) => dataset['tab'] === shownId);
    tabShown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shownId]);
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
      <Tabs.List ref={list} aria-label={label} mb="md">
        {tabs.map(({ id, label: name }) => (
          <Tabs.Tab key={id} value={id} data-tab={id}>
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
