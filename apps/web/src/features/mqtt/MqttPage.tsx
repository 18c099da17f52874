import { listMqttBrokers } from '@atrium/contract/mqtt';
import { mqttLimits } from '@atrium/rules/mqtt';
import { Skeleton } from '@mantine/core';
import { IconBroadcast } from '@tabler/icons-react';
import { useState } from 'react';
import { blockingError, useEndpoint } from '../../api/use-endpoint.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useNow } from '../../ui/use-now.ts';
import { BrokerCard } from './BrokerCard.tsx';
import { BrokerDialog } from './BrokerDialog.tsx';
import classes from './mqtt.module.css';
import { texts } from './texts.ts';

const watchEvery = 2_000;

/** The MQTT brokers of an organization, with the live state of their connections. */
export function MqttPage() {
  /** The id of the broker in the dialog; `new` for a new one. */
  const [edited, setEdited] = useState<string>();
  const now = useNow(1000);
  const found = useEndpoint(listMqttBrokers, {}, { texts: texts.list, every: watchEvery });
  const brokers = found.data ?? [];
  const loss = blockingError(found);
  const add = (
    <AddButton disabled={brokers.length >= mqttLimits.brokers} onClick={() => setEdited('new')}>
      {texts.add}
    </AddButton>
  );
  return (
    <Page title={texts.page} text={texts.pageText} actions={brokers.length > 0 ? add : null}>
      {loss && <ErrorState message={loss.message} onRetry={() => void found.refetch()} />}
      {found.data === undefined && !loss && <Skeleton height={220} radius="md" />}
      {found.data?.length === 0 && (
        <Card>
          <EmptyState icon={IconBroadcast} {...texts.none} action={add} />
        </Card>
      )}
      <div className={classes['cards']}>
        {brokers.map((broker) => (
          <BrokerCard
            key={broker.mqttBrokerId}
            broker={broker}
            now={now}
            onEdit={() => setEdited(broker.mqttBrokerId)}
          />
        ))}
      </div>
      {edited !== undefined && (
        <BrokerDialog
          broker={brokers.find(({ mqttBrokerId }) => mqttBrokerId === edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}
