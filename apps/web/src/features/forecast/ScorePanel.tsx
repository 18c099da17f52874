import type { ForecastZoneScore } from '@atrium/contract/forecast';
import { longTimestamp } from '../../format/dates.ts';
import { fraction, wholePercent } from '../../format/numbers.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import type { Column } from '../../ui/table/column.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import classes from './forecast.module.css';
import { StateTag } from './score-cells.tsx';
import { percent } from './score-columns.ts';
import { type MethodScore, methodScores } from './scores.ts';
import { texts } from './texts.ts';

const figure = { kind: 'number', width: 80 } as const;
const columns: readonly Column<MethodScore>[] = [
  { key: 'name', label: texts.method, kind: 'text', width: 170, isRowName: true, value: ({ name }) => name },
  { ...figure, key: 'wape', label: texts.wape, format: percent, value: ({ wape }) => wape },
  {
    ...figure,
    key: 'mase',
    label: texts.mase,
    format: (mase) => (mase === null ? '' : fraction(mase)),
    value: ({ mase }) => mase,
  },
  { ...figure, key: 'bias', label: texts.columns.bias, format: percent, value: ({ bias }) => bias },
];

/** Why a zone is forecast as it is: every method beside the others. */
export function ScorePanel({ zone, onClose }: { zone: ForecastZoneScore; onClose: () => void }) {
  const { zoneName, locationName, reason, origins, coverage, madeAt } = zone;
  return (
    <SidePanel title={zoneName} onClose={onClose}>
      <Facts>
        <dt>{texts.columns.state}</dt>
        <dd>
          <StateTag zone={zone} />
        </dd>
        <dt>{texts.columns.reason}</dt>
        <dd>{reason}</dd>
        <dt>{texts.columns.location}</dt>
        <dd>{locationName}</dd>
        <dt>{texts.columns.madeAt}</dt>
        <dd>{longTimestamp(madeAt)}</dd>
      </Facts>
      <div>
        <h3 className={classes['heading']}>{texts.scores}</h3>
        <Quiet>{origins === 0 ? texts.notTested : texts.scoresText(origins)}</Quiet>
      </div>
      <PlainTable label={texts.scores} columns={columns} rows={methodScores(zone)} keyOf={({ name }) => name} />
      {coverage !== null && <div>{texts.coverageText(wholePercent(coverage))}</div>}
      <Quiet>{texts.scoreNotes}</Quiet>
    </SidePanel>
  );
}
