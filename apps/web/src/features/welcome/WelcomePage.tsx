import { Skeleton, Title, VisuallyHidden } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { createLocation, type Location } from '@atrium/contract/locations';
import { dateIn, viewerTimezone, zoneDifference, zoneName } from '../../analytics/format.ts';
import { LocationPicker } from '../../analytics/pickers/LocationPicker.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useMay } from '../../api/use-may.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { LocationsTable } from './LocationsTable.tsx';
import { SubscriptionMessage } from './SubscriptionMessage.tsx';
import { texts } from './texts.ts';
import { Today } from './Today.tsx';
import { useChosenLocation } from './use-chosen-location.ts';
import classes from './WelcomePage.module.css';

/** What there is to know about the subscription, what happens now in one location, and how all of them are doing. */
export function WelcomePage() {
  return (
    <>
      <SubscriptionMessage />
      <Locations />
    </>
  );
}

function Locations() {
  const { location, total, choose, error, retry } = useChosenLocation();
  const mayAdd = useMay(createLocation);
  if (error && !location) return <ErrorState message={error.message} onRetry={retry} />;
  if (location === undefined) return <PageSkeleton />;
  if (location === null)
    return mayAdd ? (
      <div className={classes['page']}>
        <VisuallyHidden component="h1">{texts.page}</VisuallyHidden>
        <FirstSteps audience="administrator" />
        <Card>
          <EmptyState
            icon={IconMapPin}
            {...texts.none}
            action={<LinkButton to="/app/locations">{texts.addLocation}</LinkButton>}
          />
        </Card>
      </div>
    ) : (
      <Card>
        <EmptyState isPage icon={IconMapPin} {...texts.noneToRead} />
      </Card>
    );
  return (
    <div className={classes['page']}>
      <div className={classes['title']}>
        <Title order={1}>{total > 1 ? <LocationPicker value={location} onChange={choose} /> : location.name}</Title>
        <LocalTime location={location} />
      </div>
      {mayAdd && <FirstSteps audience="administrator" />}
      <Today key={location.locationId} location={location} />
      {total > 1 && <LocationsTable chosen={location.locationId} onChoose={choose} />}
    </div>
  );
}

/** The clock on the wall of the location; its zone only when it is not the viewer's. */
function LocalTime({ location: { timezone } }: { location: Location }) {
  const now = useNow(60_000);
  const difference = zoneDifference(timezone, viewerTimezone, now);
  return (
    <p className={classes['time']}>
      <span>
        {dateIn(timezone, 'dayOfWeek', now)}, {dateIn(timezone, 'time', now)}
      </span>
      {difference && (
        <span>
          {zoneName(timezone)}, {difference}
        </span>
      )}
    </p>
  );
}

function PageSkeleton() {
  return (
    <div className={classes['page']} aria-busy>
      <div className={classes['title']}>
        <Skeleton width={260} height={44} />
        <Skeleton width={180} height={20} />
      </div>
      <div className={classes['figures']}>
        {[1, 2, 3].map((card) => (
          <Card key={card}>
            <Skeleton height={124} />
          </Card>
        ))}
      </div>
      <Card>
        <Skeleton height={340} />
      </Card>
    </div>
  );
}
