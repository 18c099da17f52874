import { acceptTerms, disableLoginDisclaimer } from '@atrium/contract/account';
import { getTerms } from '@atrium/contract/product-info';
import { getProfile } from '@atrium/contract/profile';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useScope } from '../api/scope.tsx';
import { useEndpoint, useWrite } from '../api/use-endpoint.ts';
import { confirm } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { ErrorState } from '../ui/Notice.tsx';
import { accountTexts as texts } from './account-texts.ts';

const words = texts.terms;

/** At the first sign-in. Neither Escape nor the backdrop closes it: it must be accepted or rejected. */
export default function TermsDialog() {
  const { userId } = useScope();
  const navigate = useNavigate();
  const terms = useEndpoint(getTerms, {}, {});
  const accept = useWrite(acceptTerms, words.accepted, [getProfile]);
  const reject = useWrite(disableLoginDisclaimer, words.rejected);
  const askAndReject = async () => {
    if (!(await confirm(words.confirm))) return;
    await reject.mutateAsync({ params: { userId } });
    await navigate({ to: '/login', replace: true });
  };
  const isBusy = accept.isPending || reject.isPending;
  return (
    <Dialog title={terms.data?.title ?? words.title} size="lg">
      {terms.error ? (
        <ErrorState message={terms.error.message} onRetry={() => void terms.refetch()} />
      ) : (
        <Stack gap="sm">
          {terms.data?.paragraphs.map((paragraph) => <Text key={paragraph}>{paragraph}</Text>) ??
            [1, 2, 3, 4].map((line) => <Skeleton key={line} height={48} />)}
        </Stack>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" disabled={isBusy} onClick={() => void askAndReject().catch(() => undefined)}>
          {words.reject}
        </Button>
        <Button
          data-autofocus
          disabled={!terms.data}
          loading={accept.isPending}
          onClick={() => terms.data && accept.mutate({ body: { version: terms.data.version } })}
        >
          {words.accept}
        </Button>
      </Group>
    </Dialog>
  );
}
