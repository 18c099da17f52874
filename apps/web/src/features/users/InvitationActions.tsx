import { cancelInvitation, listInvitations, renewInvitation } from '@atrium/contract/invitations';
import { getUser, listUsers } from '@atrium/contract/users';
import { Button } from '@mantine/core';
import { callList } from '../../api/client.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { confirm } from '../../ui/confirm.tsx';
import { offerLink } from './offer-link.ts';
import { texts } from './texts.ts';
import classes from './users.module.css';

interface Props {
  orgId: string;
  userId: string;
  email: string;
  /** Loaded on demand. */
  invitationId?: string;
  /** Called after an invitation was canceled and its person deleted. */
  onCanceled?: () => void;
}

const shown = [listUsers, getUser, listInvitations];

/** An invitation can be sent again, valid for another week, or canceled. */
export function InvitationActions({ orgId, userId, email, invitationId, onCanceled }: Props) {
  const words = texts.invitation;
  const renew = useWrite(renewInvitation, words.renewed, shown);
  const cancel = useWrite(cancelInvitation, words.canceled, onCanceled ? [listUsers, listInvitations] : shown);
  const renewAndOffer = async () => {
    const renewed = await renew.mutateAsync({ params: { userId }, query: { orgId } });
    const link = renewed.find((each) => each.userId === userId)?.link;
    if (link !== undefined) await offerLink(texts.invite.byHand(email), link);
  };
  const askAndCancel = async () => {
    const { title, body, confirm: verb } = words.question;
    if (!(await confirm({ title, body: body(email), confirm: verb, danger: true }))) return;
    const found = invitationId ?? (await openInvitationOf(orgId, userId, email));
    if (found === undefined) return;
    await cancel.mutateAsync({ params: { orgId, invitationId: found } });
    onCanceled?.();
  };
  return (
    <div className={classes['actions']}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.renewOf(email)}
        loading={renew.isPending}
        onClick={() => void renewAndOffer().catch(() => undefined)}
      >
        {words.renew}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.cancelOf(email)}
        loading={cancel.isPending}
        onClick={() => void askAndCancel().catch(() => undefined)}
      >
        {words.cancel}
      </Button>
    </div>
  );
}

/** A renewal names the person, a cancellation the invitation. */
async function openInvitationOf(orgId: string, userId: string, email: string): Promise<string | undefined> {
  const { rows } = await callList(listInvitations, { params: { orgId }, query: { search: email, limit: 100 } });
  return rows.find((invitation) => invitation.userId === userId)?.invitationId;
}
