import { type Correction, listCorrections, removeCorrection } from '@atrium/contract/corrections';
import { Skeleton } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { PeriodRow } from '../../ui/PeriodRow.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { correctionQueries } from './correction-queries.ts';
import { periodText } from '../../format/local-time.ts';
import { texts } from './texts.ts';

interface Props {
  zone: { readonly zoneId: string; readonly orgId: string; readonly name: string };
  timezone: string;
}

/** The corrected periods of a zone, for those who may correct. */
export function CorrectionsPanel({ zone, timezone }: Props) {
  const mayCorrect = useMay(listCorrections);
  return mayCorrect ? <Corrections zone={zone} timezone={timezone} /> : null;
}

function Corrections({ zone, timezone }: Props) {
  const { zoneId, orgId } = zone;
  const found = useEndpoint(listCorrections, { query: { orgId, zoneId } }, { texts: texts.read });
  const removal = useWrite(removeCorrection, texts.removed, correctionQueries);
  const [isAdding, setAdding] = useState(false);
  const takeBack = async ({ correctionId }: Correction) => {
    if (await confirm(texts.question)) removal.mutate({ params: { correctionId }, query: { orgId } });
  };
  const add = (
    <AddButton variant="default" onClick={() => setAdding(true)}>
      {texts.add}
    </AddButton>
  );
  const corrections = found.data;
  return (
    <Card aria-labelledby="corrections">
      <PanelHead
        id="corrections"
        heading={texts.heading}
        intro={texts.intro}
        action={corrections && corrections.length > 0 && add}
      />
      {found.error && !corrections && <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />}
      {!corrections && !found.error && <Skeleton height={120} />}
      {corrections?.length === 0 && <EmptyState icon={IconEraser} {...texts.none} action={add} />}
      {corrections && corrections.length > 0 && (
        <Rows aria-label={texts.heading}>
          {corrections.map((each) => {
            const period = periodText(timezone, each);
            return (
              <PeriodRow
                key={each.correctionId}
                period={period}
                text={each.createdBy === null ? each.reason : `${each.reason} (${each.createdBy})`}
                note={texts.kinds[each.kind]}
                actions={
                  <RowAction label={texts.removeOf(period)} onClick={() => void takeBack(each)}>
                    {texts.remove}
                  </RowAction>
                }
              />
            );
          })}
        </Rows>
      )}
      {isAdding && <CorrectionDialog zone={zone} timezone={timezone} onClose={() => setAdding(false)} />}
    </Card>
  );
}
