import type { Location } from '@atrium/contract/locations';
import { LocationSilence } from '../features/offline-sensors/LocationSilence.tsx';
import { WelcomePage } from '../features/welcome/WelcomePage.tsx';

/** The welcome page with the panels of other features about its location. */
export function WelcomeScreen() {
  return <WelcomePage silenceOf={silenceOf} />;
}

function silenceOf({ locationId, timezone }: Location) {
  return <LocationSilence locationId={locationId} timezone={timezone} />;
}
