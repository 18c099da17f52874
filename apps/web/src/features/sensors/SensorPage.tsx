import type { Job } from '@atrium/contract/jobs';
import { addToBlacklist } from '@atrium/contract/sensor-blacklist';
import {
  getSensor,
  getSensorStatus,
  type SensorDetail,
  type SensorStatus,
  updateSensor,
} from '@atrium/contract/sensors';
import { getPackageRequests } from '@atrium/contract/package-requests';
import { isRequestable } from '@atrium/rules/package-request';
import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Visit } from '../../analytics/Visit.tsx';
import { usePlaceTrail } from '../../analytics/use-place-trail.ts';
import { blockingError, useEndpoint } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Cards } from '../../ui/Cards.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageFailure } from '../../ui/PageFailure.tsx';
import { type PageTab, PageTabs } from '../../ui/PageTabs.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BlacklistNotice } from './BlacklistNotice.tsx';
import { ConfigsPanel } from './ConfigsPanel.tsx';
import { DeviceReport } from './DeviceReport.tsx';
import { texts as detailTexts } from './detail-texts.ts';
import { PackageRequestsCard } from './PackageRequestsCard.tsx';
import { PurgeProgress } from './PurgeProgress.tsx';
import { SensorAbout } from './SensorAbout.tsx';
import { SensorActions } from './SensorActions.tsx';
import { stateOf } from './sensor-state.ts';
import { StateTag } from './StateTag.tsx';
import { texts } from './texts.ts';

/** How often an open page refetches the state of its sensor. */
const statusMs = 10_000;

interface Props {
  sensorId: string;
  /** Panels of other features, between its overview and its configurations. */
  tabsOf: (sensor: SensorDetail, status: SensorStatus | undefined) => readonly PageTab[];
}

/** One sensor: its details, its state and its actions. */
export function SensorPage({ sensorId, tabsOf }: Props) {
  const mayBlock = useMay(addToBlacklist);
  const mayEdit = useMay(updateSensor);
  const mayRequest = useMay(getPackageRequests);
  const trailOf = usePlaceTrail();
  const now = useNow(60_000);
  const [purge, setPurge] = useState<Job>();
  const request = { params: { sensorId } };
  const found = useEndpoint(
    getSensor,
    { ...request, query: { include: 'localuser,vendor_license' } },
    { texts: texts.read },
  );
  const status = useEndpoint(getSensorStatus, request, { every: statusMs });
  const { refetch } = found;
  const counts = status.data?.readings.length ?? 0;
  useEffect(() => {
    // A zone that has never counted before may be a new, auto-created one.
    if (counts > 0) void refetch();
  }, [counts, refetch]);
  const loss = blockingError(found);
  if (loss) return <PageFailure error={loss} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageSkeleton />;
  const sensor = found.data;
  const online = status.data?.online ?? sensor.online;
  const trail = trailOf(placesOf(sensor));
  const tabs: readonly PageTab[] = [
    {
      id: 'overview',
      label: detailTexts.tabs.overview,
      content: (
        <Cards>
          <SensorAbout sensor={sensor} />
          <DeviceReport sensor={sensor} status={status.data} />
          {mayRequest && sensor.active && isRequestable(sensor.identifier) && (
            <PackageRequestsCard sensorId={sensor.sensorId} orgId={sensor.orgId} />
          )}
        </Cards>
      ),
    },
    ...tabsOf(sensor, status.data),
    { id: 'configs', label: detailTexts.tabs.configs, content: <ConfigsPanel sensor={sensor} /> },
  ];
  return (
    <Page
      title={sensor.name}
      tags={
        <>
          <StateTag state={stateOf({ ...sensor, online }, now)} />
          {sensor.zonesToReview > 0 && <Tag tone="warning">{texts.review(sensor.zonesToReview)}</Tag>}
        </>
      }
      actions={mayEdit && <SensorActions sensor={sensor} onPurge={setPurge} />}
      trail={trail}
    >
      <Visit
        type="sensor"
        id={sensorId}
        {...{ name: sensor.name, orgId: sensor.orgId, locationId: sensor.locationId, trail }}
      />
      {mayBlock && sensor.identifier !== null && <BlacklistNotice sensor={sensor} />}
      {purge && <PurgeProgress job={purge} orgId={sensor.orgId} />}
      <PageTabs label={detailTexts.tabList} tabs={tabs} />
    </Page>
  );
}

function placesOf({ orgId, locationId, locationName, siteId, siteName }: SensorDetail) {
  return {
    orgId,
    location: locationId === null ? undefined : { locationId, name: locationName ?? '' },
    site: siteId === null ? undefined : { siteId, name: siteName ?? '' },
  };
}

function PageSkeleton() {
  return (
    <div aria-busy>
      <Skeleton width={280} height={36} mb="md" />
      <Skeleton height={40} mb="md" />
      <Skeleton height={320} />
    </div>
  );
}
