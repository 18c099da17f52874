import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { report } from '../api/client-errors.ts';
import { isNotLoaded } from '../ui/chunk-load-error.ts';
import { ErrorState } from '../ui/Notice.tsx';
import { texts as uiTexts } from '../ui/texts.ts';

/** Replaces a page that failed; everything around the page stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isMissing = isNotLoaded(error);
  useEffect(() => {
    if (!(error instanceof ApiError || isMissing)) void report(error);
  }, [error, isMissing]);
  // A browser does not request failed code twice, so the page is reloaded.
  if (isMissing) return <ErrorState message={uiTexts.notLoaded.text} onRetry={() => window.location.reload()} />;
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
