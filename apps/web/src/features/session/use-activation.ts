import type { ReplyOf } from '@atrium/contract/endpoint';
import { activateInvitation } from '@atrium/contract/registration';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { toastFailure } from './failure.ts';
import { texts } from './texts.ts';

type Invited = ReplyOf<typeof activateInvitation>;
export type Activation = { state: 'waiting' } | { state: 'refused' } | { state: 'open'; invited: Invited };

/** Following the link of an invitation activates it; the answer says whom it is for. */
export function useActivation(invitationId: string): Activation {
  const [activation, setActivation] = useState<Activation>({ state: 'waiting' });
  useEffect(() => {
    let isLeft = false;
    const settle = (next: Activation) => {
      if (!isLeft) setActivation(next);
    };
    if (invitationId === '') settle({ state: 'refused' });
    else
      activated(invitationId).then(
        (invited) => settle({ state: 'open', invited }),
        (error: unknown) => {
          toastFailure(texts.register.toastActivate, error);
          settle({ state: 'refused' });
        },
      );
    return () => {
      isLeft = true;
    };
  }, [invitationId]);
  return activation;
}

const asked = new Map<string, Promise<Invited>>();

/** Once for each invitation while the page is open: whoever signed up is registered by the first time. */
function activated(invitationId: string): Promise<Invited> {
  const answer = asked.get(invitationId) ?? call(activateInvitation, { body: { invitationId } });
  asked.set(invitationId, answer);
  answer.catch(() => asked.delete(invitationId));
  return answer;
}
