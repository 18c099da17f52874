import { listAlarmStates } from '@atrium/contract/alarms';
import { IconBellCheck, IconBellCog, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageTabs } from '../../ui/PageTabs.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { useNow } from '../../ui/use-now.ts';
import { stateCells } from './alarm-cells.tsx';
import { stateColumns } from './alarm-columns.ts';
import classes from './alarms.module.css';
import { AlarmsGate } from './AlarmsGate.tsx';
import { StatePanel } from './StatePanel.tsx';
import { texts } from './texts.ts';
import { useAlarmWords } from './use-alarm-words.ts';

/** When alarms fired: those that are active, and those that are over. */
export function AlarmHistoryPage() {
  return (
    <AlarmsGate title={texts.history} text={texts.historyText}>
      <Page
        title={texts.history}
        text={texts.historyText}
        actions={
          <LinkButton variant="default" to="/app/alarms" leftSection={<IconBellCog size={16} aria-hidden />}>
            {texts.page}
          </LinkButton>
        }
      >
        <PageTabs
          label={texts.tabList}
          tabs={[
            { id: 'active', label: texts.tabs.active, content: <States key="active" resolved="false" /> },
            { id: 'resolved', label: texts.tabs.resolved, content: <States key="resolved" resolved="true" /> },
          ]}
        />
      </Page>
    </AlarmsGate>
  );
}

const newestFirst = { column: 'createdAt', direction: 'descending' } as const;
const include = 'alarm_config(space,zone,location)';
const watchEvery = 2_000;

function States({ resolved }: { resolved: 'true' | 'false' }) {
  const isOver = resolved === 'true';
  const [view, setView, settled] = useListView(isOver ? 'alarms-resolved' : 'alarms-active', newestFirst, []);
  const [opened, setOpened] = useState<string>();
  const now = useNow(1000);
  const words = useAlarmWords();
  const query = { ...listQueryOf(settled), resolved, include };
  const page = useList(listAlarmStates, { query }, { texts: texts.states, keep: true, every: watchEvery });
  const loadAll = useLoadAll(listAlarmStates, { query });
  const shown = page.data?.rows.find(({ alarmStateId }) => alarmStateId === opened);
  return (
    <>
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={isOver ? texts.tabs.resolved : texts.tabs.active}
          columns={stateColumns(words, now)}
          cells={stateCells(setOpened)}
          view={view}
          onView={setView}
          page={page}
          keyOf={({ alarmStateId }) => alarmStateId}
          isCurrent={({ alarmStateId }) => alarmStateId === opened}
          loadAll={loadAll}
          empty={
            settled.search === '' ? (
              <EmptyState icon={IconBellCheck} {...(isOver ? texts.noResolved : texts.noActive)} />
            ) : (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            )
          }
        />
      </Card>
      {shown && (
        <StatePanel key={shown.alarmStateId} state={shown} words={words} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}
