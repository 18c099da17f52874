import {
  deleteWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookWithSecret,
} from '@atrium/contract/webhooks';
import { Button } from '@mantine/core';
import { useList, useWrite } from '../../api/use-endpoint.ts';
import { longTimestamp } from '../../format/dates.ts';
import { count } from '../../format/numbers.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { Tag, type Tone } from '../../ui/Tag.tsx';
import { texts } from './texts.ts';
import { StateTag } from './webhook-cells.tsx';
import { stateOf } from './webhook-columns.ts';
import classes from './webhooks.module.css';

interface Props {
  webhook: Webhook;
  onEdit: () => void;
  onSecret: (made: WebhookWithSecret) => void;
  onClose: () => void;
}

/** One webhook: whether it works, its calls, and its actions. */
export function WebhookPanel({ webhook, onEdit, onSecret, onClose }: Props) {
  const { webhookId, url, version, isEnabled, failures } = webhook;
  const params = { webhookId };
  const changes = [listWebhooks, listWebhookDeliveries] as const;
  const test = useWrite(testWebhook, texts.tested, changes);
  const update = useWrite(updateWebhook, texts.updated, changes);
  const renew = useWrite(renewWebhookSecret, texts.renewed, changes);
  const remove = useWrite(deleteWebhook, texts.deleted, [listWebhooks], [getWebhook, listWebhookDeliveries]);
  const state = stateOf(webhook);
  const askAndRenew = async () => {
    if (await confirm(texts.renewQuestion)) renew.mutate({ params }, { onSuccess: onSecret });
  };
  const askAndRemove = async () => {
    if (!(await confirm(texts.removeQuestion))) return;
    remove.mutate({ params, seenVersion: version }, { onSuccess: onClose });
  };
  const turn = () => update.mutate({ params, body: { isEnabled: !isEnabled }, seenVersion: version });
  return (
    <SidePanel title={new URL(url).host} onClose={onClose}>
      <StateTag webhook={webhook} />
      {state === 'failing' && <Quiet>{texts.failing(count(failures))}</Quiet>}
      {state === 'failed' && <Quiet>{texts.failed}</Quiet>}
      <Facts>
        <dt>{texts.columns.url}</dt>
        <dd>{url}</dd>
        <dt>{texts.columns.lastSent}</dt>
        <dd>{longTimestamp(webhook.lastSentAt) || texts.never}</dd>
      </Facts>
      <div className={classes['actions']}>
        {isEnabled && (
          <Button loading={test.isPending} onClick={() => test.mutate({ params })}>
            {texts.test}
          </Button>
        )}
        <Button variant="default" loading={update.isPending} onClick={turn}>
          {isEnabled ? texts.turnOff : texts.turnOn}
        </Button>
        <Button variant="default" onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button variant="default" loading={renew.isPending} onClick={() => void askAndRenew()}>
          {texts.renew}
        </Button>
        <Button variant="default" loading={remove.isPending} onClick={() => void askAndRemove()}>
          {texts.remove}
        </Button>
      </div>
      <Calls webhookId={webhookId} />
    </SidePanel>
  );
}

const watchEvery = 5_000;

function Calls({ webhookId }: { webhookId: string }) {
  const query = { limit: 25 };
  const page = useList(
    listWebhookDeliveries,
    { params: { webhookId }, query },
    { texts: texts.log, keep: true, every: watchEvery },
  );
  return (
    <section aria-label={texts.calls}>
      <h3>{texts.calls}</h3>
      {page.data?.rows.length === 0 && <Quiet>{texts.noCalls}</Quiet>}
      <ul className={classes['calls']}>
        {page.data?.rows.map((call) => (
          <Call key={call.deliveryId} call={call} />
        ))}
      </ul>
    </section>
  );
}

const tones: Record<keyof typeof texts.delivery, Tone> = { sent: 'success', waiting: 'neutral', failed: 'danger' };

function Call({ call }: { call: WebhookDelivery }) {
  const { event, createdAt, sentAt, failedAt, attempts, nextAttemptAt, error } = call;
  const outcome = sentAt !== null ? 'sent' : failedAt !== null ? 'failed' : 'waiting';
  const name = event in texts.events ? texts.events[event as keyof typeof texts.events] : event;
  const isRepeated = nextAttemptAt !== null && attempts > 0;
  return (
    <li>
      <Tag tone={tones[outcome]}>{texts.delivery[outcome]}</Tag> {name}, {longTimestamp(createdAt)}
      {(attempts > 1 || error !== null) && (
        <Quiet>
          {texts.attempts(attempts)}
          {error !== null && `: ${error}`}
          {isRepeated && ` (${texts.again(longTimestamp(nextAttemptAt))})`}
        </Quiet>
      )}
    </li>
  );
}
