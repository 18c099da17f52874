import { createAlarmConfig, listAlarmConfigs } from '@atrium/contract/alarms';
import { listWebhooks } from '@atrium/contract/webhooks';
import { IconBell, IconHistory, IconSearchOff, IconWebhook } from '@tabler/icons-react';
import { useList, useLoadAll } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { listQueryOf, useListView } from '../../ui/table/list-view.ts';
import { useOpenedRow } from '../../ui/table/use-opened-row.ts';
import { alarmCells } from './alarm-cells.tsx';
import { alarmColumns, includes } from './alarm-columns.ts';
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
const keyOf = ({ alarmConfigId }: { alarmConfigId: string }) => alarmConfigId;

function Alarms() {
  const [view, setView, settled] = useListView('alarms', byName, []);
  const words = useAlarmWords();
  const mayAdd = useMay(createAlarmConfig);
  const maySeeWebhooks = useMay(listWebhooks);
  const query = { ...listQueryOf(settled), include: includes };
  const page = useList(listAlarmConfigs, { query }, { texts: texts.list, keep: true });
  const loadAll = useLoadAll(listAlarmConfigs, { query });
  const row = useOpenedRow(page.data?.rows, keyOf);
  const { shown } = row;
  const add = <AddButton onClick={row.add}>{texts.add}</AddButton>;
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
          cells={alarmCells(row.show)}
          view={view}
          onView={setView}
          page={page}
          keyOf={keyOf}
          isCurrent={row.isShown}
          loadAll={loadAll}
          empty={
            settled.search === '' ? (
              <EmptyState icon={IconBell} {...(mayAdd ? { ...texts.none, action: add } : texts.noneForUsers)} />
            ) : (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            )
          }
        />
      </Card>
      {shown && <AlarmPanel key={keyOf(shown)} listed={shown} words={words} onEdit={row.edit} onClose={row.hide} />}
      {row.isEditing && <AlarmDialog alarm={row.edited} words={words} onClose={row.endEdit} />}
    </Page>
  );
}
