import {
  applyClockShift,
  type ClockShiftRecord,
  type ClockShiftState,
  getSensorClock,
  type SensorClock,
  takeBackClockShift,
} from '@atrium/contract/clock-shifts';
import { writeOffset } from '@atrium/rules/clock-shift';
import { Button, Skeleton } from '@mantine/core';
import { IconClock, IconClockEdit } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { JobProgress } from '../../analytics/replay/JobProgress.tsx';
import { useEndpoint, useRefresh, useWrite } from '../../api/use-endpoint.ts';
import { timestampIn } from '../../format/dates.ts';
import { lasted } from '../../format/durations.ts';
import { periodText } from '../../format/local-time.ts';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { PeriodRow } from '../../ui/PeriodRow.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import classes from './clock-shifts.module.css';
import { ShiftDialog } from './ShiftDialog.tsx';
import { texts } from './texts.ts';

interface Props {
  sensor: { readonly sensorId: string; readonly orgId: string; readonly name: string };
  timezone: string;
}

const everyMs = 10_000;

/** How exact the clock of a sensor is, and which of its readings were moved in time. */
export function ClockPanel({ sensor, timezone }: Props) {
  const { sensorId, orgId } = sensor;
  const request = { params: { sensorId }, query: { orgId } };
  const found = useEndpoint(getSensorClock, request, { texts: texts.read, every: everyMs });
  const [isAdding, setAdding] = useState(false);
  const clock = found.data;
  const add = (
    <Button variant="default" leftSection={<IconClockEdit size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  const isListed = clock !== undefined && clock.shifts.length > 0;
  return (
    <Card aria-labelledby="sensor-clock">
      <PanelHead id="sensor-clock" heading={texts.heading} intro={texts.intro} action={isListed && add} />
      {found.error && !clock && <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />}
      {!clock && !found.error && <Skeleton height={120} />}
      {clock && <p>{clockText(clock)}</p>}
      {clock?.shifts.length === 0 && <EmptyState icon={IconClock} {...texts.none} action={add} />}
      {isListed && (
        <Rows aria-label={texts.list}>
          {clock.shifts.map((shift) => (
            <MovedRange key={shift.clockShiftId} orgId={orgId} shift={shift} timezone={timezone} />
          ))}
        </Rows>
      )}
      {isAdding && (
        <ShiftDialog
          sensor={sensor}
          timezone={timezone}
          skewSeconds={clock?.isClockOff ? clock.skewSeconds : null}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  );
}

function clockText({ skewSeconds, isClockOff }: SensorClock): string {
  if (skewSeconds === null) return texts.clock.unknown;
  if (!isClockOff) return texts.clock.exact;
  const far = lasted(Math.abs(skewSeconds) * 1000);
  return skewSeconds > 0 ? texts.clock.behind(far) : texts.clock.ahead(far);
}

const tones: Record<ClockShiftState, Tone> = {
  calculating: 'neutral',
  calculated: 'neutral',
  moving: 'neutral',
  moved: 'success',
  takingBack: 'neutral',
  takenBack: 'neutral',
  refused: 'warning',
  interrupted: 'warning',
  backInterrupted: 'warning',
};

const takable: readonly ClockShiftState[] = ['moved', 'interrupted', 'backInterrupted'];

interface RangeProps {
  orgId: string;
  shift: ClockShiftRecord;
  timezone: string;
}

function MovedRange({ orgId, shift, timezone }: RangeProps) {
  const { clockShiftId, state, jobId, reason, createdBy, receivedBefore, seconds, refusal } = shift;
  const request = { params: { clockShiftId }, query: { orgId } };
  const resume = useWrite(applyClockShift, texts.preview.applied, [getSensorClock]);
  const back = useWrite(takeBackClockShift, texts.takenBack, [getSensorClock]);
  const refresh = useRefresh();
  const done = useCallback(() => void refresh([getSensorClock]), [refresh]);
  const period = periodText(timezone, shift);
  const before =
    receivedBefore === null ? '' : `, ${texts.received(timestampIn(timezone, Date.parse(receivedBefore)))}`;
  const takeBack = async () => {
    if (await confirm(texts.question)) back.mutate(request);
  };
  return (
    <PeriodRow
      period={period}
      text={`${texts.by(writeOffset(seconds))}${before}`}
      note={createdBy === null ? reason : `${reason} (${createdBy})`}
      actions={
        <>
          <Tag tone={tones[state]}>{texts.states[state]}</Tag>
          {state === 'interrupted' && (
            <RowAction label={texts.resumeOf(period)} onClick={() => resume.mutate(request)}>
              {texts.resume}
            </RowAction>
          )}
          {takable.includes(state) && (
            <RowAction label={texts.takeBackOf(period)} onClick={() => void takeBack()}>
              {texts.takeBack}
            </RowAction>
          )}
        </>
      }
    >
      {refusal !== null && <p className={classes['problem']}>{refusal}.</p>}
      {(state === 'moving' || state === 'takingBack') && (
        <JobProgress
          orgId={orgId}
          jobId={jobId}
          label={state === 'moving' ? texts.moving : texts.takingBack}
          onDone={done}
        />
      )}
    </PeriodRow>
  );
}
