import { getJob, type Job } from '@atrium/contract/jobs';
import { count } from '../../format/numbers.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { JobBar } from '../../ui/JobBar.tsx';
import { texts as lifeTexts } from './life-texts.ts';
import classes from './sensors.module.css';

const words = lifeTexts.commission;
const everyMs = 2000;

/** The progress of a purge; it runs in the background. */
export function PurgeProgress({ job: begun, orgId }: { job: Job; orgId: string }) {
  const { jobId } = begun;
  const asked = useEndpoint(getJob, { params: { jobId }, query: { orgId } }, { texts: words.jobRead, every: everyMs });
  const { state, done, total, message } = asked.data ?? begun;
  const isOver = state === 'failed' || state === 'cancelled';
  return (
    <Card>
      <output className={classes['progress']}>
        {state === 'done' && words.purged}
        {isOver && [words.purgeFailed, message].filter((text) => text !== null).join(': ')}
        {state !== 'done' && !isOver && words.purging}
      </output>
      {state !== 'done' && !isOver && (
        <JobBar
          label={words.purging}
          done={done}
          total={total}
          progress={(part, whole) => words.progress(count(part), count(whole))}
        />
      )}
    </Card>
  );
}
