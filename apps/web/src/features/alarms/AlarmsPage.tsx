import { createAlarmConfig, listAlarmConfigs } from '@atrium/contract/alarms';
import { listWebhooks } from '@atrium/contract/webhooks';
import { Button } from '@mantine/core';
import { IconBell, IconHistory, IconPlus, IconSearchOff, IconWebhook } from '@tabler/icons-react';
import { useState } from 'react';
import { callAll, callList } from '../../api/client.ts';
import { useBoundRequest, useList } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { alarmCells } from './alarm-cells.tsx';
import { alarmColumns } from './alarm-columns.ts';
import { AlarmDialog } from './AlarmDialog.tsx';
import { AlarmPanel } from './AlarmPanel.tsx';
import classes from './alarms.module.css';
import { AlarmsGate } from './AlarmsGate.tsx';
import { texts } from './texts.ts';
import { useAlarmWords } from './use-alarm-words.ts';

/** The alarms of an organization. */
export function AlarmsPage() {
  return (
    <AlarmsGate title={texts.page} text={texts.pageText}>
      <Alarms />
    </AlarmsGate>
  );
}

const byName = { column: 'name', direction: 'ascending' } as const;
const include = 'space,zone,location';

function Alarms() {
  const [view, setView, settled] = useListView('alarms', byName, []);
  /** The id of the alarm in the panel or the dialog; `new` for a new one. */
  const [opened, setOpened] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const words = useAlarmWords();
  const bind = useBoundRequest();
  const mayAdd = useMay(createAlarmConfig);
  const maySeeWebhooks = useMay(listWebhooks);
  const query = { ...listQueryOf(settled), include };
  const page = useList(listAlarmConfigs, { query }, { texts: texts.list, keep: true });
  const find = (id: string | undefined) => page.data?.rows.find(({ alarmConfigId }) => alarmConfigId === id);
  const shown = find(opened);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.add}
    </Button>
  );
  return (
    <Page
      title={texts.page}
      text={texts.pageText}
      actions={
        <>
          <LinkButton variant="default" to="/app/alarms/history" leftSection={<IconHistory size={16} aria-hidden />}>
            {texts.history}
          </LinkButton>
          {maySeeWebhooks && (
            <LinkButton variant="default" to="/app/alarms/webhooks" leftSection={<IconWebhook size={16} aria-hidden />}>
              {texts.webhooks}
            </LinkButton>
          )}
          {mayAdd && (page.data?.total ?? 0) > 0 && add}
        </>
      }
    >
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={alarmColumns(words)}
          cells={alarmCells(setOpened)}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ alarmConfigId }) => alarmConfigId}
          isCurrent={({ alarmConfigId }) => alarmConfigId === opened}
          loadAll={() =>
            callAll((part) => callList(listAlarmConfigs, bind(listAlarmConfigs, { query: { ...query, ...part } })))
          }
          empty={
            settled.search === '' ? (
              <EmptyState icon={IconBell} {...(mayAdd ? { ...texts.none, action: add } : texts.noneForUsers)} />
            ) : (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            )
          }
        />
      </Card>
      {shown && (
        <AlarmPanel
          key={shown.alarmConfigId}
          alarm={shown}
          words={words}
          onEdit={() => setEdited(shown.alarmConfigId)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {edited !== undefined && <AlarmDialog alarm={find(edited)} words={words} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
