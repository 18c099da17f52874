import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';

/** One of the parts of a page. */
export interface GroupedTab {
  id: string;
  label: string;
  content: ReactNode;
  /** Kept mounted when another tab is shown: it may have unsaved changes. */
  keepMounted?: boolean;
}

interface TabGroup {
  id: string;
  label: string;
  tabs: readonly GroupedTab[];
}

interface Props {
  label: string;
  groups: readonly TabGroup[];
  /** The requested tab; the first one if it is unknown. */
  value: string | undefined;
  onChange: (id: string) => void;
}

/** More tabs than fit side by side: groups above, the tabs of the chosen group below. */
export function GroupedTabs({ label, groups, value, onChange }: Props) {
  const group = groups.find(({ tabs }) => tabs.some(({ id }) => id === value)) ?? groups[0];
  const shown = group?.tabs.find(({ id }) => id === value) ?? group?.tabs[0];
  if (!group || !shown) return null;
  const openGroup = (id: string | null) => {
    const first = groups.find((each) => each.id === id)?.tabs[0];
    if (first) onChange(first.id);
  };
  return (
    <Tabs value={group.id} onChange={openGroup} keepMounted>
      <Tabs.List aria-label={label} mb="md">
        {groups.map(({ id, label: name }) => (
          <Tabs.Tab key={id} value={id}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {groups.map(({ id, label: name, tabs }) => (
        <Tabs.Panel key={id} value={id}>
          <Tabs
            variant="pills"
            value={id === group.id ? shown.id : null}
            onChange={(chosen) => chosen !== null && onChange(chosen)}
            keepMounted={false}
          >
            {tabs.length > 1 && (
              <Tabs.List aria-label={name} mb="md">
                {tabs.map((tab) => (
                  <Tabs.Tab key={tab.id} value={tab.id}>
                    {tab.label}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
            )}
            {tabs.map((tab) => (
              <Tabs.Panel key={tab.id} value={tab.id} keepMounted={tab.keepMounted ?? false}>
                {tab.content}
              </Tabs.Panel>
            ))}
          </Tabs>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
