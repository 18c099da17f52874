import {
  applyClockShift,
  type ClockShiftPreview,
  type ClockShiftRecord,
  getClockShift,
  getSensorClock,
} from '@atrium/contract/clock-shifts';
import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { JobProgress } from '../../analytics/replay/JobProgress.tsx';
import { PreviewDialog } from '../../analytics/replay/PreviewDialog.tsx';
import { ReplayChanges } from '../../analytics/replay/ReplayChanges.tsx';
import { useEndpoint, useRefresh, useWrite } from '../../api/use-endpoint.ts';
import { count } from '../../format/numbers.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { texts } from './texts.ts';

const words = texts.preview;
const everyMs = 1000;

interface Props {
  orgId: string;
  shift: ClockShiftRecord;
  onClose: () => void;
}

/** What moving readings would change, and its progress once it has begun. */
export function ShiftPreviewDialog({ orgId, shift: made, onClose }: Props) {
  const request = { params: { clockShiftId: made.clockShiftId }, query: { orgId } };
  const asked = useEndpoint(getClockShift, request, { texts: words.read, every: everyMs });
  const { state, jobId, preview, refusal } = asked.data ?? made;
  const apply = useWrite(applyClockShift, words.applied, [getClockShift, getSensorClock]);
  const refresh = useRefresh();
  const moved = useCallback(() => void refresh([getClockShift, getSensorClock]), [refresh]);
  return (
    <PreviewDialog
      words={words}
      canApply={state === 'calculated' && preview?.refusal === null}
      isApplying={apply.isPending}
      onApply={() => apply.mutate(request)}
      onClose={onClose}
    >
      {state === 'calculating' && <JobProgress orgId={orgId} jobId={jobId} label={words.calculating} />}
      {state === 'interrupted' && !preview && <output>{words.failed}</output>}
      {preview && <Changes preview={preview} />}
      {state === 'refused' && refusal !== null && <Refused why={refusal} />}
      {(state === 'moving' || state === 'moved') && (
        <JobProgress orgId={orgId} jobId={jobId} label={texts.moving} onDone={moved} />
      )}
    </PreviewDialog>
  );
}

function Changes({ preview }: { preview: ClockShiftPreview }) {
  if (preview.refusal !== null) return <Refused why={preview.refusal} />;
  return (
    <>
      <Text fw={600}>{words.readings(count(preview.readings))}</Text>
      <ReplayChanges preview={preview} />
    </>
  );
}

function Refused({ why }: { why: string }) {
  return <FormFailure message={`${words.refused} ${why}.`} />;
}
