import { capabilitiesOf } from '@atrium/contract/access';
import { getOrganization } from '@atrium/contract/organizations';
import { Skeleton } from '@mantine/core';
import { useScope } from '../api/scope.tsx';
import { useEndpoint } from '../api/use-endpoint.ts';
import { DisplaysPage } from '../features/displays/DisplaysPage.tsx';
import { texts } from '../features/displays/texts.ts';
import { ErrorState } from '../ui/Notice.tsx';

/** All displays, as far as the subscription of the organization has them. */
export function DisplaysScreen() {
  const { orgId } = useScope();
  const found = useEndpoint(getOrganization, { params: { orgId: orgId ?? 'myorg' } }, { texts: texts.organization });
  if (found.error && !found.data)
    return <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton height={320} />;
  return <DisplaysPage capabilities={capabilitiesOf(found.data)} />;
}
