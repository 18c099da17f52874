/** Calendar dates `YYYY-MM-DD`, compared in UTC. */
export interface Subscriptions {
  readonly subExpiration: string | null;
  readonly headroomExpiration: string | null;
  readonly headroomEnabled: boolean;
}

const warnDays = 15;
const headroomWarnDays = 5;
const welcomeErrorDays = 30;
const welcomeWarningDays = 60;

export type ExpiryNotice =
  | { readonly kind: 'expired'; readonly product: 'atrium' | 'headroom'; readonly on: string }
  | { readonly kind: 'expiring'; readonly product: 'atrium' | 'headroom'; readonly on: string; readonly days: number };

/** A subscription has ended when its date (YYYY-MM-DD) is today or earlier, in UTC. Without a date it never ends. */
export function isExpired(date: string | null, now: Date): boolean {
  return date !== null && date <= today(now);
}

export type Product = ExpiryNotice['product'];

/**
 * The product whose end closes the whole account. An organization that has only the small edition of the occupancy
 * product has nothing left without it.
 */
export function endedAccount(
  subscriptions: Subscriptions & { readonly isHeadroomLite: boolean },
  now: Date,
): Product | undefined {
  if (isExpired(subscriptions.subExpiration, now)) return 'atrium';
  return subscriptions.isHeadroomLite && hasHeadroomEnded(subscriptions, now) ? 'headroom' : undefined;
}

/** The occupancy product was used, and has ended. */
export function hasHeadroomEnded({ headroomEnabled, headroomExpiration }: Subscriptions, now: Date): boolean {
  return headroomEnabled && isExpired(headroomExpiration, now);
}

/** The expired product to mention at sign-in: the main product first, then the occupancy product. */
export function expiryNotices(subscriptions: Subscriptions, now: Date): ExpiryNotice[] {
  const notices = [notice('atrium', subscriptions.subExpiration, now, warnDays)];
  if (subscriptions.headroomEnabled) {
    notices.push(notice('headroom', subscriptions.headroomExpiration, now, headroomWarnDays));
  }
  return notices.filter((found) => found !== undefined);
}

/** The severity of the subscription message on the welcome page. */
export function welcomeExpiry(
  expiration: string | null,
  now: Date,
): { level: 'error' | 'warning'; days: number } | undefined {
  if (expiration === null) return undefined;
  const days = daysUntil(expiration, now);
  if (days <= welcomeErrorDays) return { level: 'error', days };
  if (days <= welcomeWarningDays) return { level: 'warning', days };
  return undefined;
}

function notice(
  product: 'atrium' | 'headroom',
  expiration: string | null,
  now: Date,
  within: number,
): ExpiryNotice | undefined {
  if (expiration === null) return undefined;
  if (isExpired(expiration, now)) return { kind: 'expired', product, on: expiration };
  const days = daysUntil(expiration, now);
  return days <= within ? { kind: 'expiring', product, on: expiration, days } : undefined;
}

function daysUntil(date: string, now: Date): number {
  return (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today(now)}T00:00:00Z`)) / 86_400_000;
}

function today(now: Date): string {
  return now.toISOString().slice(0, 10);
}
