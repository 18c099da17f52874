import { dateFormatter } from '@atrium/calendar/date-labels';
import { zoneOf } from '@atrium/calendar/zones';
import { render, type Rendered } from './layout.ts';
import { quoted } from './quoted.ts';

export interface OfflineDigest {
  readonly publicUrl: string;
  readonly organizationName: string;
  /** The listed ones; `total` may be higher. */
  readonly news: readonly {
    readonly name: string;
    readonly siteName: string | null;
    readonly locationName: string | null;
    readonly timezone: string | null;
    /** Null for one that never reported. */
    readonly lastHeard: Date | null;
  }[];
  readonly total: number;
}

/** To the notification addresses for sensors of an organization. */
export function offlineDigestMail({ publicUrl, organizationName: chosen, news, total }: OfflineDigest): Rendered {
  const organizationName = quoted(chosen);
  const title =
    total === 1
      ? `A sensor of ${organizationName} is offline`
      : `${total.toLocaleString('en-US')} sensors of ${organizationName} are offline`;
  const more = total - news.length;
  return render({
    subject: title,
    title,
    paragraphs: [
      'These sensors are silent:',
      ...news.map(line),
      ...(more > 0 ? [`and ${more.toLocaleString('en-US')} more.`] : []),
      'Until they return, people who pass them are not counted. Please check their power and network.',
    ],
    action: { label: 'See offline sensors', url: `${publicUrl}/#/app/offline-sensors` },
    note: `You receive this email because this address is listed for sensor notifications of ${organizationName}. Its administrators can remove it in the settings of the organization. We send it at most once an hour.`,
  });
}

/** When, in local time. */
function line({ name, siteName, locationName, timezone, lastHeard }: OfflineDigest['news'][number]): string {
  const zone = zoneOf(timezone ?? 'UTC');
  const place = [locationName, siteName]
    .filter((part) => part !== null)
    .map(quoted)
    .join(', ');
  const heard = lastHeard && dateFormatter(zone, 'timestamp')(lastHeard.getTime() / 1000);
  return `${quoted(name)}${place === '' ? '' : ` (${place})`}, ${heard === null ? 'never heard' : `last heard ${heard} ${zone.name}`}`;
}
