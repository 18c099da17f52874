import { Progress } from '@mantine/core';
import { Quiet } from './Quiet.tsx';

interface Props {
  label: string;
  done: number;
  /** Null while it is not known how much there is to do. */
  total: number | null;
  /** Says how far it has come. */
  progress: (done: number, total: number) => string;
}

/** How far a job has come. */
export function JobBar({ label, done, total, progress }: Props) {
  return (
    <>
      <Progress
        aria-label={label}
        value={total === null || total === 0 ? 100 : (100 * done) / total}
        animated={total === null}
      />
      {total !== null && <Quiet mt="sm">{progress(done, total)}</Quiet>}
    </>
  );
}
