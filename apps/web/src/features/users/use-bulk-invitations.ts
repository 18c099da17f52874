import { inviteMany, listInvitations } from '@atrium/contract/invitations';
import { listUsers } from '@atrium/contract/users';
import { type InvitationLine, maxInvitations } from '@atrium/rules/bulk-invitation';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { useRefresh } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

/** The outcome of a line, with the link to pass on if there is no mail server. */
export type Outcome =
  | { readonly invited: true; readonly link?: string }
  | { readonly invited: false; readonly message: string };

export interface BulkInvitations {
  phase: 'waiting' | 'sending' | 'done';
  /** By the number of the line. */
  outcomes: ReadonlyMap<number, Outcome>;
  send: (lines: readonly InvitationLine[]) => Promise<void>;
  /** The current portion is finished, the rest is not sent. */
  stop: () => void;
}

/** Sends the lines of a file in portions, so that the progress is visible and it can be stopped. */
export function useBulkInvitations(orgId: string): BulkInvitations {
  const [phase, setPhase] = useState<BulkInvitations['phase']>('waiting');
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const stopped = useRef(false);
  const refresh = useRefresh();

  const sendPortion = async (portion: readonly InvitationLine[]): Promise<Outcome[]> => {
    const invitations = portion.flatMap(({ wanted }) =>
      wanted ? [{ ...wanted, locations: [...wanted.locations] }] : [],
    );
    try {
      const report = await call(inviteMany, { params: { orgId }, body: { invitations } });
      return report.map(({ invited, message, link }) =>
        invited ? { invited, ...(link !== undefined && { link }) } : { invited, message: message ?? '' },
      );
    } catch (error) {
      // The progress is unknown; sending it again does no harm, because nobody is invited twice.
      stopped.current = true;
      const message = error instanceof Error ? error.message : texts.noAnswer;
      return portion.map(() => ({ invited: false, message }));
    }
  };

  return {
    phase,
    outcomes,
    async send(lines) {
      stopped.current = false;
      setPhase('sending');
      const sendable = lines.filter(({ wanted }) => wanted);
      const known = new Map<number, Outcome>();
      for (let at = 0; at < sendable.length && !stopped.current; at += maxInvitations) {
        const portion = sendable.slice(at, at + maxInvitations);
        const report = await sendPortion(portion);
        portion.forEach(({ line }, index) => known.set(line, report[index] ?? { invited: false, message: '' }));
        setOutcomes(new Map(known));
      }
      setPhase('done');
      await refresh([listUsers, listInvitations]);
    },
    stop() {
      stopped.current = true;
    },
  };
}
