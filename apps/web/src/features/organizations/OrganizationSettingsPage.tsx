import { getOrganization } from '@atrium/contract/organizations';
import { Skeleton } from '@mantine/core';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { OrganizationSettings } from './OrganizationSettings.tsx';
import { texts } from './texts.ts';

/** The settings of the current organization. */
export function OrganizationSettingsPage() {
  const { orgId } = useScope();
  const found = useEndpoint(getOrganization, { params: { orgId: orgId ?? 'myorg' } }, { texts: texts.read });
  if (found.error && !found.data)
    return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  return (
    <Page title={texts.settings.page} text={found.data?.name}>
      {found.data ? (
        <OrganizationSettings key={found.data.orgId} organization={found.data} />
      ) : (
        <Card>
          <Skeleton height={240} />
        </Card>
      )}
    </Page>
  );
}
