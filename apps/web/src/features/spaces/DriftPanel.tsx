import { getSpaceDrift, type SpaceDrift } from '@atrium/contract/space-drift';
import type { Space } from '@atrium/contract/spaces';
import { Skeleton } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useId } from 'react';
import { blockingError, useEndpoint } from '../../api/use-endpoint.ts';
import { dateIn } from '../../format/dates.ts';
import { asCount, count, fraction } from '../../format/numbers.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import type { Column } from '../../ui/table/column.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { texts } from './texts.ts';

const words = texts.drift;
const everyMs = 60_000;

/** How far the counts of a space drift, and what its corrections do. */
export function DriftPanel({ space: { spaceId }, timezone }: { space: Space; timezone: string }) {
  const heading = useId();
  const asked = useEndpoint(getSpaceDrift, { params: { spaceId } }, { texts: words.read, every: everyMs });
  const loss = blockingError(asked);
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={false} />
      {loss ? (
        <ErrorState message={loss.message} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Skeleton height={160} />
      ) : asked.data.drift === null ? (
        <EmptyState icon={IconScale} {...words.unknown} />
      ) : (
        <Effect drift={asked.data.drift} timezone={timezone} />
      )}
    </Card>
  );
}

function Effect({ drift, timezone }: { drift: SpaceDrift; timezone: string }) {
  const { plain, corrected, error, acf, knowsHours, days } = drift;
  const since = dateIn(timezone, 'timestamp', Date.parse(drift.since));
  const columns = columnsIn(timezone);
  return (
    <>
      <Facts>
        <dt>{words.plain}</dt>
        <dd data-number>{count(plain)}</dd>
        <dt>{words.corrected}</dt>
        <dd data-number>{error === null ? count(corrected) : words.give(count(corrected), count(error))}</dd>
        <dt>{words.residual}</dt>
        <dd data-number>{words.difference(plain - corrected, count(Math.abs(plain - corrected)))}</dd>
        <dt>{words.yesterday}</dt>
        <dd data-number>{days[0] ? residualText(days[0].residual) : words.notKnown}</dd>
        <dt>{words.factor}</dt>
        <dd>{knowsHours ? words.hourly : acf === null ? words.notKnown : words.acf(fraction(acf))}</dd>
      </Facts>
      <Quiet>{words.since(since)}</Quiet>
      {days.length > 0 && <PlainTable label={words.days} columns={columns} rows={days} keyOf={({ from }) => from} />}
    </>
  );
}

type Day = SpaceDrift['days'][number];

function residualText(residual: number): string {
  const people = count(Math.abs(residual));
  if (Math.round(residual) === 0) return words.balanced;
  return residual > 0 ? words.missedOut(people) : words.missedIn(people);
}

function columnsIn(timezone: string): readonly Column<Day>[] {
  const { columns } = words;
  const day = ({ from }: Day) => dateIn(timezone, 'date', Date.parse(from));
  return [
    { key: 'day', label: columns.day, kind: 'text', width: 110, isRowName: true, value: day },
    { key: 'ins', label: columns.ins, width: 70, value: ({ ins }) => ins, ...asCount },
    { key: 'outs', label: columns.outs, width: 70, value: ({ outs }) => outs, ...asCount },
    { key: 'residual', label: columns.residual, width: 90, value: ({ residual }) => residual, ...asCount },
    {
      key: 'balance',
      label: columns.balance,
      width: 90,
      kind: 'number',
      value: ({ balance }) => balance,
      format: (value) => (value === null ? words.none : fraction(value)),
    },
  ];
}
