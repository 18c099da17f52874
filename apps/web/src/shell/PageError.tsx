import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { report } from '../api/client-errors.ts';
import { ErrorState } from '../ui/Notice.tsx';

/** Stands in for a page that failed; whatever is around the page stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => {
    if (!(error instanceof ApiError)) void report(error);
  }, [error]);
  return (
    <ErrorState
      message={error instanceof Error ? error.message : String(error)}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}
