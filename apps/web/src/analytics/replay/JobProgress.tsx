import { getJob } from '@atrium/contract/jobs';
import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { count } from '../../format/numbers.ts';
import { JobBar } from '../../ui/JobBar.tsx';
import { texts } from './texts.ts';

const everyMs = 1000;

interface Props {
  orgId: string;
  jobId: string;
  label: string;
  /** How far it is, in words; pushes by default. */
  progress?: (done: string, total: string) => string;
  /** What to do when it is done; a job that only calculates says nothing then. */
  onDone?: (() => void) | undefined;
}

/** How far a job is that counts bodies again, or calculates what that would change. */
export function JobProgress({ orgId, jobId, label, progress = texts.progress, onDone }: Props) {
  const asked = useEndpoint(getJob, { params: { jobId }, query: { orgId } }, { texts: texts.jobRead, every: everyMs });
  const { state = 'waiting', done = 0, total = null, message = null } = asked.data ?? {};
  const isDone = state === 'done';
  useEffect(() => {
    if (isDone) onDone?.();
  }, [isDone, onDone]);
  if (isDone) return onDone ? <output>{texts.done}</output> : null;
  if (state === 'failed') return <output>{message ?? texts.failed}</output>;
  return (
    <Stack gap="xs">
      <output>{label}</output>
      <JobBar label={label} done={done} total={total} progress={(part, whole) => progress(count(part), count(whole))} />
    </Stack>
  );
}
