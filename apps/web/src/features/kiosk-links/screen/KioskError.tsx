import { IconMoodConfuzed } from '@tabler/icons-react';
import { useEffect } from 'react';
import { report } from '../../../api/client-errors.ts';
import { isNotLoaded } from '../../../ui/chunk-load-error.ts';
import { EmptyState } from '../../../ui/Notice.tsx';
import { reloadOnceReachable } from './reload-once-reachable.ts';
import { texts } from './texts.ts';

interface Props {
  error: unknown;
  reload?: () => void;
}

const waitMs = 30_000;

/** Replaces a wall screen that failed. Nobody is there to press anything: it loads itself again. */
export function KioskError({ error, reload = reloadOnceReachable }: Props) {
  useEffect(() => {
    if (!isNotLoaded(error)) void report(error);
  }, [error]);
  useEffect(() => {
    const timer = setTimeout(reload, waitMs);
    return () => clearTimeout(timer);
  }, [reload]);
  return (
    <main aria-label={texts.label}>
      <EmptyState icon={IconMoodConfuzed} {...texts.failed} isPage />
    </main>
  );
}
