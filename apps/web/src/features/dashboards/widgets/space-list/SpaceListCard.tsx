import { useMemo } from 'react';
import { isSilent, wallOf } from '../../../../analytics/live-wall/attention.ts';
import { silentSinceOf, WallLine } from '../../../../analytics/live-wall/WallLine.tsx';
import { CardNote } from '../CardNote.tsx';
import type { CardProps } from '../definition.ts';
import classes from './space-list.module.css';

/** Spaces with their live numbers, what needs attention first. */
export default function SpaceListCard({ values, isPreview }: CardProps<'places'>) {
  const { rows, now, orgId } = values;
  const lines = useMemo(() => wallOf(rows, { search: '', filter: undefined }, now), [rows, now]);
  if (lines.length === 0) return <CardNote text={texts.none} />;
  return (
    // A list that is only looked at is no way into its rows.
    <ul className={classes['list']} aria-label={texts.list} inert={isPreview}>
      {lines.map(({ row, need }) => (
        <li key={row.entityId}>
          <WallLine
            orgId={orgId}
            row={row}
            need={need}
            silentSince={isSilent(row, now) ? silentSinceOf(row, now) : null}
            tabIndex={0}
          />
        </li>
      ))}
    </ul>
  );
}

const texts = {
  list: 'Spaces',
  none: 'No spaces yet. They appear here as soon as there is one.',
} as const;
