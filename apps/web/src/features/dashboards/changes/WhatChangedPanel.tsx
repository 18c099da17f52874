import { fourDecimals } from '@atrium/metrics/precision';
import { askedMetrics } from '@atrium/metrics/question';
import { changeQuestions, type ChangeQuestions } from '@atrium/metrics/what-changed';
import { Button, Select, Skeleton } from '@mantine/core';
import { IconFileTypeCsv } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { earlierLabel, metricLabel, writtenMetric } from '../../../analytics/question/labels.ts';
import type { Written } from '../../../format/numbers.ts';
import { CompletenessMark } from '../../../ui/Completeness.tsx';
import { Delta, withMinus } from '../../../ui/Delta.tsx';
import { ErrorState } from '../../../ui/Notice.tsx';
import { SidePanel } from '../../../ui/SidePanel.tsx';
import type { Cells } from '../../../ui/table/cells.ts';
import { downloadCsv } from '../../../ui/table/csv.ts';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import type { QuestionValues } from '../widgets/values.ts';
import classes from './changes.module.css';
import {
  deltaOf,
  fileColumns,
  type Line,
  lineColumns,
  lineOf,
  linesOf,
  receivedText,
  shareText,
  signed,
} from './lines.ts';
import { texts } from './texts.ts';
import { type Changes, useChanges } from './use-changes.ts';

interface Props {
  /** Of the card, for the file. */
  name: string;
  values: QuestionValues;
  /** The metrics that add up; at least one. */
  metrics: readonly string[];
  onClose: () => void;
}

/** Which places made the difference between the period of a card and the one that it is compared with. */
export default function WhatChangedPanel({ name, values, metrics, onClose }: Props) {
  const [chosen, setChosen] = useState(metrics[0]!);
  const asked = useMemo(() => changeQuestions(values.question, chosen), [values.question, chosen]);
  return (
    <SidePanel title={texts.title} onClose={onClose}>
      {metrics.length > 1 && (
        <Select
          label={texts.metric}
          allowDeselect={false}
          data={metrics.map((word) => ({ value: word, label: metricLabel(metricOf(values, word)) }))}
          value={chosen}
          onChange={(word) => word !== null && setChosen(word)}
        />
      )}
      {asked && <Found key={chosen} name={name} values={values} metric={chosen} asked={asked} />}
    </SidePanel>
  );
}

interface FoundProps extends Pick<Props, 'name' | 'values'> {
  metric: string;
  asked: ChangeQuestions;
}

function Found({ name, values, metric: word, asked }: FoundProps) {
  const metric = metricOf(values, word);
  const [tries, setTries] = useState(0);
  const found = useChanges(asked, values.more, metric.column, tries);
  if (found.state === 'failed')
    return <ErrorState message={texts.fail(found.message)} onRetry={() => setTries(tries + 1)} />;
  if (found.state === 'loading') return <Skeleton height={300} />;
  const written = writtenMetric(metric, values.customs.currency);
  const { format } = written;
  const { now, before, changed } = found.changes;
  const { comparison } = asked.whole;
  const compared = typeof comparison === 'string' ? earlierLabel(comparison, asked.whole) : '';
  return (
    <>
      <p className={classes['text']}>{texts.intro(metricLabel(metric), format(now), format(before), compared)}</p>
      {changed.difference === 0 && <p className={classes['text']}>{texts.even}</p>}
      {changed.difference === null ? (
        <p className={classes['text']}>{texts.unknown}</p>
      ) : (
        <List name={name} changes={found.changes} written={written} lowerIsBetter={metric.metric.lowerIsBetter} />
      )}
      {found.changes.messages.map((message) => (
        <output key={message} className={classes['text']}>
          {message}
        </output>
      ))}
    </>
  );
}

interface ListProps {
  name: string;
  changes: Changes;
  written: Written;
  lowerIsBetter: boolean;
}

function List({ name, changes, written, lowerIsBetter }: ListProps) {
  const { changed, now, before, all } = changes;
  const lines = linesOf(changed, { now, before });
  const cells = lineCells(written.format, lowerIsBetter);
  const save = () =>
    downloadCsv(`${name} ${texts.title}`, fileColumns(written), [
      ...all.map(lineOf),
      ...linesOf({ ...changed, listed: all, rest: unexplainedRest(changes) }, { now, before }).slice(all.length),
    ]);
  return (
    <>
      <PlainTable
        label={texts.parts}
        columns={lineColumns(written)}
        cells={cells}
        rows={lines}
        keyOf={({ key }) => key}
      />
      {changed.listed.some(({ kind }) => kind.startsWith('no-data')) && (
        <p className={classes['text']}>{texts.noData}</p>
      )}
      <Button
        variant="default"
        className={classes['save'] ?? ''}
        leftSection={<IconFileTypeCsv size={16} aria-hidden />}
        onClick={save}
      >
        {texts.csv}
      </Button>
    </>
  );
}

function lineCells(format: Written['format'], lowerIsBetter: boolean): Cells<Line> {
  return {
    what: (line) => <Kind line={line} />,
    amount: (line) => <Delta text={signed(line.amount, format)} {...deltaOf(line, lowerIsBetter)} />,
    share: ({ share }) => (share === null ? '' : withMinus(shareText(share))),
  };
}

/** What happened, with a mark where it is built from incomplete data. */
function Kind({ line }: { line: Line }) {
  const kind = line.kind === undefined ? '' : texts.kinds[line.kind];
  const text = receivedText(line);
  if (text === undefined) return kind;
  return (
    <span title={text}>
      <CompletenessMark text={`${kind} (${text})`} partial />
    </span>
  );
}

/** What none of the entities explains, once all of them are listed. */
function unexplainedRest({ changed, all }: Changes): Changes['changed']['rest'] {
  const { listed, rest } = changed;
  const later = all.slice(listed.length).reduce((sum, { amount }) => sum + amount, 0);
  const amount = fourDecimals(rest.amount - later);
  return { count: 0, amount, share: changed.difference ? amount / changed.difference : null };
}

function metricOf({ question: { source } }: QuestionValues, word: string) {
  return askedMetrics({ source, metrics: [word] })[0]!;
}
