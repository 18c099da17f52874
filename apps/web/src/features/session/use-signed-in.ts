import { useRouter } from '@tanstack/react-router';

/** What has ended is said first; everyone else goes where they wanted to go. */
export function useSignedIn(): (signedIn: { landing: string }) => void {
  const { history } = useRouter();
  return ({ landing }) =>
    history.replace(landing.startsWith('/app/') ? (history.location.state.cameFrom ?? landing) : landing);
}
