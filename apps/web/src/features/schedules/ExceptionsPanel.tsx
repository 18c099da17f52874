import { getOpeningHours } from '@atrium/contract/opening-hours';
import { exceptionTypes, extendedHours } from '@atrium/rules/schedule';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconCalendarEvent, IconPencil, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { calendarDate } from '../../format/dates.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { callsOf, type ExceptionOwner, idOf, paramsOf, type ShownException } from './exception-owner.ts';
import { ExceptionDialog } from './ExceptionDialog.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

/** Special days, upcoming ones first. */
export function ExceptionsPanel({ owner, mayEdit }: { owner: ExceptionOwner; mayEdit: boolean }) {
  const words = texts.exceptions;
  const heading = useId();
  const { list, remove } = callsOf(owner);
  const params = paramsOf(owner);
  const exceptions = useEndpoint(list, { params, query: { limit: 1000 } }, { texts: words.read[owner.scope] });
  const removal = useWrite(remove, words.deleted, [list, getOpeningHours]);
  const [edited, setEdited] = useState<ShownException | 'new'>();
  const today = new Date(useNow(60_000)).toISOString().slice(0, 10);

  const askAndRemove = async (exception: ShownException) => {
    if (await confirm(words.deletion(exception.description)))
      removal.mutate({ params: { ...params, exceptionId: idOf(exception) } });
  };

  if (exceptions.error && !exceptions.data)
    return <ErrorState message={exceptions.error.message} onRetry={() => void exceptions.refetch()} />;
  const all: readonly ShownException[] = exceptions.data ?? [];
  const isPast = ({ endDate }: ShownException) => endDate < today;
  const shown = [...all.filter((each) => !isPast(each)), ...all.filter(isPast).toReversed()];
  const add = mayEdit && <AddButton onClick={() => setEdited('new')}>{words.add}</AddButton>;
  return (
    <Card aria-labelledby={heading}>
      <PanelHead
        id={heading}
        heading={words.heading[owner.scope]}
        intro={words.intro[owner.scope]}
        action={all.length > 0 && add}
      />
      {!exceptions.data && <Skeleton height={96} />}
      {exceptions.data?.length === 0 && (
        <EmptyState icon={IconCalendarEvent} {...(mayEdit ? words.none : words.noneToRead)} action={add} />
      )}
      <Rows aria-labelledby={heading}>
        {shown.map((exception) => (
          <Row
            key={idOf(exception)}
            exception={exception}
            isPast={isPast(exception)}
            {...(mayEdit && {
              onEdit: () => setEdited(exception),
              onRemove: () => void askAndRemove(exception),
            })}
          />
        ))}
      </Rows>
      {edited && (
        <ExceptionDialog
          owner={owner}
          others={all.filter((other) => other !== edited)}
          {...(edited !== 'new' && { exception: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

interface RowProps {
  exception: ShownException;
  isPast: boolean;
  onEdit?: () => void;
  onRemove?: () => void;
}

function Row({ exception, isPast, onEdit, onRemove }: RowProps) {
  const { description, type, startDate, endDate } = exception;
  const words = texts.exceptions;
  return (
    <li className={classes['row']} data-past={isPast || undefined}>
      <span className={classes['rowName']}>
        {description} <Tag>{exceptionTypes[type]}</Tag>
        {isPast && <Tag>{words.past}</Tag>}
      </span>
      <span className={classes['rowDates']}>{words.dates(calendarDate(startDate), calendarDate(endDate))}</span>
      <span className={classes['rowHours']}>{hoursInWords(exception)}</span>
      {onEdit && (
        <span className={classes['rowActions']}>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.edit(description)} onClick={onEdit}>
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(description)} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}

function hoursInWords({ closed, type, openTime, closeTime }: ShownException): string {
  if (closed) return texts.closed;
  if (openTime === null || closeTime === null) return texts.exceptions.asUsual;
  const hours = texts.hours(openTime, closeTime);
  return type === extendedHours ? texts.exceptions.added(hours) : hours;
}
