import type { LocationWithIncludes } from '@atrium/contract/locations';
import { countryName } from '@atrium/rules/countries';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { zoneName } from '../../format/zones.ts';
import { Card } from '../../ui/Card.tsx';
import { Cards } from '../../ui/Cards.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { LocationMap } from './LocationMap.tsx';
import classes from './places.module.css';
import { SitesPanel } from './SitesPanel.tsx';
import { texts } from './texts.ts';

const words = texts.overview;

interface Props {
  location: LocationWithIncludes;
  mayEdit: boolean;
}

/** The details, map and contents of a location. */
export function LocationOverview({ location, mayEdit }: Props) {
  const { locationId, site = [] } = location;
  return (
    <Cards>
      <SitesPanel locationId={locationId} sites={site} mayEdit={mayEdit} />
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

function addressOf({ street, postalCode, city, state, country }: LocationWithIncludes): string {
  const town = [city, state, postalCode].filter(Boolean).join(' ');
  return [street, town, country && countryName(country)].filter(Boolean).join(', ');
}
