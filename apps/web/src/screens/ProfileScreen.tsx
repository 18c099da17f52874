import { ProfilePage } from '../features/profile/ProfilePage.tsx';
import { SecurityCard } from '../features/second-factor/SecurityCard.tsx';

/** The profile with the second factor, which is a separate feature. */
export function ProfileScreen() {
  return <ProfilePage security={<SecurityCard />} />;
}
