import type { Estate } from '../registry/directory/estate.ts';
import { sensorOf } from './estate-index.ts';
import type { DecodeContext } from './vendors/vendor.ts';

/** What the decoder of a body may ask: in which time zone its devices are installed now, and when it was received. */
export function contextOf(estate: Estate | undefined, speaker: string, receivedAt?: Date): DecodeContext {
  return {
    receivedAt: receivedAt && Math.floor(receivedAt.getTime() / 1000),
    zoneOf(device) {
      const siteId = estate && sensorOf(estate, device ?? speaker)?.siteId;
      const locationId = siteId ? estate.sites.get(siteId)?.locationId : undefined;
      return (locationId && estate?.locations.get(locationId)?.timezone) || null;
    },
  };
}
