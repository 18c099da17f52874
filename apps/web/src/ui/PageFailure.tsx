import { IconMapPinOff } from '@tabler/icons-react';
import { useMatches } from '@tanstack/react-router';
import { LinkButton } from './LinkButton.tsx';
import { EmptyState, ErrorState } from './Notice.tsx';
import { texts } from './texts.ts';

interface Props {
  /** With the status of the response, if there was one. */
  error: { message: string; status?: number };
  onRetry: () => void;
}

/** Shown in place of a page that failed to load. A 404 offers no retry. */
export function PageFailure({ error, onRetry }: Props) {
  const above = useMatches({
    select: (matches) => matches.findLast(({ staticData }) => staticData.under)?.staticData.under,
  });
  if (error.status !== 404 || !above) return <ErrorState message={error.message} onRetry={onRetry} />;
  return (
    <EmptyState
      isPage
      icon={IconMapPinOff}
      title={error.message}
      text={texts.gone}
      action={<LinkButton to={above.pathname}>{texts.goTo(above.title)}</LinkButton>}
    />
  );
}
