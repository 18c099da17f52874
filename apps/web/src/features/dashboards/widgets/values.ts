import type { CorrectionNote } from '@atrium/contract/envelope';
import type { AskedMetric } from '@atrium/metrics/catalog';
import type { Question } from '@atrium/metrics/question';
import type { Answer, Figures, Subject, Total } from '../../../analytics/question/answer.ts';
import type { DataSubscription } from '../../../analytics/question/use-data-subscription.ts';

/** What cards draw, by the way in which it is obtained. */
export interface CardValues {
  /** Nothing is asked: the options are all there is. */
  nothing: undefined;
  /** The answer of a data call, over time or as totals. */
  question: QuestionValues;
  /** The newest value of each entity. */
  'last-reading': LastReadingValues;
}

export interface QuestionValues {
  readonly question: Question;
  /** Parameters of the call besides those of the question. */
  readonly more: Readonly<Record<string, string>>;
  readonly metrics: readonly AskedMetric[];
  /** Rows over time; undefined for cards that ask for totals. */
  readonly answer: Answer | undefined;
  /** One value for the whole period and each entity; empty for cards that ask for rows. */
  readonly totals: readonly Total[];
  readonly corrections: readonly CorrectionNote[];
  readonly customs: Customs;
}

/** How the organization counts money and weeks. */
export type Customs = Pick<DataSubscription, 'currency' | 'weekStart'>;

export interface LastReadingValues {
  readonly question: Question;
  readonly metrics: readonly AskedMetric[];
  readonly readings: readonly LastReading[];
  readonly customs: Customs;
}

export interface LastReading extends Subject {
  /** By column: those of the metrics, `waitlinelength` and `expectedwaittime`. */
  readonly figures: Figures;
  /** When the newest reading ended; undefined if there is none. */
  readonly at: string | undefined;
  readonly ageSeconds: number | null;
  readonly timezone: string | null;
}
