import { type ReactNode, Suspense } from 'react';
import { report } from '../../../api/client-errors.ts';
import { announce } from '../../../api/notices.ts';
import { Boundary } from '../../../ui/Boundary.tsx';
import { isNotLoaded } from '../../../ui/chunk-load-error.ts';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

interface Props {
  /** What is shown until it is there, and when it fails. */
  waiting?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Something that was opened by hand. If it fails, a message says so, and everything else stays as it is. */
export function OpenedPart({ waiting, onClose, children }: Props) {
  const fail = (error: unknown) => {
    const isMissing = isNotLoaded(error);
    if (!isMissing) void report(error);
    announce({ kind: 'toast', tone: 'danger', ...(isMissing ? uiTexts.notLoaded : texts.notOpened) });
    onClose();
  };
  return (
    <Boundary content={[]} renderFailure={() => waiting} onFail={fail}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </Boundary>
  );
}
