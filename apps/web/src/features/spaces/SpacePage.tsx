import { listExpectedWaitMappings } from '@atrium/contract/expected-wait-mappings';
import { getLocation } from '@atrium/contract/locations';
import { deleteSpace, getSpace, listSpaces, type SpaceWithIncludes } from '@atrium/contract/spaces';
import { Button, Skeleton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Visit } from '../../analytics/Visit.tsx';
import { count } from '../../format/numbers.ts';
import { usePlaceTrail } from '../../analytics/use-place-trail.ts';
import { blockingError, useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { Cards } from '../../ui/Cards.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageFailure } from '../../ui/PageFailure.tsx';
import { PageMenu } from '../../ui/PageMenu.tsx';
import { type PageTab, PageTabs } from '../../ui/PageTabs.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { CorrectionsPanel } from './CorrectionsPanel.tsx';
import { DailyResetPanel } from './DailyResetPanel.tsx';
import { DriftPanel } from './DriftPanel.tsx';
import { LiveOccupancy } from './LiveOccupancy.tsx';
import { ResetsPanel } from './ResetsPanel.tsx';
import { SpaceDialog } from './SpaceDialog.tsx';
import { texts } from './texts.ts';
import { ZonesPanel } from './ZonesPanel.tsx';

const words = texts.spaces;

interface Props {
  orgId: string;
  spaceId: string;
  /** Panels of other features, after its own tabs. */
  tabsOf: (space: SpaceWithIncludes) => readonly PageTab[];
}

/** One space. */
export function SpacePage({ orgId, spaceId, tabsOf }: Props) {
  const mayEdit = useMay(deleteSpace);
  const trailOf = usePlaceTrail();
  const request = { params: { spaceId }, query: { orgId, include: 'zone(sensor),location' } };
  const found = useEndpoint(getSpace, request, { texts: words.read });
  const loss = blockingError(found);
  if (loss) return <PageFailure error={loss} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageSkeleton />;
  const space = found.data;
  const timezone = space.location?.timezone ?? 'Etc/UTC';
  const trail = trailOf({ orgId, location: space.location ?? undefined });
  const resets = (
    <Cards>
      <ResetsPanel space={space} timezone={timezone} mayEdit={mayEdit} />
      <DailyResetPanel space={space} timezone={timezone} mayEdit={mayEdit} />
    </Cards>
  );
  const accuracy = (
    <Cards>
      <DriftPanel space={space} timezone={timezone} />
      <CorrectionsPanel space={space} timezone={timezone} mayEdit={mayEdit} />
    </Cards>
  );
  const tabs: readonly PageTab[] = [
    {
      id: 'zones',
      label: texts.zones.tab,
      content: <ZonesPanel space={space} timezone={timezone} mayEdit={mayEdit} />,
    },
    { id: 'resets', label: texts.resets.tab, content: resets },
    { id: 'accuracy', label: texts.drift.tab, content: accuracy },
    ...tabsOf(space),
  ];
  return (
    <Page
      title={space.name}
      tags={space.disabled && <Tag>{words.disabled}</Tag>}
      actions={
        <>
          <WaitLink spaceId={spaceId} />
          <CountLink space={space} />
          <DisplayLink space={space} />
          {mayEdit && <Actions space={space} />}
        </>
      }
      trail={trail}
    >
      <Visit type="space" id={spaceId} {...{ name: space.name, orgId, locationId: space.locationId, trail }} />
      <About space={space} />
      <PageTabs label={words.tabList} tabs={tabs} />
    </Page>
  );
}

function About({ space }: { space: SpaceWithIncludes }) {
  const { orgId, locationId, location, maxCapacity, targetOccupancy } = space;
  return (
    <Card aria-label={words.about}>
      <Facts>
        <LiveOccupancy spaceId={space.spaceId} />
        <dt>{words.location}</dt>
        <dd>
          <RowLink to="/app/org/$orgId/location/$locationId" params={{ orgId, locationId }} search={{ tab: 'spaces' }}>
            {location?.name}
          </RowLink>
        </dd>
        <dt>{texts.fields.maxCapacity}</dt>
        <dd>{maxCapacity === null ? words.notSet : count(maxCapacity)}</dd>
        {targetOccupancy !== null && (
          <>
            <dt>{texts.fields.targetOccupancy}</dt>
            <dd>{count(targetOccupancy)}</dd>
          </>
        )}
      </Facts>
    </Card>
  );
}

/** For organizations with expected wait time. */
function WaitLink({ spaceId }: { spaceId: string }) {
  if (!useMay(listExpectedWaitMappings)) return null;
  return (
    <LinkButton variant="default" to="/app/expected-wait-time" search={{ spaceId }}>
      {words.wait}
    </LinkButton>
  );
}

function CountLink({ space: { orgId, locationId, spaceId } }: { space: SpaceWithIncludes }) {
  return (
    <LinkButton
      variant="default"
      to="/app/manual-occupancy/$orgId/$locationId/$spaceId"
      params={{ orgId, locationId, spaceId }}
    >
      {words.count}
    </LinkButton>
  );
}

function DisplayLink({ space: { orgId, locationId, spaceId } }: { space: SpaceWithIncludes }) {
  return (
    <LinkButton
      variant="default"
      to="/app/manual-occupancy-view/$orgId/$locationId/$spaceId"
      params={{ orgId, locationId, spaceId }}
    >
      {words.display}
    </LinkButton>
  );
}

function Actions({ space }: { space: SpaceWithIncludes }) {
  const { orgId, locationId, spaceId, name } = space;
  const navigate = useNavigate();
  const [editing, setEditing] = useState(false);
  const remove = useWrite(deleteSpace, words.deleted, [getLocation, listSpaces], [getSpace]);
  const askAndRemove = async () => {
    if (!(await confirm(words.deletion(name)))) return;
    await remove.mutateAsync({ params: { spaceId } });
    const params = { orgId, locationId };
    await navigate({ to: '/app/org/$orgId/location/$locationId', params, search: { tab: 'spaces' } });
  };
  return (
    <>
      <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
        {words.change}
      </Button>
      <PageMenu remove={words.remove} onRemove={askAndRemove} />
      {editing && <SpaceDialog orgId={orgId} locationId={locationId} space={space} onClose={() => setEditing(false)} />}
    </>
  );
}

function PageSkeleton() {
  return (
    <div aria-busy>
      <Skeleton width={280} height={36} mb="md" />
      <Skeleton height={72} mb="md" />
      <Skeleton height={320} />
    </div>
  );
}
