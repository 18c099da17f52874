import type { Annotation } from '@atrium/contract/annotations';
import type { ReplyOf } from '@atrium/contract/endpoint';
import type { CorrectionNote } from '@atrium/contract/envelope';
import type { LiveReading } from '@atrium/contract/live-traffic';
import type { LiveRow } from '@atrium/contract/live-wall';
import type { getWeather } from '@atrium/contract/weather';
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
  live: LiveReading;
  weather: PlaceWeather;
  'sensor-image': SensorImage;
  places: Places;
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
  /** About its days and places; empty for cards that do not draw days. */
  readonly annotations: readonly Annotation[];
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

export interface PlaceWeather extends ReplyOf<typeof getWeather> {
  readonly timezone: string;
}

export interface SensorImage {
  /** Of the image, in this page. */
  readonly address: string;
  readonly name: string;
}

export interface Places {
  readonly orgId: string;
  /** For maps. */
  readonly locations: readonly PlacedValue[];
  /** What the values of locations are, and how they are written. */
  readonly label: string;
  readonly format: string;
  /** Locations without coordinates. */
  readonly unplaced: number;
  /** For live lists: spaces, with the locations that they belong to. */
  readonly rows: readonly LiveRow[];
  /** The time of the server, in epoch milliseconds. */
  readonly now: number;
}

/** A location with its value for the period; null without one. */
export interface PlacedValue {
  readonly locationId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly value: number | null;
}
