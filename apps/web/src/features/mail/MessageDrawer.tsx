import { getOutboxMessage } from '@atrium/contract/mail';
import { Button, Group, Skeleton } from '@mantine/core';
import { IconExternalLink, IconLink } from '@tabler/icons-react';
import { longTimestamp } from '../../format/dates.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { showNotice } from '../../ui/dialogs/ask.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import classes from './mail.module.css';
import { linksIn } from './message-links.ts';
import { texts } from './texts.ts';

interface Props {
  outboxMessageId: string;
  onClose: () => void;
}

/** One message next to the list. Its HTML is rendered where none of its scripts can run and nothing is loaded. */
export function MessageDrawer({ outboxMessageId, onClose }: Props) {
  const found = useEndpoint(getOutboxMessage, { params: { outboxMessageId } }, { texts: texts.readOne });
  const message = found.data;
  return (
    <SidePanel title={message ? message.subject || message.recipient : texts.page} onClose={onClose}>
      {found.error && !message && <ErrorState message={found.error.message} />}
      {!message && !found.error && <Skeleton height={300} />}
      {message && (
        <>
          <Facts>
            <dt>{texts.to}</dt>
            <dd>{message.recipient}</dd>
            <dt>{texts.written}</dt>
            <dd>{longTimestamp(message.createdAt)}</dd>
            {message.sentAt !== null && (
              <>
                <dt>{texts.sentAt}</dt>
                <dd>{longTimestamp(message.sentAt)}</dd>
              </>
            )}
          </Facts>
          {message.error !== null && (
            <p className={classes['problem']}>{texts.attempts(message.attempts, message.error)}</p>
          )}
          {linksIn(message.text).map((link) => (
            <LinkButtons key={link} link={link} />
          ))}
          {message.html === null ? (
            <pre className={classes['text']}>{message.text}</pre>
          ) : (
            <iframe className={classes['frame']} title={texts.preview} sandbox="" srcDoc={message.html} />
          )}
        </>
      )}
    </SidePanel>
  );
}

function LinkButtons({ link }: { link: string }) {
  return (
    <Group gap="xs">
      <Button
        component="a"
        href={link}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        {texts.follow}
      </Button>
      <Button
        variant="default"
        leftSection={<IconLink size={16} aria-hidden />}
        onClick={() => void showNotice({ ...texts.link, copy: link })}
      >
        {texts.copy}
      </Button>
    </Group>
  );
}
