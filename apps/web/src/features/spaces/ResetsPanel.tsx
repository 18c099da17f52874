import { deleteOccupancyReset, listOccupancyResets, type OccupancyReset, type Space } from '@atrium/contract/spaces';
import { searchedDates, searchedRange } from '@atrium/rules/occupancy-reset';
import { ActionIcon, Skeleton, TextInput } from '@mantine/core';
import { IconHandClick, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { dateIn } from '../../format/dates.ts';
import { count } from '../../format/numbers.ts';
import { zoneName } from '../../format/zones.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { ResetForm } from './ResetForm.tsx';
import classes from './spaces.module.css';
import { texts } from './texts.ts';

const words = texts.resets;

type Dates = Record<'startDate' | 'endDate', string>;

interface Props {
  space: Space;
  timezone: string;
  mayEdit: boolean;
}

/** Manual counts, between two local dates. */
export function ResetsPanel({ space: { spaceId }, timezone, mayEdit }: Props) {
  const heading = useId();
  const [dates, setDates] = useState<Dates>(() => searchedDates(timezone, new Date()));
  const [adding, setAdding] = useState(false);
  const wrong = problemIn(dates, timezone);
  const resets = useEndpoint(
    listOccupancyResets,
    { params: { spaceId }, query: { ...dates, limit: 1000 } },
    { texts: words.read, enabled: wrong === undefined, keep: true },
  );
  const add = mayEdit && (
    <AddButton disabled={adding} onClick={() => setAdding(true)}>
      {words.add}
    </AddButton>
  );
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro(zoneName(timezone))} action={add} />
      <div className={classes['pair']}>
        <TextInput
          type="date"
          label={words.from}
          value={dates.startDate}
          onChange={(event) => setDates({ ...dates, startDate: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={words.to}
          value={dates.endDate}
          error={wrong}
          onChange={(event) => setDates({ ...dates, endDate: event.currentTarget.value })}
        />
      </div>
      {adding && (
        <ResetForm
          spaceId={spaceId}
          timezone={timezone}
          onClose={() => setAdding(false)}
          onSaved={(date) => setDates(widened(dates, date))}
        />
      )}
      {resets.error && !resets.data && (
        <ErrorState message={resets.error.message} onRetry={() => void resets.refetch()} />
      )}
      {resets.isLoading && <Skeleton height={96} mt="md" />}
      {resets.data?.length === 0 && !adding && (
        <EmptyState icon={IconHandClick} {...(mayEdit ? words.none : words.noneToRead)} />
      )}
      <Rows aria-labelledby={heading}>
        {resets.data?.map((reset) => (
          <ResetRow key={reset.occupancyResetId} reset={reset} timezone={timezone} mayEdit={mayEdit} />
        ))}
      </Rows>
    </Card>
  );
}

function ResetRow({ reset, timezone, mayEdit }: { reset: OccupancyReset; timezone: string; mayEdit: boolean }) {
  const { spaceId, occupancyResetId, resetDate, occupants } = reset;
  const removal = useWrite(deleteOccupancyReset, words.deleted, [listOccupancyResets]);
  const at = Date.parse(resetDate);
  const moment = `${dateIn(timezone, 'longDate', at)} ${dateIn(timezone, 'time', at)}`;
  const askAndRemove = async () => {
    if (await confirm(words.removal(moment))) removal.mutate({ params: { spaceId, occupancyResetId } });
  };
  return (
    <li className={classes['row']}>
      <span>{moment}</span>
      <span className={classes['rowFacts']}>{words.people(count(occupants), occupants === 1)}</span>
      {mayEdit && (
        <ActionIcon variant="subtle" color="gray" aria-label={words.remove(moment)} onClick={() => void askAndRemove()}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
}

/** So that the saved reset is visible. */
function widened({ startDate, endDate }: Dates, date: string): Dates {
  return { startDate: date < startDate ? date : startDate, endDate: date > endDate ? date : endDate };
}

/** The server would refuse it too. */
function problemIn(dates: Dates, timezone: string): string | undefined {
  const range = searchedRange(dates, timezone, new Date());
  return Array.isArray(range) ? range[0]?.message : undefined;
}
