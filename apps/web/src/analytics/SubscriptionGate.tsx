import type { Capability } from '@atrium/contract/access';
import { getOrganization } from '@atrium/contract/organizations';
import { Skeleton } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ReadTexts } from '../api/query-client.ts';
import { useScope } from '../api/scope.tsx';
import { useEndpoint } from '../api/use-endpoint.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState, ErrorState } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';

interface Props {
  /** What the organization must have subscribed to; of several, any. */
  capability: Capability | readonly Capability[];
  icon: TablerIcon;
  texts: {
    page: string;
    pageText: string;
    /** Shown to organizations without it. */
    off: { title: string; text: string };
    organization: ReadTexts;
  };
  children: ReactNode;
}

/** A page of a subscription. The menu does not lead others here; an old link might. */
export function SubscriptionGate({ capability, icon, texts, children }: Props) {
  const { orgId } = useScope();
  const found = useEndpoint(getOrganization, { params: { orgId: orgId ?? 'myorg' } }, { texts: texts.organization });
  if (found.error && !found.data)
    return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  if (found.data && [capability].flat().some((name) => found.data[name])) return children;
  return (
    <Page title={texts.page} text={texts.pageText}>
      <Card>{found.data ? <EmptyState icon={icon} {...texts.off} /> : <Skeleton height={240} />}</Card>
    </Page>
  );
}
