import type { ReplayPreview } from '@atrium/contract/inbox';
import { explainReason } from '@atrium/rules/quarantine-reasons';
import { Text } from '@mantine/core';
import { count } from '../../format/numbers.ts';
import { Quiet } from '../../ui/Quiet.tsx';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { changeColumns } from './change-columns.ts';
import { texts } from './texts.ts';

/** What would change if bodies were counted again. */
export function ReplayChanges({ preview }: { preview: ReplayPreview }) {
  const { bodies, counted, apart, newZones, changes, changed } = preview;
  return (
    <>
      <Text>{texts.bodies(count(bodies), count(counted))}</Text>
      {apart.map(({ reason, count: many }) => (
        <Text key={reason}>{texts.apart(explainReason(reason).title, count(many))}</Text>
      ))}
      {newZones > 0 && <Text>{texts.newZones(count(newZones))}</Text>}
      {changes.length === 0 ? (
        <Text fw={600}>{texts.noChange}</Text>
      ) : (
        <>
          <PlainTable
            label={texts.changes}
            columns={changeColumns}
            rows={changes}
            keyOf={({ zoneId, date, measure }) => `${zoneId} ${date} ${measure}`}
          />
          <Quiet>{texts.note}</Quiet>
        </>
      )}
      {changed > changes.length && <Quiet>{texts.more(count(changes.length), count(changed))}</Quiet>}
    </>
  );
}
