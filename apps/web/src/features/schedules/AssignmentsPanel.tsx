import type { Location } from '@atrium/contract/locations';
import { getOpeningHours } from '@atrium/contract/opening-hours';
import {
  deleteScheduleAssignment,
  listScheduleAssignments,
  listSchedules,
  type ScheduleAssignment,
} from '@atrium/contract/schedules';
import { farFuture } from '@atrium/rules/schedule';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconCalendarRepeat, IconPencil, IconTrash } from '@tabler/icons-react';
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
import { AssignmentForm } from './AssignmentForm.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

interface Props {
  location: Pick<Location, 'locationId' | 'timezone'>;
  mayEdit: boolean;
}

/** The schedules of a location over time. A new row is a draft until it is saved, and there is one draft at a time. */
export function AssignmentsPanel({ location, mayEdit }: Props) {
  const words = texts.assignments;
  const { locationId } = location;
  const heading = useId();
  const query = { locationId, limit: 1000 };
  const assignments = useEndpoint(listScheduleAssignments, { query }, { texts: words.read });
  const schedules = useEndpoint(listSchedules, { query: { limit: 1000 } }, { texts: texts.schedules.read });
  const [edited, setEdited] = useState<string>();
  const removal = useWrite(deleteScheduleAssignment, words.deleted, [listScheduleAssignments, getOpeningHours]);

  const askAndRemove = async ({ locationScheduleAssignmentId, startDate }: ScheduleAssignment) => {
    if (await confirm(words.deletion))
      removal.mutate({ params: { locationScheduleAssignmentId }, query: { locationId, startDate } });
  };

  if (assignments.error && !assignments.data)
    return <ErrorState message={assignments.error.message} onRetry={() => void assignments.refetch()} />;
  const add = mayEdit && (
    <AddButton disabled={edited !== undefined} onClick={() => setEdited('new')}>
      {words.add}
    </AddButton>
  );
  const rows = assignments.data ?? [];
  const formOf = (assignment?: ScheduleAssignment) => (
    <AssignmentForm
      key={assignment?.locationScheduleAssignmentId ?? 'new'}
      location={location}
      schedules={schedules.data ?? []}
      others={rows.filter((other) => other !== assignment)}
      {...(assignment && { assignment })}
      onClose={() => setEdited(undefined)}
    />
  );
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={rows.length > 0 && add} />
      {!assignments.data && <Skeleton height={96} />}
      {assignments.data?.length === 0 && edited === undefined && (
        <EmptyState icon={IconCalendarRepeat} {...words.none} action={add} />
      )}
      <Rows aria-labelledby={heading}>
        {rows.map((assignment) =>
          edited === assignment.locationScheduleAssignmentId ? (
            <li key={assignment.locationScheduleAssignmentId}>{formOf(assignment)}</li>
          ) : (
            <Row
              key={assignment.locationScheduleAssignmentId}
              assignment={assignment}
              {...(mayEdit && {
                ...(!assignment.isScheduleDeleted && {
                  onEdit: () => setEdited(assignment.locationScheduleAssignmentId),
                }),
                onRemove: () => void askAndRemove(assignment),
                isBusy: edited !== undefined,
              })}
            />
          ),
        )}
        {edited === 'new' && <li>{formOf()}</li>}
      </Rows>
    </Card>
  );
}

interface RowProps {
  assignment: ScheduleAssignment;
  /** Absent if the schedule is deleted. */
  onEdit?: () => void;
  onRemove?: () => void;
  /** Another row is being edited. */
  isBusy?: boolean;
}

function Row({ assignment, onEdit, onRemove, isBusy = false }: RowProps) {
  const { scheduleName: name, startDate, endDate } = assignment;
  const words = texts.assignments;
  const dates = `${calendarDate(startDate)} – ${endDate === farFuture ? words.forever : calendarDate(endDate)}`;
  return (
    <li className={classes['row']}>
      <span className={classes['rowName']}>{name}</span>
      <span className={classes['rowDates']}>{dates}</span>
      {assignment.isScheduleDeleted && <Tag>{words.scheduleDeleted}</Tag>}
      {onRemove && (
        <span className={classes['rowActions']}>
          {onEdit && (
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={isBusy}
              aria-label={texts.edit(`${name}, ${dates}`)}
              onClick={onEdit}
            >
              <IconPencil size={16} />
            </ActionIcon>
          )}
          <ActionIcon variant="subtle" color="gray" aria-label={texts.remove(`${name}, ${dates}`)} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </span>
      )}
    </li>
  );
}
