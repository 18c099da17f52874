import { endOtherSessions, endOwnSession, listOwnSessions, type OwnSession } from '@atrium/contract/account';
import { Button, Skeleton, Title } from '@mantine/core';
import { longTimestamp } from '../../format/dates.ts';
import { ago } from '../../format/durations.ts';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { deviceName } from './device-name.ts';
import classes from './profile.module.css';
import { texts } from './texts.ts';

const words = texts.sessions;

/** Every signed-in browser, and a way to sign it out. */
export function SessionsCard() {
  const { profile } = useScope();
  const sessions = useEndpoint(listOwnSessions, {}, { texts: words.read });
  const endAll = useWrite(endOtherSessions, words.endedAll, [listOwnSessions]);
  const rows = sessions.data?.toSorted((a, b) => Number(b.current) - Number(a.current));
  const mayEnd = profile.actingStaff === null;
  return (
    <Card>
      <div className={classes['head']}>
        <Title order={2}>{words.title}</Title>
        {mayEnd && (rows?.length ?? 0) > 1 && (
          <Button variant="default" loading={endAll.isPending} onClick={() => endAll.mutate({})}>
            {words.endAll}
          </Button>
        )}
      </div>
      {sessions.error && !rows ? (
        <ErrorState message={sessions.error.message} onRetry={() => void sessions.refetch()} />
      ) : (
        <ul className={classes['sessions']}>
          {rows?.map((session) => <Session key={session.sessionId} session={session} mayEnd={mayEnd} />) ??
            [1, 2].map((line) => <Skeleton key={line} height={56} mb={4} />)}
        </ul>
      )}
    </Card>
  );
}

function Session({ session, mayEnd }: { session: OwnSession; mayEnd: boolean }) {
  const now = useNow(60_000);
  const end = useWrite(endOwnSession, words.ended, [listOwnSessions]);
  const device = deviceName(session.userAgent) ?? words.unknownDevice;
  const idle = now - Date.parse(session.lastSeenAt);
  return (
    <li className={classes['session']}>
      <div>
        <div className={classes['device']}>
          {device}
          {session.current && <Tag tone="success">{words.current}</Tag>}
          {session.remember && <Tag>{words.remembered}</Tag>}
        </div>
        <div className={classes['detail']}>
          {[
            session.address,
            words.since(longTimestamp(session.createdAt)),
            words.seen(idle < 60_000 ? words.now : ago(idle)),
          ].join(' · ')}
        </div>
      </div>
      {mayEnd && !session.current && (
        <Button
          variant="default"
          size="sm"
          loading={end.isPending}
          aria-label={words.endOf(device)}
          onClick={() => end.mutate({ params: { sessionId: session.sessionId } })}
        >
          {words.end}
        </Button>
      )}
    </li>
  );
}
