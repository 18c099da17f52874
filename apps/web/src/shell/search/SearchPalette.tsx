import { search, type SearchResult } from '@atrium/contract/search';
import { listUsers } from '@atrium/contract/users';
import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowRight,
  IconBolt,
  IconBuilding,
  IconBuildingStore,
  IconDeviceCctv,
  IconDoor,
  IconLayoutDashboard,
  IconSearch,
  IconUser,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Recent } from '../../analytics/recents.ts';
import { useMay } from '../../api/use-may.ts';
import { maxResults } from '@atrium/rules/search-score';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { type Command, matching } from './commands.ts';
import classes from './search.module.css';
import { texts } from './texts.ts';
import { useCommands } from './use-commands.ts';
import { useOpenResult } from './use-open-result.ts';
import { useRecents } from './use-recents.ts';

const icons: Record<SearchResult['type'], TablerIcon> = {
  organization: IconBuilding,
  location: IconBuildingStore,
  sensor: IconDeviceCctv,
  site: IconDoor,
  space: IconUsersGroup,
  dashboard: IconLayoutDashboard,
  user: IconUser,
};

/** A line of the palette. */
type Entry = Command | Recent;

function shownAs(entry: Entry): { Icon: TablerIcon; detail: string; type: string } {
  if (!('run' in entry)) return { Icon: icons[entry.type], detail: entry.detail, type: texts.types[entry.type] };
  return { Icon: entry.kind === 'page' ? IconArrowRight : IconBolt, detail: '', type: texts.kinds[entry.kind] };
}

/** Pages and actions leave room for search results: together they are no more than a search returns. */
const maxCommands = 4;

/** Finds pages, actions and everything the user may see: arrows move, Enter opens, Escape closes. */
export default function SearchPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), 120);
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  /** Enter was pressed before the results arrived. */
  const isEntered = useRef(false);
  const openResult = useOpenResult();
  const asked = useEndpoint(
    search,
    { query: { text: settled } },
    { texts: texts.failed, enabled: settled !== '', keep: true },
  );
  const recents = useRecents();
  const commands = matching(useCommands(), typed).slice(0, maxCommands);
  const found = settled === '' ? (typed.trim() === '' ? recents : []) : (asked.data ?? []);
  const results: readonly Entry[] = [...commands, ...found].slice(0, maxResults);
  const active = Math.max(0, Math.min(chosen, results.length - 1));
  // Until then the results on screen belong to an earlier text, and Enter waits.
  const isAnswered = typed.trim() === settled && (settled === '' || (!!asked.data && !asked.isPlaceholderData));

  const open = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    if ('run' in entry) {
      entry.run();
      return;
    }
    openResult(entry);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((active + step + results.length) % Math.max(1, results.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (isAnswered || active < commands.length) open(results[active]);
      else isEntered.current = true;
    }
  };
  useEffect(() => {
    if (!isEntered.current || !isAnswered) return;
    isEntered.current = false;
    open(results[active]);
  });
  const type = (text: string) => {
    setTyped(text);
    setChosen(0);
    isEntered.current = false;
    input.current?.focus();
  };

  return (
    <Modal.Root opened onClose={onClose} size={560} yOffset="12vh" classNames={{ inner: classes['inner'] ?? '' }}>
      <Modal.Overlay />
      <Modal.Content aria-label={texts.label}>
        <div className={classes['field']}>
          <IconSearch size={18} aria-hidden />
          <input
            ref={input}
            className={classes['input']}
            data-autofocus
            role="combobox"
            aria-label={texts.label}
            aria-expanded={results.length > 0}
            aria-controls="search-results"
            aria-autocomplete="list"
            aria-activedescendant={results.length > 0 ? `search-result-${active}` : undefined}
            placeholder={texts.placeholder}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <Modal.CloseButton aria-label={uiTexts.close} />
        </div>
        <div aria-live="polite" className={classes['heard']}>
          {settled !== '' && asked.data && !asked.isPlaceholderData && texts.found(results.length)}
        </div>
        {found === recents && recents.length > 0 && <p className={classes['recents']}>{texts.recents}</p>}
        <ResultList results={results} active={active} onHover={setChosen} onOpen={open} />
        {settled !== '' && results.length === 0 && asked.data && !asked.isFetching && (
          <div className={classes['nothing']}>
            <strong>{texts.none}</strong>
            <span>{texts.noneText(settled)}</span>
          </div>
        )}
        {settled === '' && <Tags onChoose={type} />}
        <footer className={classes['keys']} aria-hidden>
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {texts.keys.move}
          </span>
          <span>
            <kbd>↵</kbd> {texts.keys.choose}
          </span>
          <span>
            <kbd>Esc</kbd> {texts.keys.close}
          </span>
        </footer>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ListProps {
  results: readonly Entry[];
  active: number;
  onHover: (index: number) => void;
  onOpen: (entry: Entry) => void;
}

function ResultList({ results, active, onHover, onOpen }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div
      id="search-results"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no tag is a list that belongs to a field
      role="listbox"
      aria-label={texts.results}
      className={classes['results']}
      hidden={results.length === 0}
      ref={list}
    >
      {results.map((result, index) => {
        const { Icon, detail, type } = shownAs(result);
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and handles the keys
          <div
            key={`${type} ${result.id}`}
            id={`search-result-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- neither are its entries
            role="option"
            aria-selected={index === active}
            className={classes['result']}
            onMouseMove={() => onHover(index)}
            onClick={() => onOpen(result)}
          >
            <Icon size={18} aria-hidden />
            <span className={classes['words']}>
              <span className={classes['name']}>{result.name}</span>
              {detail && <span className={classes['detail']}>{detail}</span>}
            </span>
            <span className={classes['type']}>{type}</span>
          </div>
        );
      })}
    </div>
  );
}

/** Lists the search prefixes. */
function Tags({ onChoose }: { onChoose: (text: string) => void }) {
  const seesPeople = useMay(listUsers);
  const tags = Object.entries(texts.tags).filter(([tag]) => tag !== 'user::' || seesPeople);
  return (
    <fieldset className={classes['tags']}>
      <legend className={classes['tagsTitle']}>{texts.narrow}</legend>
      {tags.map(([tag, meaning]) => (
        <button key={tag} type="button" className={classes['tag']} onClick={() => onChoose(tag)}>
          <code>{tag}</code> {meaning}
        </button>
      ))}
    </fieldset>
  );
}
