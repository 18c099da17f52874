import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';

/** One of the parts of a page. */
export interface PageTab {
  id: string;
  label: string;
  content: ReactNode;
}

interface Props {
  label: string;
  tabs: readonly PageTab[];
  /** Search parameters that stay in the address when another tab is chosen. */
  keep?: readonly string[];
}

/**
 * The tab is part of the URL; the first one is the default. Unsaved input in a tab is kept while another one is shown.
 */
export function PageTabs({ label, tabs, keep = [] }: Props) {
  const current: Record<string, unknown> = useSearch({ strict: false });
  const { tab } = current;
  const navigate = useNavigate();
  const shown = tabs.find(({ id }) => id === tab) ?? tabs[0];
  const list = useRef<HTMLDivElement>(null);
  const shownId = shown?.id;
  useEffect(() => {
    // If not all of them fit.
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])];
    const tabShown = all.find(({ dataset }) => dataset['tab'] === shownId);
    tabShown?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shownId]);
  const panel = useRef<HTMLDivElement>(null);
  const [written, setWritten] = useState<readonly string[]>([]);
  if (!shown) return null;
  const leaveFor = (chosen: string | null) => {
    const others = written.filter((id) => id !== shown.id);
    setWritten(panel.current?.querySelector('form') ? [...others, shown.id] : others);
    const kept = Object.fromEntries(Object.entries(current).filter(([name]) => keep.includes(name)));
    const search = chosen === null || chosen === tabs[0]?.id ? kept : { ...kept, tab: chosen };
    void navigate({ to: '.', search, replace: true });
  };
  return (
    <Tabs value={shown.id} keepMounted={false} keepMountedMode="display-none" onChange={leaveFor}>
      <Tabs.List ref={list} aria-label={label} mb="md">
        {tabs.map(({ id, label: name }) => (
          <Tabs.Tab key={id} value={id} data-tab={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id} keepMounted={written.includes(id)} ref={id === shown.id ? panel : null}>
          {content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
