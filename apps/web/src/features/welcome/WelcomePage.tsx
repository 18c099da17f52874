import { Skeleton, Title, VisuallyHidden } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import { createLocation, type Location } from '@atrium/contract/locations';
import type { ReactNode } from 'react';
import { Day } from '../../analytics/day/Day.tsx';
import { DayControls } from '../../analytics/day/DayControls.tsx';
import { LocalTime } from '../../analytics/day/LocalTime.tsx';
import { useShownDay } from '../../analytics/day/use-shown-day.ts';
import { LocationPicker } from '../../analytics/pickers/LocationPicker.tsx';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { LocationsTable } from './LocationsTable.tsx';
import { OfferTemplate } from './OfferTemplate.tsx';
import { SubscriptionMessage } from './SubscriptionMessage.tsx';
import { texts } from './texts.ts';
import { useChosenLocation } from './use-chosen-location.ts';
import classes from './WelcomePage.module.css';

interface Props {
  /** The silent sensors of a location, from another feature. */
  silenceOf: (location: Location) => ReactNode;
}

/** The subscription message, a day of one location, and a table of all of them. */
export function WelcomePage({ silenceOf }: Props) {
  return (
    <>
      <SubscriptionMessage />
      <Locations silenceOf={silenceOf} />
    </>
  );
}

function Locations({ silenceOf }: Props) {
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
      <LocationDay
        key={location.locationId}
        location={location}
        silence={silenceOf(location)}
        steps={
          <>
            {mayAdd && <FirstSteps audience="administrator" />}
            <OfferTemplate />
          </>
        }
      >
        <Title order={1}>{total > 1 ? <LocationPicker value={location} onChange={choose} /> : location.name}</Title>
      </LocationDay>
      {total > 1 && <LocationsTable chosen={location.locationId} onChoose={choose} />}
    </div>
  );
}

function LocationDay(props: { location: Location; silence: ReactNode; steps: ReactNode; children: ReactNode }) {
  const { location, silence, steps, children } = props;
  const [shown, show] = useShownDay(location.timezone);
  return (
    <>
      <div className={classes['head']}>
        <div className={classes['title']}>
          {children}
          <LocalTime location={location} />
        </div>
        <DayControls location={location} shown={shown} onChange={show} />
      </div>
      {steps}
      <Day location={location} shown={shown} silence={silence} />
    </>
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
