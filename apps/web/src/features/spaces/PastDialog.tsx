import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import { applyToPast, getSpaceDrift, type PastPart, type PastPreview, previewPast } from '@atrium/contract/space-drift';
import { getSpace, type Space } from '@atrium/contract/spaces';
import { Skeleton, Text, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';
import { JobProgress } from '../../analytics/replay/JobProgress.tsx';
import { PreviewDialog } from '../../analytics/replay/PreviewDialog.tsx';
import { blockingError, useEndpoint, useRefresh, useWrite } from '../../api/use-endpoint.ts';
import { calendarDate } from '../../format/dates.ts';
import { asCount, count, fraction } from '../../format/numbers.ts';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import type { Column } from '../../ui/table/column.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { texts } from './texts.ts';

const words = texts.past;

interface Props {
  space: Space;
  part: PastPart;
  timezone: string;
  onClose: () => void;
}

/** Lets the settings or zones of a space also hold for the past: from which day on, what that changes, and how far it is. */
export function PastDialog({ space: { spaceId, orgId }, part, timezone, onClose }: Props) {
  const [today] = useState(() => localDay(zoneOf(timezone), Date.now() / 1000));
  const [from, setFrom] = useState(() => dateOfDay(today - 7));
  const day = dayOfDate(from);
  const isPast = day !== undefined && day <= today;
  const request = { params: { spaceId }, query: { from, part } };
  const preview = useEndpoint(previewPast, request, { texts: words.read, enabled: isPast });
  const apply = useWrite(applyToPast, words.applied, []);
  const refresh = useRefresh();
  const done = useCallback(() => void refresh([getSpace, getSpaceDrift]), [refresh]);
  const jobId = apply.data?.jobId;
  const loss = blockingError(preview);
  return (
    <PreviewDialog
      words={words}
      canApply={isPast && jobId === undefined && (preview.data?.days ?? 0) > 0}
      isApplying={apply.isPending}
      onApply={() => apply.mutate({ params: { spaceId }, body: { from, part } })}
      onClose={onClose}
    >
      <Quiet>{words.intros[part]}</Quiet>
      <TextInput
        type="date"
        label={words.from}
        max={dateOfDay(today)}
        value={from}
        disabled={jobId !== undefined}
        error={isPast ? undefined : words.wrong}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      {jobId !== undefined ? (
        <JobProgress orgId={orgId} jobId={jobId} label={words.running} progress={words.progress} onDone={done} />
      ) : loss ? (
        <FormFailure message={loss.message} />
      ) : preview.data ? (
        <Changes preview={preview.data} />
      ) : (
        isPast && <Skeleton height={120} />
      )}
    </PreviewDialog>
  );
}

type Shown = PastPreview['shown'][number];

const columns: readonly Column<Shown>[] = [
  {
    key: 'date',
    label: words.columns.date,
    kind: 'text',
    width: 110,
    isRowName: true,
    value: ({ date }) => calendarDate(date),
  },
  { key: 'before', label: words.columns.before, width: 90, value: ({ before }) => before, ...asCount },
  { key: 'after', label: words.columns.after, width: 90, value: ({ after }) => after, ...asCount },
];

function Changes({ preview: { days, shown, change } }: { preview: PastPreview }) {
  if (days === 0) return <Quiet>{words.nothing}</Quiet>;
  return (
    <>
      <Text fw={600}>{words.days(count(days), days === 1)}</Text>
      <Quiet>{words.change(fraction(change))}</Quiet>
      <PlainTable label={words.highest} columns={columns} rows={shown} keyOf={({ date }) => date} />
    </>
  );
}
