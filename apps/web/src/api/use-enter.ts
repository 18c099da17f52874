import { useRouter } from '@tanstack/react-router';
import { showUser } from './shown-user.ts';

/** Continues as another user: all data is fetched again. */
export function useEnter(): (signedIn: { userId: string; landing: string }) => void {
  const router = useRouter();
  return ({ userId, landing }) => {
    showUser(userId);
    router.history.push(landing);
    void router.invalidate();
  };
}
