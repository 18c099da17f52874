import { ApiError } from './api-error.ts';

/** Who counts on this device. Their counter opens without a connection; the server still checks everything they send. */
export interface OfflineUser {
  readonly userId: string;
  /** As it was received. */
  readonly profile: unknown;
}

const key = 'atrium.offline-user';

export function keepOfflineUser(user: OfflineUser): void {
  try {
    localStorage.setItem(key, JSON.stringify(user));
  } catch {
    // Forbidden or full: the counter needs a connection to open.
  }
}

export function offlineUser(): OfflineUser | undefined {
  try {
    const { userId, profile }: Record<string, unknown> = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof userId === 'string' ? { userId, profile } : undefined;
  } catch {
    return undefined;
  }
}

/** What opens without a connection, for whom it was opened before. */
const offlinePages = '/app/manual-occupancy';

/** The user of a page that is opened while the server cannot be reached. */
export function offlineUserAt(pathname: string, error: unknown): string | undefined {
  const isUnreachable = error instanceof ApiError && error.status === 0;
  return isUnreachable && pathname.startsWith(offlinePages) ? offlineUser()?.userId : undefined;
}

/** When they sign out. */
export function forgetOfflineUser(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
