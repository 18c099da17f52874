import type { LocationWithIncludes } from '@atrium/contract/locations';
import type { Space } from '@atrium/contract/spaces';
import { Button } from '@mantine/core';
import { IconArmchair, IconExternalLink } from '@tabler/icons-react';
import { useId } from 'react';
import { count, zoneName } from '../../analytics/format.ts';
import { Card } from '../../ui/Card.tsx';
import { Cards, Column } from '../../ui/Cards.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { LocationMap } from './LocationMap.tsx';
import classes from './places.module.css';
import { SitesPanel } from './SitesPanel.tsx';
import { texts } from './texts.ts';

const words = texts.overview;

interface Props {
  location: LocationWithIncludes;
  mayEdit: boolean;
}

/** What a location is, where it is, and what is in it. */
export function LocationOverview({ location, mayEdit }: Props) {
  const { locationId, site = [], space } = location;
  return (
    <Cards>
      <Column>
        <SitesPanel locationId={locationId} sites={site} mayEdit={mayEdit} />
        {/* Absent where the organization may not see occupancy. */}
        {space && <SpacesPanel spaces={space} />}
      </Column>
      <About location={location} />
    </Cards>
  );
}

function About({ location }: { location: LocationWithIncludes }) {
  const { latitude, longitude, timezone, acfEligible, acfDisabledReason } = location;
  const address = addressOf(location);
  return (
    <Card>
      <h2 className={classes['heading']}>{words.heading}</h2>
      <Facts roomy>
        <dt>{words.address}</dt>
        <dd>{address || words.none}</dd>
        <dt>{words.timezone}</dt>
        <dd>{zoneName(timezone)}</dd>
        <dt>{words.acf}</dt>
        <dd>{acfEligible ? words.eligible : words.notEligible(acfDisabledReason ?? '')}</dd>
        <dt>{words.coordinates}</dt>
        <dd>{latitude === null || longitude === null ? words.none : `${latitude}, ${longitude}`}</dd>
      </Facts>
      {latitude !== null && longitude !== null && (
        <>
          <LocationMap latitude={latitude} longitude={longitude} name={location.name} />
          <div className={classes['links']}>
            <MapLink
              href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`}
            >
              {words.openStreetMap}
            </MapLink>
            <MapLink href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}>
              {words.googleMaps}
            </MapLink>
          </div>
        </>
      )}
    </Card>
  );
}

function MapLink({ href, children }: { href: string; children: string }) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      variant="default"
      size="xs"
      rightSection={<IconExternalLink size={14} aria-hidden />}
    >
      {children}
    </Button>
  );
}

function SpacesPanel({ spaces }: { spaces: readonly Space[] }) {
  const heading = useId();
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.spaces} intro={words.spacesText} action={null} />
      {spaces.length === 0 && <EmptyState icon={IconArmchair} {...words.noSpace} />}
      <ul className={classes['rows']} aria-labelledby={heading}>
        {spaces.map(({ spaceId, name, maxCapacity, disabled }) => (
          <li key={spaceId} className={classes['row']}>
            <span>{name}</span>
            <span className={classes['rowFacts']}>{maxCapacity !== null && words.capacity(count(maxCapacity))}</span>
            {disabled && <Tag>{texts.locations.disabled}</Tag>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function addressOf({ street, postalCode, city, state, country }: LocationWithIncludes): string {
  const town = [city, state, postalCode].filter(Boolean).join(' ');
  return [street, town, country].filter(Boolean).join(', ');
}
