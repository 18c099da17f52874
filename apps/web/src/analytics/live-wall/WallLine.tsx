import type { LiveRow } from '@atrium/contract/live-wall';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { ageOfReading } from '../freshness.ts';
import { ago } from '../../format/durations.ts';
import { count } from '../../format/numbers.ts';
import { Tag } from '../../ui/Tag.tsx';
import type { Need } from './attention.ts';
import classes from './live-line.module.css';
import { texts } from './texts.ts';
import { Trend } from './Trend.tsx';

interface Props {
  orgId: string;
  row: LiveRow;
  need: Need;
  /** The name of the location of a space, where lists do not group them. */
  location?: string | undefined;
  /** In whole minutes: a line is drawn again only when what it says changes. */
  silentSince: string | null;
  tabIndex: number;
}

/** A location or a space: its name and marks, the last hour, and its number. */
export const WallLine = memo(function WallLine({ orgId, row, need, location, silentSince, tabIndex }: Props) {
  const { entityType, entityId, locationId } = row;
  const isSpace = entityType === 'space';
  const target = isSpace
    ? ({
        to: '/app/org/$orgId/location/$locationId/space/$spaceId',
        params: { orgId, locationId, spaceId: entityId },
      } as const)
    : ({ to: '/app/org/$orgId/location/$locationId', params: { orgId, locationId } } as const);
  return (
    <Link
      {...target}
      className={classes['line']}
      data-kind={entityType}
      data-need={need}
      data-stale={silentSince !== null || undefined}
      tabIndex={tabIndex}
    >
      <span className={classes['words']}>
        <span className={classes['name']} title={location === undefined ? row.name : `${row.name}, ${location}`}>
          {row.name}
          {location !== undefined && <small>, {location}</small>}
        </span>{' '}
        <span className={classes['marks']}>
          <Marks row={row} need={need} silentSince={silentSince} />
        </span>
      </span>{' '}
      <Trend values={row.trend} /> <Figure row={row} />
    </Link>
  );
});

/** With spaces between them: together they are the name of a link. */
function Marks({ row: { alarms, offline, stopped, isOpen, percent, lastReadingAt }, need, silentSince }: MarkProps) {
  return (
    <>
      {alarms > 0 && <Tag tone="danger">{texts.alarms(count(alarms), alarms === 1)}</Tag>}{' '}
      {(percent ?? 0) >= 100 && <Tag tone="danger">{texts.full}</Tag>}
      {need === 'busy' && <Tag>{texts.busy}</Tag>}{' '}
      {offline > 0 && <Tag tone="warning">{texts.offline(count(offline), offline === 1)}</Tag>}{' '}
      {!isOpen && <Tag>{texts.closed}</Tag>}
      {isOpen && silentSince !== null && <Tag tone="warning">{texts.silent(silentSince)}</Tag>}
      {isOpen && lastReadingAt === null && <Tag>{texts.never}</Tag>} {stopped && <Tag>{texts.stopped}</Tag>}
    </>
  );
}

type MarkProps = Pick<Props, 'row' | 'need' | 'silentSince'>;

function Figure({ row: { entityType, ins, occupancy, maxCapacity, percent } }: Pick<Props, 'row'>) {
  const isInside = entityType === 'space' || (occupancy ?? null) !== null;
  const caption = entityType === 'location' ? inToday(ins, isInside) : filled(maxCapacity, percent);
  return (
    <span className={classes['figure']}>
      <span className={classes['number']}>
        {count(isInside ? occupancy : ins)} <small>{isInside ? texts.inside : texts.today}</small>
      </span>{' '}
      {caption !== null && <span className={classes['caption']}>{caption}</span>}
      {(percent ?? null) !== null && (
        <span className={classes['bar']} aria-hidden>
          <span style={{ width: `${Math.min(100, percent ?? 0)}%` }} />
        </span>
      )}
    </span>
  );
}

function inToday(ins: number | null | undefined, isInside: boolean): string | null {
  return isInside && ins !== null && ins !== undefined ? texts.entered(count(ins)) : null;
}

function filled(maxCapacity: number | null | undefined, percent: number | null | undefined): string | null {
  const isKnown = typeof maxCapacity === 'number' && typeof percent === 'number';
  return isKnown ? texts.filled(count(maxCapacity), count(percent)) : null;
}

/** How long ago the last reading of a silent row was. */
export function silentSinceOf({ lastReadingAt }: LiveRow, now: number): string {
  return ago(ageOfReading(lastReadingAt, now) ?? 0);
}
