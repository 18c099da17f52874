import { useRouter } from '@tanstack/react-router';

/** Expired subscriptions come first; everyone else goes to their requested page. */
export function useSignedIn(): (signedIn: { landing: string }) => void {
  const { history } = useRouter();
  return ({ landing }) =>
    history.replace(landing.startsWith('/app/') ? (history.location.state.cameFrom ?? landing) : landing);
}
