import { dataCalls } from '@atrium/contract/data';
import type { Endpoint } from '@atrium/contract/endpoint';
import type { ExplanationLeaf, ExplanationNode, ExplanationPart } from '@atrium/contract/explanation';
import { Select, Skeleton } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Answer, Subject } from './answer.ts';
import { metricFormatter, metricLabel } from './labels.ts';
import { dataQueryOf, type Question } from '@atrium/metrics/question';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { longTimestamp, timestampIn } from '../../format/dates.ts';
import { fraction, wholePercent } from '../../format/numbers.ts';
import { CompletenessBar } from '../../ui/Completeness.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import classes from './Explanation.module.css';
import { FoldedDays } from './FoldedDays.tsx';
import { texts } from './table-texts.ts';

interface Props {
  answer: Pick<Answer, 'question' | 'metrics'>;
  /** Parameters of the call besides those of the question. */
  more?: Readonly<Record<string, string>>;
  total: Subject;
  /** Others that could be explained instead. */
  choices?: readonly Subject[];
  onChoose?: (key: string) => void;
  currency: string;
  onClose: () => void;
}

/** How values are written: figures by their metrics, moments in the time of the place. */
interface Written {
  readonly figures: (figures: ExplanationLeaf['figures']) => readonly (readonly [label: string, value: string])[];
  readonly moment: (instant: string) => string;
}

interface ExplainedReply {
  readonly results: readonly { readonly timezone: string | null }[];
  readonly explanation?: readonly ExplanationNode[];
  readonly messages: readonly string[];
}

/** Where the total of an entity comes from: its zones or spaces, and their series. */
export function Explanation({ answer, more = {}, total, choices = [], onChoose, currency, onClose }: Props) {
  const { question, metrics } = answer;
  const call: Endpoint = dataCalls[question.source].total;
  const query = { ...dataQueryOf(partOf(question, total)), ...more, ...valueOf(question, total), explain: 'true' };
  const found = useEndpoint(call, { query }, {});
  const reply = found.data as ExplainedReply | undefined;
  const [root] = reply?.explanation ?? [];
  const timezone = reply?.results[0]?.timezone;
  const written: Written = {
    figures: (figures) =>
      Object.entries(figures).flatMap(([column, value]) => {
        const asked = metrics.find((each) => each.column === column);
        if (asked) return [[metricLabel(asked), metricFormatter(asked, currency)(value)] as const];
        return value === null ? [] : [[texts.facts[column] ?? column, fraction(value)] as const];
      }),
    moment: (instant) => (timezone ? timestampIn(timezone, Date.parse(instant)) : longTimestamp(instant)),
  };
  return (
    <SidePanel title={texts.explanation(total.name)} onClose={onClose}>
      <p className={classes['intro']}>{texts.explanationText}</p>
      {choices.length > 1 && onChoose && (
        <Select
          label={texts.place}
          searchable
          allowDeselect={false}
          data={choices.map(({ key, name }) => ({ value: key, label: name }))}
          value={total.key}
          onChange={(key) => key !== null && onChoose(key)}
        />
      )}
      {found.error && !reply && (
        <ErrorState message={texts.explanationFail(found.error.message)} onRetry={() => void found.refetch()} />
      )}
      {!reply && !found.error && <Skeleton height={300} />}
      {reply?.messages.map((message) => (
        <output key={message} className={classes['intro']}>
          {message}
        </output>
      ))}
      {root && <Root node={root} written={written} />}
    </SidePanel>
  );
}

/** The part of the question that a total answers. */
function partOf(question: Question, { entityId }: Subject): Question {
  const plain: Question = { ...question, comparison: null, others: null };
  return entityId === null ? plain : { ...plain, entityIds: [entityId], rows: { kind: 'each' } };
}

/** Of several rows by a custom field, only the one of this value. */
function valueOf({ rows }: Question, { name }: Subject) {
  return rows.kind === 'field' ? { metaValue: name } : {};
}

function Root({ node, written }: { node: ExplanationNode; written: Written }) {
  const { children = [], decidedAt, lowestAt } = node;
  return (
    <>
      <Figures node={node} written={written}>
        {decidedAt !== undefined && (
          <>
            <dt>{texts.highestAt}</dt>
            <dd>{written.moment(decidedAt)}</dd>
          </>
        )}
        {lowestAt !== undefined && (
          <>
            <dt>{texts.lowestAt}</dt>
            <dd>{written.moment(lowestAt)}</dd>
          </>
        )}
      </Figures>
      {children.length === 0 && <p className={classes['intro']}>{texts.notExplained}</p>}
      {children.map((part) => (
        <Part key={part.id} part={part} written={written} />
      ))}
    </>
  );
}

function Part({ part, written }: { part: ExplanationPart; written: Written }) {
  if (part.kind === 'series') return <Series leaf={part} written={written} />;
  return (
    <section className={classes['part']} aria-label={part.name}>
      <h3>{part.name}</h3>
      <Figures node={part} written={written} />
      {part.corrections?.map(({ at, text }) => (
        <p key={`${at} ${text}`} className={classes['note']}>
          {texts.corrected(written.moment(at), text)}
        </p>
      ))}
      {part.fold && <FoldedDays days={part.fold} moment={written.moment} />}
      {part.children?.map((leaf) => (
        <Series key={leaf.id + (leaf.from ?? '')} leaf={leaf} written={written} />
      ))}
    </section>
  );
}

function Series({ leaf, written }: { leaf: ExplanationLeaf; written: Written }) {
  return (
    <div className={classes['series']}>
      <h4>{texts.series(leaf.name)}</h4>
      <p className={classes['note']}>
        {written
          .figures(leaf.figures)
          .map(([label, value]) => `${label} ${value}`)
          .join(', ')}
        {weightOf(leaf)}
      </p>
      {notesOf(leaf, written).map((note) => (
        <p key={note} className={classes['note']}>
          {note}
        </p>
      ))}
    </div>
  );
}

interface FiguresProps {
  node: ExplanationPart;
  written: Written;
  children?: ReactNode;
}

function Figures({ node, written, children }: FiguresProps) {
  const { receivedSeconds, expectedSeconds } = node;
  const share = expectedSeconds > 0 ? Math.min(1, receivedSeconds / expectedSeconds) : null;
  return (
    <Facts>
      {written.figures(node.figures).map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
      {share !== null && (
        <>
          <dt>{texts.received}</dt>
          <dd>
            {texts.receivedShare(wholePercent(share), hours(expectedSeconds))}
            <CompletenessBar share={share} />
          </dd>
        </>
      )}
      {children}
    </Facts>
  );
}

function weightOf({ weightIn = 1, weightOut = 1 }: ExplanationLeaf): string {
  if (weightIn === 1 && weightOut === 1) return '';
  const both = weightIn === weightOut ? [weightIn] : [weightIn, weightOut];
  return ` ${texts.weight(both.map((weight) => fraction(weight)).join(' / '))}`;
}

function notesOf(
  { from, until, reversed, read, markedDays = 0 }: ExplanationLeaf,
  { moment }: Pick<Written, 'moment'>,
): string[] {
  return [
    ...(reversed ? [texts.reversed] : []),
    ...(from === undefined ? [] : [texts.since(moment(from))]),
    ...(until === undefined ? [] : [texts.until(moment(until))]),
    ...(read ? [texts.read(hours(read.minutes), hours(read.quarters + read.days))] : []),
    ...(markedDays > 0 ? [texts.marked(markedDays)] : []),
  ];
}

function hours(seconds: number): string {
  return fraction(Math.round(seconds / 360) / 10);
}
