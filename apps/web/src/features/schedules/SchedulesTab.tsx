import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import type { Location } from '@atrium/contract/locations';
import { getOpeningHours } from '@atrium/contract/opening-hours';
import {
  deleteSchedule,
  discardPlannedHours,
  listScheduleAssignments,
  listSchedules,
  type Schedule,
} from '@atrium/contract/schedules';
import { earliestEffectiveDate } from '@atrium/rules/schedule';
import { Skeleton } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import { useState } from 'react';
import { calendarDate } from '../../format/dates.ts';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { Cards } from '../../ui/Cards.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ScheduleCard } from './ScheduleCard.tsx';
import { ScheduleDialog } from './ScheduleDialog.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

interface Props {
  locations: readonly Location[];
  mayEdit: boolean;
}

/** All queries that a change of a schedule may affect. */
const shownBySchedules = [listSchedules, listScheduleAssignments, getOpeningHours];

export function SchedulesTab({ locations, mayEdit }: Props) {
  const words = texts.schedules;
  const schedules = useEndpoint(listSchedules, { query: { limit: 1000 } }, { texts: words.read });
  const [edited, setEdited] = useState<Schedule | 'new'>();
  const removal = useWrite(deleteSchedule, words.deleted, shownBySchedules);
  const discard = useWrite(discardPlannedHours, words.updated, shownBySchedules);
  const now = new Date(useNow(60_000));
  const all = [...new Set(locations.map(({ timezone }) => timezone))];
  const zonesOf = ({ autoAssign, timezones }: Schedule) => ({ assigned: autoAssign ? all : timezones, all });
  /** The day before changed hours take effect: what is in force and what can still be changed then match. */
  const todayOf = (schedule: Schedule) => dateOfDay(dayOfDate(earliestEffectiveDate(now, zonesOf(schedule)))! - 1);

  const askAndRemove = async (schedule: Schedule) => {
    const { scheduleId } = schedule;
    if (await confirm(words.deletion(schedule))) removal.mutate({ params: { scheduleId } });
  };
  const askAndDiscard = async ({ scheduleId, name, effectiveDate }: Schedule) => {
    if (await confirm(words.discarding(name, calendarDate(effectiveDate)))) discard.mutate({ params: { scheduleId } });
  };

  if (schedules.error && !schedules.data)
    return <ErrorState message={schedules.error.message} onRetry={() => void schedules.refetch()} />;
  const add = mayEdit && <AddButton onClick={() => setEdited('new')}>{words.add}</AddButton>;
  return (
    <>
      {schedules.data?.length === 0 ? (
        <Card>
          <EmptyState icon={IconClockHour4} {...(mayEdit ? words.none : words.noneToRead)} action={add} />
        </Card>
      ) : (
        <>
          {add && <div className={classes['toolbar']}>{add}</div>}
          <Cards>
            {schedules.data?.map((schedule) => (
              <ScheduleCard
                key={schedule.scheduleId}
                schedule={schedule}
                today={todayOf(schedule)}
                {...(mayEdit && {
                  onEdit: () => setEdited(schedule),
                  onRemove: () => void askAndRemove(schedule),
                  ...(schedule.schedule_version.length > 1 &&
                    schedule.effectiveDate >= earliestEffectiveDate(now, zonesOf(schedule)) && {
                      onDiscard: () => void askAndDiscard(schedule),
                    }),
                })}
              />
            )) ?? [1, 2].map((card) => <Skeleton key={card} height={320} />)}
          </Cards>
        </>
      )}
      {edited && (
        <ScheduleDialog
          timezones={all}
          {...(edited !== 'new' && { schedule: edited })}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
