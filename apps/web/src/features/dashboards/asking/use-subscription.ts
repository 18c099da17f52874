import { useDataSubscription } from '../../../analytics/question/use-data-subscription.ts';
import { useReload } from './use-reload.ts';

/** What the organization has subscribed to. If that could not be loaded, a refresh of the card asks again. */
export function useSubscription(refreshCount: number, isActive: boolean) {
  const subscription = useDataSubscription();
  const { data, error, retry } = subscription;
  useReload([{ refetch: async () => retry() }], refreshCount, isActive && error !== null && !data);
  return subscription;
}
