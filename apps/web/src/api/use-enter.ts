import { useRouter } from '@tanstack/react-router';

/** Goes on as somebody else: the page is asked for anew, whoever it belonged to before. */
export function useEnter(): (landing: string) => void {
  const router = useRouter();
  return (landing) => {
    router.history.push(landing);
    void router.invalidate();
  };
}
