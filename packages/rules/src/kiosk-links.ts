import { type Problem, problemIf } from './problem.ts';

/** One dashboard of a playlist. */
export interface KioskItem {
  readonly dashboardId: string;
  readonly seconds: number;
}

/** Of one organization. */
export const maxKioskLinks = 200;
/** Of one person among them. */
export const maxOwnKioskLinks = 50;
export const maxKioskItems = 50;
export const maxKioskName = 100;
export const kioskSeconds = { least: 5, most: 3_600, usual: 30 } as const;
/** The scheme of the Authorization header that contains the secret of a link. Browsers never send it on their own. */
export const kioskScheme = 'Kiosk';
/** Wrong secrets from one address. The secret has 160 random bits: the limit spares the database. */
export const wrongKioskSecrets = { most: 120, minutes: 10 } as const;

/** The page of a link. The secret is behind the hash, which browsers send neither to servers nor to other sites. */
export function kioskUrl(publicUrl: string, secret: string): string {
  return `${publicUrl}/#/kiosk/${secret}`;
}

export const kioskTexts = {
  name: 'is required',
  nameLong: `must have at most ${maxKioskName} characters`,
  nameLine: 'must be on one line',
  noItems: 'must have at least one dashboard',
  items: `must be a list of at most ${maxKioskItems} dashboards`,
  seconds: `must show each dashboard for ${kioskSeconds.least} to ${kioskSeconds.most.toLocaleString('en-US')} seconds`,
  expired: 'must be in the future',
  tooMany: `An organization has at most ${maxKioskLinks} wall screens. Revoke one that is no longer used.`,
  tooManyOwn: `You can have at most ${maxOwnKioskLinks} wall screens. Revoke one of yours that is no longer used.`,
  ended: 'This link no longer works. Create a new one under Wall screens.',
  notOwner: 'Only its owner can change a wall screen. Administrators can revoke it.',
} as const;

export interface KioskLinkValues {
  readonly name: string;
  readonly items: readonly KioskItem[];
  /** The link works until then; null for as long as it is not revoked. */
  readonly expiresAt: Date | null;
}

export function kioskLinkProblems({ name, items, expiresAt }: KioskLinkValues, now: Date): Problem[] {
  return [
    ...problemIf(name === '', 'name', kioskTexts.name),
    ...problemIf(name.length > maxKioskName, 'name', kioskTexts.nameLong),
    ...problemIf(/\p{Cc}/u.test(name), 'name', kioskTexts.nameLine),
    ...problemIf(items.length === 0, 'items', kioskTexts.noItems),
    ...problemIf(items.length > maxKioskItems, 'items', kioskTexts.items),
    ...problemIf(!items.every(hasValidSeconds), 'items', kioskTexts.seconds),
    ...problemIf(expiresAt !== null && expiresAt <= now, 'expiresAt', kioskTexts.expired),
  ];
}

function hasValidSeconds({ seconds }: KioskItem): boolean {
  return Number.isInteger(seconds) && seconds >= kioskSeconds.least && seconds <= kioskSeconds.most;
}
