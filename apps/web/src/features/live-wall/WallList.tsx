import { useWindowVirtualizer, defaultRangeExtractor } from '@tanstack/react-virtual';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { isSilent, type WallRow } from '../../analytics/live-wall/attention.ts';
import classes from './live-wall.module.css';
import { texts } from './texts.ts';
import { silentSinceOf, WallLine } from '../../analytics/live-wall/WallLine.tsx';

const lineHeight = 64;

interface Props {
  orgId: string;
  rows: readonly WallRow[];
  now: number;
}

/** All rows, however many: only those in sight are in the page. One has the focus, and arrow keys move it. */
export function WallList({ orgId, rows, now }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [activeId, setActive] = useState<string | null>(null);
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  const found = rows.findIndex(({ row }) => row.entityId === activeId);
  const active = Math.max(0, found);
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler here that could memoize it
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => lineHeight,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => rows[index]!.row.entityId,
    // The one with the focus stays in the page.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...(found < 0 ? [] : [found])])],
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const to = moved(event.key, active, rows.length);
    if (to === undefined) return;
    event.preventDefault();
    setActive(rows[to]!.row.entityId);
    virtual.scrollToIndex(to);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-at="${to}"] a`)?.focus());
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- moves the focus between the links in it
    <ul
      ref={list}
      className={classes['list']}
      style={{ height: virtual.getTotalSize() }}
      aria-label={texts.list}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => setActive(rows[Number(target.closest('li')?.dataset['at'])]?.row.entityId ?? null)}
    >
      {virtual.getVirtualItems().map(({ index, start, key }) => {
        const { row, need } = rows[index]!;
        return (
          <li
            key={key}
            data-at={index}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <WallLine
              orgId={orgId}
              row={row}
              need={need}
              silentSince={isSilent(row, now) ? silentSinceOf(row, now) : null}
              tabIndex={index === active ? 0 : -1}
            />
          </li>
        );
      })}
    </ul>
  );
}

function moved(key: string, from: number, length: number): number | undefined {
  const to = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + 10,
    PageUp: from - 10,
    Home: 0,
    End: length - 1,
  }[key];
  return to === undefined ? undefined : Math.min(Math.max(to, 0), length - 1);
}
