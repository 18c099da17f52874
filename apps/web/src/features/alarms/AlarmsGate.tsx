import { getOrganization } from '@atrium/contract/organizations';
import { Skeleton } from '@mantine/core';
import { IconBellOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { texts } from './texts.ts';

/** Shows a page of alarms to organizations that have them. An old link may lead others here. */
export function AlarmsGate({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { orgId } = useScope();
  const found = useEndpoint(getOrganization, { params: { orgId: orgId ?? 'myorg' } }, { texts: texts.organization });
  if (found.error && !found.data)
    return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  if (found.data?.alarmsEnabled) return children;
  return (
    <Page title={title} text={text}>
      <Card>{found.data ? <EmptyState icon={IconBellOff} {...texts.off} /> : <Skeleton height={240} />}</Card>
    </Page>
  );
}
