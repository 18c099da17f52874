import {
  bulkInvitationTexts,
  type InvitationLine,
  invitationColumns,
  invitationLines,
} from '@atrium/rules/bulk-invitation';
import { Button, Group, Progress, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { CsvImport } from '../../ui/csv-import/CsvImport.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import { downloadCsv } from '../../ui/table/csv.ts';
import { DataGrid } from '../../ui/table/DataGrid.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { roleLabel } from './person-state.ts';
import { texts } from './texts.ts';
import { type BulkInvitations, type Outcome, useBulkInvitations } from './use-bulk-invitations.ts';
import classes from './users.module.css';

const words = texts.bulk;

/** Invites everyone in a file and reports the result line by line. */
export default function BulkInviteDialog({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const [lines, setLines] = useState<readonly InvitationLine[]>();
  const bulk = useBulkInvitations(orgId);
  const { phase, outcomes } = bulk;
  const columns = useMemo(() => columnsOf(outcomes), [outcomes]);
  return (
    <Dialog title={words.title} size="xl" {...(phase !== 'sending' && { onClose })}>
      <Stack gap="md">
        {phase === 'waiting' && (
          <CsvImport
            help={words.help}
            template={{ name: words.templateName, columns: invitationColumns, example: words.example }}
            read={readFile}
            onRead={setLines}
          />
        )}
        {lines && (
          <>
            <Summary lines={lines} bulk={bulk} />
            <DataGrid
              label={words.lines}
              columns={columns}
              cells={cellsOf(outcomes)}
              rows={lines}
              height={Math.min(320, 40 + lines.length * 36)}
            />
          </>
        )}
        <div className={classes['bulkButtons']}>
          {phase === 'done' && lines && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => downloadCsv(words.reportName, columns, lines)}
            >
              {words.report}
            </Button>
          )}
          <Actions lines={lines} bulk={bulk} onClose={onClose} />
        </div>
      </Stack>
    </Dialog>
  );
}

interface PartProps {
  lines: readonly InvitationLine[] | undefined;
  bulk: BulkInvitations;
}

function Actions({ lines, bulk, onClose }: PartProps & { onClose: () => void }) {
  const sendable = lines?.filter(({ wanted }) => wanted) ?? [];
  if (bulk.phase === 'done') return <Button onClick={onClose}>{uiTexts.close}</Button>;
  if (bulk.phase === 'sending')
    return (
      <Button variant="default" onClick={bulk.stop}>
        {words.stop}
      </Button>
    );
  return (
    <>
      <Button variant="default" onClick={onClose}>
        {uiTexts.cancel}
      </Button>
      <Button disabled={sendable.length === 0} onClick={() => void bulk.send(sendable)}>
        {words.send(sendable.length)}
      </Button>
    </>
  );
}

function Summary({ lines, bulk: { phase, outcomes } }: PartProps & { lines: readonly InvitationLine[] }) {
  const sendable = lines.filter(({ wanted }) => wanted).length;
  const invited = [...outcomes.values()].filter((outcome) => outcome.invited).length;
  const hasLinks = [...outcomes.values()].some((outcome) => outcome.invited && outcome.link !== undefined);
  if (phase === 'sending')
    return (
      <div aria-live="polite">
        <Group justify="space-between" mb={4}>
          <span>{words.sending}</span>
          <span>{words.progress(outcomes.size, sendable)}</span>
        </Group>
        <Progress value={(outcomes.size / Math.max(1, sendable)) * 100} aria-label={words.sending} />
      </div>
    );
  const problems = lines.flatMap(({ line, problem }) => {
    const outcome = outcomes.get(line);
    const text = problem ?? (outcome && !outcome.invited ? outcome.message : undefined);
    return text === undefined ? [] : [{ line, text }];
  });
  return (
    <div aria-live="polite">
      {phase === 'done'
        ? `${words.done(invited, lines.length - invited)}${hasLinks ? ` ${words.byHand}` : ''}`
        : words.found(sendable, lines.length - sendable)}
      {problems.length > 0 && (
        <ul className={classes['problems']}>
          {problems.slice(0, maxProblems).map(({ line, text }) => (
            <li key={line}>{words.problem(line, text)}</li>
          ))}
          {problems.length > maxProblems && <li>{words.moreProblems(problems.length - maxProblems)}</li>}
        </ul>
      )}
    </div>
  );
}

/** How many problems the summary lists; the list and the report show all of them. */
const maxProblems = 3;

/** The CSV parser is loaded with the first file. */
async function readFile(bytes: Uint8Array): Promise<{ rows: readonly InvitationLine[] } | { problem: string }> {
  const { readCsv } = await import('@atrium/rules/csv-import');
  const reading = readCsv(bytes);
  if ('problem' in reading) return reading;
  const rows = invitationLines(reading.table.rows);
  return rows ? { rows } : { problem: bulkInvitationTexts.noEmailColumn };
}

function columnsOf(outcomes: ReadonlyMap<number, Outcome>): readonly Column<InvitationLine>[] {
  const linkOf = ({ line }: InvitationLine) => {
    const outcome = outcomes.get(line);
    return outcome?.invited ? (outcome.link ?? null) : null;
  };
  const hasLinks = [...outcomes.values()].some((outcome) => outcome.invited && outcome.link !== undefined);
  const linkColumn = { key: 'link', label: words.columns.link, kind: 'text', width: 200, value: linkOf } as const;
  return [
    { key: 'line', label: words.columns.line, kind: 'number', width: 64, narrow: true, value: ({ line }) => line },
    { key: 'email', label: texts.columns.email, kind: 'text', width: 130, value: ({ inviteeEmail }) => inviteeEmail },
    {
      key: 'state',
      label: texts.columns.state,
      kind: 'text',
      width: 170,
      value: ({ line, problem }) => stateOf(problem, outcomes.get(line)).text,
    },
    {
      key: 'access',
      label: words.columns.access,
      kind: 'text',
      width: 170,
      value: ({ wanted }) => (wanted ? `${roleLabel(wanted.inviteRole)}, ${placesOf(wanted.locations)}` : ''),
    },
    ...(hasLinks ? [linkColumn] : []),
  ];
}

function cellsOf(outcomes: ReadonlyMap<number, Outcome>): Cells<InvitationLine> {
  return {
    state: ({ line, problem }) => {
      const { tone, text } = stateOf(problem, outcomes.get(line));
      return (
        <span title={text}>
          <Tag tone={tone}>{text}</Tag>
        </span>
      );
    },
  };
}

function placesOf(locations: readonly string[]): string {
  return locations.length === 0 ? words.everywhere : locations.join('; ');
}

function stateOf(problem: string | undefined, outcome: Outcome | undefined) {
  if (problem !== undefined) return { tone: 'danger', text: problem } as const;
  if (!outcome) return { tone: 'neutral', text: words.states.ready } as const;
  return outcome.invited
    ? ({ tone: 'success', text: words.states.invited } as const)
    : ({ tone: 'danger', text: outcome.message } as const);
}
