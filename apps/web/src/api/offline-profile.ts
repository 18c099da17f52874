import { getProfile, type Profile } from '@atrium/contract/profile';
import { keepOfflineUser, offlineUser } from './offline-user.ts';

export function keepOfflineProfile(userId: string, profile: Profile): void {
  keepOfflineUser({ userId, profile });
}

/** Of someone who used a counter on this device. */
export function offlineProfile(userId: string): Profile | undefined {
  const user = offlineUser();
  const parsed = getProfile.reply.safeParse(user?.profile);
  return user?.userId === userId && parsed.success ? parsed.data : undefined;
}
