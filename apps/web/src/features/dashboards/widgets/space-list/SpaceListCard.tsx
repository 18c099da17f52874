import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useMemo, useRef } from 'react';
import { isSilent, wallOf } from '../../../../analytics/live-wall/attention.ts';
import { silentSinceOf, WallLine } from '../../../../analytics/live-wall/WallLine.tsx';
import { CardNote } from '../CardNote.tsx';
import type { CardProps } from '../definition.ts';
import classes from './space-list.module.css';

const lineHeight = 64;

/** Spaces with their live numbers, what needs attention first. Only those in sight are in the page. */
export default function SpaceListCard({ values, isPreview }: CardProps<'places'>) {
  const { rows, locations, now, orgId } = values;
  const scroll = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => wallOf(rows, { search: '', filter: undefined }, now), [rows, now]);
  const isOneLocation = rows.every(({ locationId }) => locationId === rows[0]!.locationId);
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler here that could memoize it
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => lineHeight,
    overscan: 4,
    getItemKey: useCallback((index: number) => lines[index]!.row.entityId, [lines]),
  });
  if (lines.length === 0) return <CardNote text={texts.none} />;
  return (
    // A list that is only looked at is no way into its rows.
    <div ref={scroll} className={classes['scroll']} inert={isPreview}>
      <ul className={classes['list']} aria-label={texts.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const { row, need } = lines[index]!;
          return (
            <li
              key={key}
              aria-setsize={lines.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <WallLine
                orgId={orgId}
                row={row}
                need={need}
                location={isOneLocation ? undefined : locations.get(row.locationId)}
                silentSince={isSilent(row, now) ? silentSinceOf(row, now) : null}
                tabIndex={0}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const texts = {
  list: 'Spaces',
  none: 'No spaces yet. They appear here as soon as there is one.',
} as const;
