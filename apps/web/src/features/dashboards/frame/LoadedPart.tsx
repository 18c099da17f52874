import { type ReactNode, Suspense, useRef } from 'react';
import { announce } from '../../../api/notices.ts';
import { Boundary, type Failure } from '../../../ui/Boundary.tsx';
import { isNotLoaded } from '../../../ui/chunk-load-error.ts';
import { useIsOnWall } from './use-wall-retries.ts';

interface Props {
  content: readonly unknown[];
  waiting: ReactNode;
  renderFailure: (failure: Failure) => ReactNode;
  children: ReactNode;
}

/**
 * Something that is loaded when it is shown. Browsers may not request a script twice that did not arrive: if another try
 * does not help, the page is loaded again. On a wall screen nobody tries, so it is loaded again at once.
 */
export function LoadedPart({ content, waiting, renderFailure, children }: Props) {
  const isOnWall = useIsOnWall();
  const isRetried = useRef(false);
  const recover = (error: unknown) => {
    if (isNotLoaded(error) && (isOnWall || isRetried.current)) announce({ kind: 'reload' });
    isRetried.current = false;
  };
  const retried = ({ error, onRetry }: Failure): Failure => ({
    error,
    onRetry: () => {
      isRetried.current = true;
      onRetry();
    },
  });
  return (
    <Boundary content={content} renderFailure={(failure) => renderFailure(retried(failure))} onFail={recover}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  );
}
