import { getForecastScoreboard } from '@atrium/contract/forecast';
import { IconSearchOff, IconTrendingUp } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { FilterSelect } from '../../ui/table/FilterSelect.tsx';
import { useListView, withFilter } from '../../ui/table/list-view.ts';
import { ListTable } from '../../ui/table/ListTable.tsx';
import { useNow } from '../../ui/use-now.ts';
import classes from './forecast.module.css';
import { scoreCells } from './score-cells.tsx';
import { scoreColumns } from './score-columns.ts';
import { ScorePanel } from './ScorePanel.tsx';
import { matchingScores } from './scores.ts';
import { forecastStates } from './state.ts';
import { texts } from './texts.ts';

const worstFirst = { column: 'error', direction: 'descending' } as const;

/** How good the forecast of each zone is beside its baselines. The call has all zones, so that the page cuts the list. */
export function ForecastPage() {
  const [view, setView, settled] = useListView('forecast', worstFirst, ['state']);
  const [openedId, setOpened] = useState<string | null>(null);
  const now = useNow(60_000);
  const { data, error, refetch } = useEndpoint(getForecastScoreboard, { query: {} }, { texts: texts.read });
  const matching = useMemo(() => data && matchingScores(data.zones, settled), [data, settled]);
  const first = settled.page * settled.size;
  const page = matching && { rows: matching.slice(first, first + settled.size), total: matching.length };
  const opened = data?.zones.find(({ zoneId }) => zoneId === openedId);
  return (
    <Page title={texts.page} text={texts.pageText}>
      <Card className={classes['list'] ?? ''}>
        <ListTable
          label={texts.page}
          columns={scoreColumns}
          cells={scoreCells(now, ({ zoneId }) => setOpened(zoneId))}
          view={view}
          onView={setView}
          page={{ data: page, error, refetch }}
          keyOf={({ zoneId }) => zoneId}
          isCurrent={({ zoneId }) => zoneId === openedId}
          loadAll={() => Promise.resolve(matching ?? [])}
          filters={
            <FilterSelect
              label={texts.filter}
              any={texts.anyState}
              width={160}
              data={forecastStates.map((value) => ({ value, label: texts.states[value] }))}
              value={view.filters.state}
              onChange={(state) => setView({ filters: withFilter(view.filters, 'state', state) })}
            />
          }
          empty={
            data?.zones.length === 0 ? (
              <EmptyState icon={IconTrendingUp} {...texts.none} />
            ) : (
              <EmptyState icon={IconSearchOff} {...texts.noMatch} />
            )
          }
        />
      </Card>
      {opened && <ScorePanel zone={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}
