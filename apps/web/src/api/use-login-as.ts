import { loginAs } from '@atrium/contract/login-as';
import { texts } from './texts.ts';
import { useWrite } from './use-endpoint.ts';
import { useEnter } from './use-enter.ts';

/** Signs staff in as another user, by email address. */
export function useLoginAs(): { visit: (username: string) => void; isPending: boolean } {
  const { mutate, isPending } = useWrite(loginAs, texts.loginAs);
  const enter = useEnter();
  return {
    visit: (username) => mutate({ body: { username } }, { onSuccess: enter }),
    isPending,
  };
}
