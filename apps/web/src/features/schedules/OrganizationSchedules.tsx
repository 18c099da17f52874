import { listLocations } from '@atrium/contract/locations';
import { ScopeContext, useScope } from '../../api/scope.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Column } from '../../ui/Cards.tsx';
import { ExceptionsPanel } from './ExceptionsPanel.tsx';
import { SchedulesTab } from './SchedulesTab.tsx';
import { texts } from './texts.ts';
import { useMayEditHours } from './use-may-edit-hours.ts';

/** The opening hours of any organization, whichever staff have chosen to work in. */
export function OrganizationSchedules({ orgId }: { orgId: string }) {
  const scope = useScope();
  return (
    <ScopeContext value={{ ...scope, orgId }}>
      <Schedules orgId={orgId} />
    </ScopeContext>
  );
}

function Schedules({ orgId }: { orgId: string }) {
  const mayEdit = useMayEditHours();
  const locations = useEndpoint(
    listLocations,
    { query: { limit: 1000, order: 'name' } },
    { texts: texts.locations.read },
  );
  return (
    <Column>
      <div>
        <SchedulesTab locations={locations.data ?? []} mayEdit={mayEdit} />
      </div>
      <ExceptionsPanel owner={{ scope: 'organization', orgId }} mayEdit={mayEdit} />
    </Column>
  );
}
