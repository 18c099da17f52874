import { deleteLocation, getLocation, listLocations, type LocationWithIncludes } from '@atrium/contract/locations';
import { getTraffic } from '@atrium/contract/data';
import { Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Visit } from '../../analytics/Visit.tsx';
import { usePlaceTrail } from '../../analytics/use-place-trail.ts';
import { blockingError, useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { confirmByName } from '../../ui/confirm-by-name.ts';
import { Page } from '../../ui/Page.tsx';
import { PageFailure } from '../../ui/PageFailure.tsx';
import { PageMenu } from '../../ui/PageMenu.tsx';
import { type PageTab, PageTabs } from '../../ui/PageTabs.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { AcfPanel } from './AcfPanel.tsx';
import { LocationDay } from './LocationDay.tsx';
import { LocationDialog } from './LocationDialog.tsx';
import { LocationOverview } from './LocationOverview.tsx';
import classes from './places.module.css';
import { texts } from './texts.ts';
import { useMayEditPlaces } from './use-may-edit-places.ts';

const words = texts.locations;
/** The selected day is kept while another tab is open. */
const dayParameters = ['day', 'compare'];

interface Props {
  orgId: string;
  locationId: string;
  /** Panels of other features, after its own tabs. */
  tabsOf: (location: LocationWithIncludes) => readonly PageTab[];
  /** Rendered by another feature: the sensors that are silent now. */
  silenceOf: (location: LocationWithIncludes) => ReactNode;
  /** Rendered by another feature: the weather of the day. */
  weatherOf: (location: LocationWithIncludes) => ReactNode;
}

/** One location. */
export function LocationPage({ orgId, locationId, tabsOf, silenceOf, weatherOf }: Props) {
  const mayEdit = useMayEditPlaces();
  const trailOf = usePlaceTrail();
  const request = { params: { locationId }, query: { orgId, include: 'site(sensor),space' } };
  const found = useEndpoint(getLocation, request, { texts: words.read });
  const seesCounts = useMay(getTraffic);
  const loss = blockingError(found);
  if (loss) return <PageFailure error={loss} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageSkeleton />;
  const location = found.data;
  const acf = { id: 'acf', label: words.tabs.acf, content: <AcfPanel key={location.timezone} location={location} /> };
  const tabs: readonly PageTab[] = [
    {
      id: 'overview',
      label: words.tabs.overview,
      content: (
        <div className={classes['parts']}>
          {seesCounts ? (
            <LocationDay location={location} silence={silenceOf(location)} weather={weatherOf(location)} />
          ) : (
            weatherOf(location)
          )}
          <LocationOverview location={location} mayEdit={mayEdit} />
        </div>
      ),
    },
    ...(seesCounts ? [acf] : []),
    ...tabsOf(location),
  ];
  return (
    <Page
      title={location.name}
      tags={location.disabled && <Tag>{words.disabled}</Tag>}
      actions={mayEdit && <Actions location={location} />}
      trail={trailOf({ orgId })}
    >
      <Visit
        type="location"
        id={locationId}
        {...{ name: location.name, orgId, locationId, trail: trailOf({ orgId }) }}
      />
      <PageTabs label={words.tabList} tabs={tabs} keep={dayParameters} />
    </Page>
  );
}

function Actions({ location }: { location: LocationWithIncludes }) {
  const { locationId, name } = location;
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const remove = useWrite(deleteLocation, words.deleted, [listLocations], [getLocation]);
  const askAndRemove = async () => {
    const { label, ...question } = words.deletion;
    if (!(await confirmByName({ ...question, label: label(name), name }))) return;
    await remove.mutateAsync({ params: { locationId } });
    await navigate({ to: '/app/locations' });
  };
  return (
    <>
      <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
        {words.change}
      </Button>
      <PageMenu remove={words.remove} onRemove={askAndRemove} />
      {editing && <LocationDialog location={location} onClose={() => setEditing(false)} />}
    </>
  );
}

export function PageSkeleton() {
  return (
    <div aria-busy>
      <Skeleton width={280} height={36} mb="md" />
      <Skeleton height={40} mb="md" />
      <Skeleton height={320} />
    </div>
  );
}
