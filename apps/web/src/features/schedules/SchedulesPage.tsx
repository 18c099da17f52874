import { createLocation, listLocations, type Location } from '@atrium/contract/locations';
import { Skeleton, Tabs } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/use-may.ts';
import { LocationPicker } from '../../analytics/pickers/LocationPicker.tsx';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { ExceptionsPanel } from './ExceptionsPanel.tsx';
import { LocationHours } from './LocationHours.tsx';
import { SchedulesTab } from './SchedulesTab.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';
import { useMayEditHours } from './use-may-edit-hours.ts';

const route = getRouteApi('/app/orgschedule');
const tabs = ['schedules', 'locations', 'exceptions'] as const;

/** The opening hours of an organization: schedules, what each location has, and special days. */
export function SchedulesPage() {
  const { orgId } = useScope();
  const mayEdit = useMayEditHours();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = tabs.find((known) => known === tab) ?? 'schedules';
  const locations = useEndpoint(
    listLocations,
    { query: { limit: 1000, order: 'name' } },
    { texts: texts.locations.read },
  );
  if (locations.error && !locations.data)
    return <ErrorState message={locations.error.message} onRetry={() => void locations.refetch()} />;
  return (
    <Page title={texts.page} text={texts.pageText}>
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(chosen) =>
          void navigate({ search: chosen === null || chosen === 'schedules' ? {} : { tab: chosen }, replace: true })
        }
      >
        <Tabs.List aria-label={texts.tabList} mb="md">
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="schedules">
          <SchedulesTab locations={locations.data ?? []} mayEdit={mayEdit} />
        </Tabs.Panel>
        <Tabs.Panel value="locations">
          {locations.data ? <LocationsTab locations={locations.data} /> : <Skeleton height={320} />}
        </Tabs.Panel>
        <Tabs.Panel value="exceptions">
          {orgId !== null && <ExceptionsPanel owner={{ scope: 'organization', orgId }} mayEdit={mayEdit} />}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function LocationsTab({ locations }: { locations: readonly Location[] }) {
  const { location: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const mayAdd = useMay(createLocation);
  const chosen = locations.find(({ locationId }) => locationId === asked) ?? locations[0];
  if (!chosen)
    return (
      <Card>
        <EmptyState
          icon={IconMapPin}
          {...(mayAdd ? texts.locations.none : texts.locations.noneToRead)}
          action={mayAdd && <LinkButton to="/app/locations">{texts.locations.add}</LinkButton>}
        />
      </Card>
    );
  return (
    <>
      <div className={classes['picker']}>
        <LocationPicker
          value={chosen}
          onChange={(location) => void navigate({ search: { tab: 'locations', location }, replace: true })}
        />
      </div>
      <LocationHours location={chosen} />
    </>
  );
}
