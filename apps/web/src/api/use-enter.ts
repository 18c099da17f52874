import { useRouter } from '@tanstack/react-router';
import { showUser } from './shown-user.ts';

/** Goes on as somebody else: the page is asked for anew, whoever it belonged to before. */
export function useEnter(): (signedIn: { userId: string; landing: string }) => void {
  const router = useRouter();
  return ({ userId, landing }) => {
    showUser(userId);
    router.history.push(landing);
    void router.invalidate();
  };
}
