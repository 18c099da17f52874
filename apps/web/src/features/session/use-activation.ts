import type { ReplyOf } from '@atrium/contract/endpoint';
import { activateInvitation } from '@atrium/contract/registration';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { toastFailure } from './failure.ts';
import { texts } from './texts.ts';

export type Invited = ReplyOf<typeof activateInvitation>;
type Activation = { state: 'waiting' } | { state: 'refused'; message: string } | { state: 'open'; invited: Invited };

/** Following the link of an invitation activates it; the reply names its recipient. */
export function useActivation(invitationId: string): Activation {
  const [activation, setActivation] = useState<Activation>({ state: 'waiting' });
  useEffect(() => {
    let isLeft = false;
    const settle = (next: Activation) => {
      if (!isLeft) setActivation(next);
    };
    if (invitationId === '') settle({ state: 'refused', message: texts.register.failed });
    else
      activated(invitationId).then(
        (invited) => settle({ state: 'open', invited }),
        (error: unknown) => {
          toastFailure(texts.register.toastActivate, error);
          const said = error instanceof ApiError ? error.reply?.message : undefined;
          settle({ state: 'refused', message: said ?? texts.register.failed });
        },
      );
    return () => {
      isLeft = true;
    };
  }, [invitationId]);
  return activation;
}

const asked = new Map<string, Promise<Invited>>();

/** Once for each invitation while the page is open. */
function activated(invitationId: string): Promise<Invited> {
  const answer = asked.get(invitationId) ?? call(activateInvitation, { body: { invitationId } });
  asked.set(invitationId, answer);
  answer.catch(() => asked.delete(invitationId));
  return answer;
}
