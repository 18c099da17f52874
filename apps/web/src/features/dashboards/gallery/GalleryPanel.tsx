import { widgetSizes } from '@atrium/rules/widget-types';
import { TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { EmptyState } from '../../../ui/Notice.tsx';
import { SidePanel } from '../../../ui/SidePanel.tsx';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import { WidgetFrame } from '../frame/WidgetFrame.tsx';
import type { AddedCard } from '../new-widget.ts';
import { texts } from '../texts.ts';
import { galleryGroups } from '../widgets/definition.ts';
import { cards } from '../widgets/registry.ts';
import classes from './gallery.module.css';

interface Props {
  onAdd: (card: AddedCard) => void;
  onClose: () => void;
}

/** Every kind of card, drawn with its sample. */
export function GalleryPanel({ onAdd, onClose }: Props) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = cards.filter(({ label, text, group }) => `${label} ${text} ${group}`.toLowerCase().includes(wanted));
  return (
    <SidePanel title={texts.gallery.title} onClose={onClose}>
      <TextInput
        type="search"
        aria-label={texts.gallery.search}
        placeholder={texts.gallery.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {galleryGroups.map((group) => {
        const inGroup = found.filter((card) => card.group === group);
        if (inGroup.length === 0) return null;
        return (
          <section key={group} aria-label={group}>
            <h2 className={classes['group']}>{group}</h2>
            <ul className={classes['cards']}>
              {inGroup.map((card) => (
                <li key={card.type}>
                  <Entry card={card} onAdd={onAdd} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {found.length === 0 && <EmptyState icon={IconSearchOff} {...texts.gallery.nothing} />}
    </SidePanel>
  );
}

const nowhere: DashboardContextValue = {
  dashboardId: undefined,
  dateOverride: undefined,
  entityFilter: undefined,
  refreshCount: 0,
};

function Entry({ card, onAdd }: { card: (typeof cards)[number]; onAdd: Props['onAdd'] }) {
  const { type, label, text, icon: Icon, dataOptions, clientOptions } = card;
  const textId = useId();
  const { width, height } = widgetSizes[type];
  const gridOptions = { x: 0, y: 0, width, height };
  const sample = { widgetId: type, widgetType: type, gridOptions, dataOptions, clientOptions };
  return (
    <div className={classes['entry']}>
      {/* A picture for the eyes; its buttons would lead nowhere. */}
      <div className={classes['sample']} inert aria-hidden>
        <WidgetFrame widget={sample} dashboard={nowhere} isPreview controls={undefined} />
      </div>
      <div className={classes['about']}>
        <button type="button" className={classes['add']} aria-describedby={textId} onClick={() => onAdd(card)}>
          <Icon size={16} aria-hidden />
          <VisuallyHidden>{texts.gallery.addWord} </VisuallyHidden>
          {label}
        </button>
        <p id={textId} className={classes['text']}>
          {text}
        </p>
      </div>
    </div>
  );
}
