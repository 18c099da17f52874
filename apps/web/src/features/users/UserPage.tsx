import { loginAs } from '@atrium/contract/login-as';
import { deleteUser, getUser, listUsers, type User } from '@atrium/contract/users';
import { Menu, Skeleton, Title } from '@mantine/core';
import { IconMasksTheater } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Visit } from '../../analytics/Visit.tsx';
import { longTimestamp } from '../../format/dates.ts';
import { useMay } from '../../api/use-may.ts';
import { blockingError, useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useLoginAs } from '../../api/use-login-as.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { Cards, Column } from '../../ui/Cards.tsx';
import { confirmByName } from '../../ui/confirm-by-name.ts';
import { Page } from '../../ui/Page.tsx';
import { PageFailure } from '../../ui/PageFailure.tsx';
import { PageMenu } from '../../ui/PageMenu.tsx';
import { AccessCard } from './AccessCard.tsx';
import { AccountCard } from './AccountCard.tsx';
import { InvitationActions } from './InvitationActions.tsx';
import { canLoginAs } from './LoginAsButton.tsx';
import { LocationsCard } from './LocationsCard.tsx';
import { stateOf } from './person-state.ts';
import { StateTag } from './StateTag.tsx';
import { texts } from './texts.ts';
import { useNow } from '../../ui/use-now.ts';

const route = getRouteApi('/app/user');

/** One person: role, locations, and whether they can sign in. */
export function UserPage() {
  const { userId } = route.useSearch();
  const found = useEndpoint(
    getUser,
    { params: { userId }, query: { include: 'organization' } },
    { texts: texts.read, every: 30_000 },
  );
  const loss = blockingError(found);
  if (loss) return <PageFailure error={loss} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageSkeleton />;
  const user = found.data;
  return (
    <Page
      title={user.name}
      tags={<StateTag user={user} />}
      text={user.organization?.name}
      actions={<Actions user={user} />}
      trail={trail}
    >
      <Visit type="user" id={userId} name={user.name} orgId={user.orgId} locationId={null} />
      <Cards key={userId}>
        <Column>
          <AccountCard user={user} />
        </Column>
        <Column>
          {user.expiration === null ? <AccessCard user={user} /> : <InvitationCard user={user} />}
          {user.orgId !== null && <LocationsCard user={user} orgId={user.orgId} />}
        </Column>
      </Cards>
    </Page>
  );
}

/** The list of people. */
const trail = [{ text: texts.page, to: '/app/users' }];

function InvitationCard({ user }: { user: User }) {
  const navigate = useNavigate();
  const ranOut = stateOf(user, useNow(60_000)) === 'expired';
  const until = longTimestamp(user.expiration);
  return (
    <Card>
      <Title order={2}>{texts.invitation.card}</Title>
      <Quiet mt={2} mb="sm">
        {ranOut ? texts.invitation.ranOut(until) : texts.invitation.openUntil(until)}
      </Quiet>
      {user.orgId !== null && (
        <InvitationActions
          orgId={user.orgId}
          userId={user.userId}
          email={user.email}
          onCanceled={() => void navigate({ to: '/app/users', search: { tab: 'invitations' } })}
        />
      )}
    </Card>
  );
}

function Actions({ user }: { user: User }) {
  const { userId, name } = user;
  const mayVisit = useMay(loginAs);
  const { visit } = useLoginAs();
  const navigate = useNavigate();
  const remove = useWrite(deleteUser, texts.deleted, [listUsers], [getUser]);
  const askAndRemove = async () => {
    const { label, ...question } = texts.deletion;
    if (!(await confirmByName({ ...question, label: label(name), name }))) return;
    await remove.mutateAsync({ params: { userId } });
    await navigate({ to: '/app/users' });
  };
  return (
    <PageMenu remove={texts.remove} onRemove={askAndRemove}>
      {mayVisit && canLoginAs(user) && (
        <Menu.Item leftSection={<IconMasksTheater size={16} aria-hidden />} onClick={() => visit(user.email)}>
          {texts.loginAsOf(name)}
        </Menu.Item>
      )}
    </PageMenu>
  );
}

function PageSkeleton() {
  return (
    <div aria-busy>
      <Skeleton width={280} height={36} mb="md" />
      <Cards>
        <Skeleton height={320} />
        <Skeleton height={240} />
      </Cards>
    </div>
  );
}
